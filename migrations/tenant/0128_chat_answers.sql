-- Messages of the internal chat answer others, and have reactions. Reactions are newer states too: edits have a mark of their own.
ALTER TABLE chat_messages ADD COLUMN quoted_id INTEGER; -- a message of the same chat; it may be deleted later
ALTER TABLE chat_messages ADD COLUMN is_edited INTEGER NOT NULL DEFAULT 0;
UPDATE chat_messages SET is_edited = 1 WHERE revision > 0;
CREATE TABLE chat_reactions (
  message_id INTEGER NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  emoji TEXT NOT NULL,
  PRIMARY KEY (message_id, user_id)
) WITHOUT ROWID;
