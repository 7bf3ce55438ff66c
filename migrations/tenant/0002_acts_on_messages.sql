-- What is done to messages after they were said: edits with their history, reactions, deletion for everyone.

ALTER TABLE messages ADD COLUMN has_reactions INTEGER NOT NULL DEFAULT 0; -- a page asks for reactions only where there are some
ALTER TABLE messages ADD COLUMN former_ack INTEGER NOT NULL DEFAULT 0; -- the tick behind an edit under way (ack 99)
ALTER TABLE messages ADD COLUMN refused TEXT; -- the last of our own acts that the messenger refused, and why
ALTER TABLE messages ADD COLUMN revision INTEGER NOT NULL DEFAULT 0; -- rises with every act: of two versions the higher is the later
ALTER TABLE messages ADD COLUMN author_addresses TEXT; -- of a group's member: only who wrote it may change it
ALTER TABLE tickets ADD COLUMN last_deleted INTEGER NOT NULL DEFAULT 0;

-- Every wording of an edited message, the first included (its `external_id` is empty). The newest stands on the message.
CREATE TABLE message_edits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  external_id TEXT NOT NULL,
  body TEXT NOT NULL,
  at INTEGER NOT NULL
);
-- The history of a page's edited messages; and an edit that is told twice is one edit.
CREATE UNIQUE INDEX message_edits_message ON message_edits (message_id, external_id);

-- One of each author on each message. No emoji: it was taken back, kept so that an older one told late does not return.
CREATE TABLE reactions (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  name TEXT,
  user_id INTEGER,
  emoji TEXT,
  -- What the messenger has; differs while ours is on its way.
  confirmed TEXT,
  external_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (message_id, author)
) WITHOUT ROWID;

-- What we do to messages: what the outbox sends, and what is said again to a phone that could not decipher it.
CREATE TABLE own_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('edit', 'revoke', 'react')),
  external_id TEXT NOT NULL UNIQUE,
  body TEXT,
  user_id INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX own_acts_message ON own_acts (message_id); -- they go with their message

-- What was done to a message we do not have yet: the phone may still repeat it.
CREATE TABLE waiting_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  act TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX waiting_acts_target ON waiting_acts (connection_id, target, id); -- when the message comes
CREATE INDEX waiting_acts_age ON waiting_acts (created_at); -- those whose message never came

-- The outbox carries acts too: a message may have several on the way.
CREATE TABLE outbox_with_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  act_id INTEGER UNIQUE REFERENCES own_acts (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
INSERT INTO outbox_with_acts SELECT id, connection_id, contact_id, message_id, NULL, attempts, next_at, created_at FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_with_acts RENAME TO outbox;
CREATE INDEX outbox_order ON outbox (connection_id, id); -- the sender takes rows of its connection in order
CREATE UNIQUE INDEX outbox_message ON outbox (message_id) WHERE act_id IS NULL; -- a message is in line once
CREATE INDEX outbox_acts ON outbox (message_id) WHERE act_id IS NOT NULL; -- is another edit of it under way?
