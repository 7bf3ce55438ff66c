-- Machines of the fleet, so that one that no longer answers is not forgotten.
CREATE TABLE machines (
  name TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  version TEXT NOT NULL,
  ended_at INTEGER, -- null while it runs
  is_stopped INTEGER NOT NULL DEFAULT 0 -- it ended in order
) WITHOUT ROWID;
-- Moves of companies to another machine: those that wait for their hour, are under way, or did not come about.
CREATE TABLE company_moves (
  company_id INTEGER PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  machine TEXT NOT NULL,
  at INTEGER NOT NULL,
  started_at INTEGER,
  fault TEXT -- why it did not come about
);
