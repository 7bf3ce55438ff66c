-- Mentions in internal notes that the mentioned colleague has not seen yet; a row is deleted when it is seen.
CREATE TABLE note_mentions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  UNIQUE (user_id, message_id)
);
CREATE INDEX note_mentions_message ON note_mentions (message_id);
