-- What the operator's monitor keeps: backups that were made, and errors by their cause.

CREATE TABLE backup_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('scheduled', 'manual', 'command')),
  folder TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'verified', 'failed')),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  verified_at INTEGER, -- when its files were last compared
  bytes INTEGER,
  companies INTEGER,
  problem TEXT -- why it failed
);

-- Errors of the log, grouped: without values, so that no customer's text is in them.
CREATE TABLE error_groups (
  key TEXT PRIMARY KEY,
  words TEXT NOT NULL, -- the log's own words
  error TEXT NOT NULL, -- name and masked message
  place TEXT NOT NULL, -- request, job or event
  reference TEXT, -- of the latest one, to find it in the log
  count INTEGER NOT NULL,
  companies TEXT NOT NULL CHECK (json_type(companies) = 'array'), -- uuids
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) WITHOUT ROWID;
