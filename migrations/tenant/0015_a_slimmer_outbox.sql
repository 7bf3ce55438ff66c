-- The outbox is written twice for each message that leaves, and so is each of its indexes: for most rows there are two fewer.
CREATE TABLE slimmer_outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  act_id INTEGER REFERENCES own_acts (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
INSERT INTO sqlite_sequence SELECT 'slimmer_outbox', seq FROM sqlite_sequence WHERE name = 'outbox'; -- no id is used twice
INSERT INTO slimmer_outbox SELECT id, connection_id, contact_id, message_id, act_id, attempts, next_at, created_at FROM outbox;
DROP TABLE outbox;
ALTER TABLE slimmer_outbox RENAME TO outbox;
CREATE INDEX outbox_order ON outbox (connection_id, id); -- the sender takes rows of its connection in order
CREATE INDEX outbox_contact ON outbox (connection_id, contact_id, id); -- is something before it in its chat?
CREATE UNIQUE INDEX outbox_message ON outbox (message_id) WHERE act_id IS NULL; -- a message is in line once
CREATE UNIQUE INDEX outbox_act ON outbox (act_id) WHERE act_id IS NOT NULL; -- and so is an act
CREATE INDEX outbox_acts ON outbox (message_id) WHERE act_id IS NOT NULL; -- is another edit of it under way?
CREATE INDEX outbox_postponed ON outbox (connection_id, next_at) WHERE next_at <> created_at; -- when is the next try?
