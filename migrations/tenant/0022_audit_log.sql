-- Every administrative act: who did what to what, and which fields changed.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- Null: the operator's command line.
  user_id INTEGER,
  user_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  act TEXT NOT NULL,
  subject_id INTEGER,
  subject_name TEXT NOT NULL,
  -- JSON: [{ field, from, to }].
  changes TEXT NOT NULL
);
CREATE INDEX audit_log_kind ON audit_log (kind, subject_id, id); -- the history of one thing
CREATE INDEX audit_log_user ON audit_log (user_id, id); -- what a person did
