CREATE TABLE tickets (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requester_id  bigint        NOT NULL REFERENCES users (id),
  assignee_id   bigint        REFERENCES users (id),
  subject       varchar(120)  NOT NULL,
  body          text          NOT NULL,
  status        text          NOT NULL DEFAULT 'open'   CHECK (status IN ('open', 'pending', 'solved', 'closed')),
  priority      text          NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  order_number  bigint,
  time_spent    numeric(6, 2) NOT NULL DEFAULT 0 CHECK (time_spent >= 0),
  custom_fields jsonb         NOT NULL DEFAULT '{}',
  version       integer       NOT NULL DEFAULT 1,
  created_at    timestamptz   NOT NULL DEFAULT now(),
  updated_at    timestamptz   NOT NULL DEFAULT now()
);

CREATE INDEX tickets_assignee_id ON tickets (assignee_id);

CREATE TABLE comments (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id  bigint      NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  author_id  bigint      NOT NULL REFERENCES users (id),
  body       text        NOT NULL,
  internal   boolean     NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX comments_ticket_id_created_at ON comments (ticket_id, created_at);
