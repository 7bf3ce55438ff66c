-- What a message carries besides its words: a preview, a place, cards, a poll, mentions, marks. JSON, null for most.
ALTER TABLE messages ADD COLUMN extra TEXT;
-- What later sealed acts on a message (votes, encrypted edits) are opened with.
ALTER TABLE messages ADD COLUMN secret TEXT;

-- Conversations whose messages disappear from the phones after so many seconds: ours must say so too.
CREATE TABLE chat_expiry (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  seconds INTEGER NOT NULL,
  PRIMARY KEY (connection_id, contact_id)
) WITHOUT ROWID;

-- One vote of each person on each poll: the options they want now, and when they said so.
CREATE TABLE poll_votes (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  voter TEXT NOT NULL,
  options TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (message_id, voter)
) WITHOUT ROWID;
