-- Lists narrowed by day, by what is unread, by queue among one's own: each is read from an index.

-- A page of a tab: filters and order are answered from the index alone.
DROP INDEX tickets_tab;
CREATE INDEX tickets_tab ON tickets
  (status, is_group, updated_at DESC, id DESC, queue_id, user_id, connection_id, unread, marked_unread);
-- The same of a person's own tickets.
DROP INDEX tickets_own;
CREATE INDEX tickets_own ON tickets (user_id, status, is_group, updated_at DESC, id DESC, queue_id, connection_id);
CREATE INDEX tickets_created ON tickets (created_at); -- the tickets of a day
CREATE INDEX contacts_created ON contacts (created_at, name_folded, id) WHERE is_group = 0; -- the new people of some days, by name
CREATE INDEX messages_said ON messages (from_me, created_at) WHERE kind NOT IN ('note', 'call'); -- how many were sent and received in some days
