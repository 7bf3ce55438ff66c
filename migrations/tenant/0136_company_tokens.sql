-- A token can belong to the whole company: neither connection nor queue. The table is written anew, because its check
-- demanded one of the two. Dropping it would delete the sends of its tokens, so these point elsewhere meanwhile.
PRAGMA defer_foreign_keys = ON;
UPDATE api_sends SET token_id = -token_id;
CREATE TABLE new_api_tokens (
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
  CHECK (connection_id IS NULL OR queue_id IS NULL)
);
INSERT INTO new_api_tokens SELECT id, connection_id, queue_id, name, prefix, hash, scopes, is_main, names_company, user_id,
  created_at, last_used_at, expires_at, revoked_at FROM api_tokens;
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'api_tokens') WHERE name = 'new_api_tokens';
INSERT INTO sqlite_sequence SELECT 'new_api_tokens', seq FROM sqlite_sequence
  WHERE name = 'api_tokens' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'new_api_tokens'); -- no id is used twice
DROP TABLE api_tokens;
ALTER TABLE new_api_tokens RENAME TO api_tokens;
CREATE INDEX api_tokens_connection ON api_tokens (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX api_tokens_queue ON api_tokens (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX api_tokens_anywhere ON api_tokens (hash) WHERE names_company = 0; -- which company has this one
UPDATE api_sends SET token_id = -token_id;
