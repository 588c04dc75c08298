-- The two questions every list asks: what is waiting, and what did this customer write.
CREATE INDEX tickets_status_priority ON tickets (status, priority);
CREATE INDEX tickets_requester_id_created_at ON tickets (requester_id, created_at);
