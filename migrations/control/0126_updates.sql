-- Backups are also made before an update.
CREATE TABLE backup_runs_of_more_kinds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('scheduled', 'manual', 'command', 'update')),
  folder TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'verified', 'failed')),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  verified_at INTEGER, -- when its files were last compared
  bytes INTEGER,
  companies INTEGER,
  problem TEXT -- why it failed
);
INSERT INTO backup_runs_of_more_kinds SELECT id, kind, folder, state, started_at, ended_at, verified_at, bytes, companies, problem FROM backup_runs;
DROP TABLE backup_runs;
ALTER TABLE backup_runs_of_more_kinds RENAME TO backup_runs;

-- What the last look for updates found, what is planned, and what the operator was last told about.
CREATE TABLE update_notes (
  key TEXT PRIMARY KEY, -- look, plan, told
  value TEXT NOT NULL -- JSON
) WITHOUT ROWID, STRICT;
