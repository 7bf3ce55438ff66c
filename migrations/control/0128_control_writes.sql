-- Writes to control.db that another node has asked for, so that one that is asked for again is answered and not repeated.
CREATE TABLE control_writes (
  id TEXT PRIMARY KEY,
  result TEXT NOT NULL,
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX control_writes_at ON control_writes (at);
