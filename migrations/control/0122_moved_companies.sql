-- Companies that moved in from another product. A later run finds its company by the source's own marks, because names
-- change: the instants at which its first people, contacts and conversations were made.
CREATE TABLE moved_companies (
  company_id INTEGER PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  family TEXT NOT NULL,
  theirs TEXT NOT NULL, -- their id of the company
  marks TEXT NOT NULL CHECK (json_valid(marks)),
  run TEXT NOT NULL, -- the last one
  report TEXT NOT NULL CHECK (json_valid(report)), -- what it brought
  moved_at INTEGER NOT NULL
);
-- Which row of this database is which of theirs.
CREATE TABLE moved_rows (
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  theirs TEXT NOT NULL,
  ours INTEGER NOT NULL,
  PRIMARY KEY (company_id, kind, theirs)
) WITHOUT ROWID;
