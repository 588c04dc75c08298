-- Codes and tokens are kept as hashes; a code stays after its use, so that a second use is noticed.
CREATE TABLE oauth_clients (
  id           text PRIMARY KEY,
  name         text NOT NULL,
  redirect_uri text NOT NULL
);

CREATE TABLE oauth_codes (
  code_hash    text        PRIMARY KEY,
  client_id    text        NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  user_id      bigint      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  redirect_uri text        NOT NULL,
  challenge    text        NOT NULL,
  is_used      boolean     NOT NULL DEFAULT false,
  expires_at   timestamptz NOT NULL
);

CREATE TABLE oauth_tokens (
  token_hash text        PRIMARY KEY,
  code_hash  text        NOT NULL REFERENCES oauth_codes (code_hash) ON DELETE CASCADE,
  user_id    bigint      NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
