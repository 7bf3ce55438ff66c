-- What is brought in a spreadsheet, or from a phone: its rows lie in a stored file, a JSON line each, until they are taken.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  target TEXT NOT NULL, -- who takes the rows
  subject_id INTEGER, -- where they go, if the target has several places
  file_name TEXT NOT NULL,
  file TEXT, -- null once nobody needs it
  state TEXT NOT NULL CHECK (state IN ('ready', 'running', 'done', 'failed', 'stopped')),
  columns TEXT NOT NULL, -- JSON: what each column holds
  has_head INTEGER NOT NULL,
  update_existing INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL,
  -- What is taken: in the transaction that takes it, so that after a crash nothing is taken twice.
  position INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  user_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
);
CREATE INDEX imports_under_way ON imports (id) WHERE state = 'running';
CREATE INDEX imports_of_target ON imports (target, id);
CREATE INDEX imports_by_file ON imports (file) WHERE file IS NOT NULL;

-- The rows that could not be taken.
CREATE TABLE import_errors (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  value TEXT NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (import_id, line)
) WITHOUT ROWID;

-- The chats that a phone has told of with its history, whether or not their messages were imported.
CREATE TABLE phone_chats (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('phone', 'lid')),
  value TEXT NOT NULL,
  other TEXT, -- the same person's address of the other kind
  name TEXT,
  PRIMARY KEY (connection_id, kind, value)
) WITHOUT ROWID;
