-- A company that moved in from another product: which row here is which of theirs, so that a second run adds only what
-- is new. Messages are known by the messenger's id; here are only those that have none.
CREATE TABLE moved_ids (
  kind TEXT NOT NULL,
  theirs TEXT NOT NULL,
  ours INTEGER NOT NULL,
  PRIMARY KEY (kind, theirs)
) WITHOUT ROWID;

-- How far each step of the run has come, and what it counted; emptied when the run has ended.
CREATE TABLE moved_steps (
  step TEXT PRIMARY KEY,
  position INTEGER NOT NULL, -- rows of the source that are done
  counts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(counts)),
  done INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
