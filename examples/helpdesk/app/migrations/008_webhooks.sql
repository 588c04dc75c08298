-- The secret is kept as it is: every delivery is signed with it.
CREATE TABLE webhooks (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url        text        NOT NULL,
  secret     text        NOT NULL,
  events     text[]      NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
