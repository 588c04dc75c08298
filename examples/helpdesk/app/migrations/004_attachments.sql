CREATE TABLE attachments (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id    bigint       NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  filename     varchar(120) NOT NULL,
  content_type varchar(120) NOT NULL,
  content      bytea        NOT NULL,
  created_at   timestamptz  NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX attachments_ticket_id_filename ON attachments (ticket_id, filename);
