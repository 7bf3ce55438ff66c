-- What was read here and the messenger does not know yet, one row for each opening of a conversation: told when the connection is open.
CREATE TABLE read_wishes (
  id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  marks TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX read_wishes_connection ON read_wishes (connection_id, id); -- in the order in which they were opened
CREATE INDEX read_wishes_contact ON read_wishes (contact_id); -- they go with their contact
CREATE INDEX read_wishes_age ON read_wishes (created_at); -- those that are told to nobody any more
