-- Tokens of the external API. A token belongs to a connection or to a queue; only its hash is stored.
CREATE TABLE api_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER REFERENCES connections (id) ON DELETE CASCADE,
  queue_id INTEGER REFERENCES queues (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL, -- how it begins, to recognise it; empty: unknown
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL, -- JSON list
  is_main INTEGER NOT NULL DEFAULT 0, -- made in the dialog of its connection or queue, which renews it
  names_company INTEGER NOT NULL DEFAULT 1, -- the token says which company it belongs to
  user_id INTEGER REFERENCES users (id),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER,
  CHECK ((connection_id IS NULL) <> (queue_id IS NULL))
);
CREATE INDEX api_tokens_connection ON api_tokens (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX api_tokens_queue ON api_tokens (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX api_tokens_anywhere ON api_tokens (hash) WHERE names_company = 0; -- which company has this one

INSERT INTO api_tokens (connection_id, name, prefix, hash, scopes, is_main, names_company, created_at)
  SELECT id, name, '', token_hash, '["send","status","check"]', 1, 0, updated_at
  FROM connections WHERE token_hash IS NOT NULL AND deleted_at IS NULL;
INSERT OR IGNORE INTO api_tokens (queue_id, name, prefix, hash, scopes, is_main, names_company, created_at)
  SELECT id, name, 'bq_', token_hash, '["send","status","check"]', 1, 0, CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM queues WHERE token_hash IS NOT NULL;

-- What the external API has accepted. A row is written in the transaction that answers, and posts its messages at once
-- or when the rate limiter permits.
CREATE TABLE api_sends (
  id TEXT PRIMARY KEY,
  token_id INTEGER NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
  key TEXT, -- Idempotency-Key; NULL again after a day
  digest TEXT NOT NULL, -- of the request, to tell a repetition from another request under the same key
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES users (id), -- who gets the ticket
  opens_ticket INTEGER NOT NULL,
  number TEXT NOT NULL,
  state TEXT NOT NULL, -- waiting, posted, failed
  failure TEXT,
  wait_why TEXT,
  wait_until INTEGER,
  again_at INTEGER,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX api_sends_key ON api_sends (token_id, key) WHERE key IS NOT NULL;
CREATE INDEX api_sends_due ON api_sends (again_at) WHERE state = 'waiting';
CREATE INDEX api_sends_waiting ON api_sends (contact_id, connection_id) WHERE state = 'waiting';
CREATE INDEX api_sends_time ON api_sends (created_at);
CREATE INDEX api_sends_contact ON api_sends (contact_id);
CREATE INDEX api_sends_connection ON api_sends (connection_id);
CREATE INDEX api_sends_queue ON api_sends (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX api_sends_token ON api_sends (token_id);

-- One message each: the text goes with the first file.
CREATE TABLE api_send_parts (
  id INTEGER PRIMARY KEY,
  send_id TEXT NOT NULL REFERENCES api_sends (id) ON DELETE CASCADE,
  kind TEXT,
  body TEXT NOT NULL,
  media TEXT, -- NULL once posted: the message holds the file
  message_id INTEGER
);
CREATE INDEX api_send_parts_send ON api_send_parts (send_id, id);
CREATE INDEX api_send_parts_file ON api_send_parts (json_extract(media, '$.file')) WHERE media IS NOT NULL;
