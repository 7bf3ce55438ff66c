-- A page of the report, and how many there are, are read from an index alone: by the day of opening, and by that of closing.
DROP INDEX tickets_created;
CREATE INDEX tickets_created ON tickets (created_at DESC, id DESC, status, queue_id, user_id, connection_id, is_group, imported);
CREATE INDEX tickets_closed ON tickets (closed_at DESC, id DESC, queue_id, user_id, connection_id, is_group, imported) WHERE status = 'closed';
