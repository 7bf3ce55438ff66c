-- What was found of a person who asked Meta to have their data deleted.
ALTER TABLE meta_deletions ADD COLUMN searched_at INTEGER; -- null: Meta is still to be asked who they are here
ALTER TABLE meta_deletions ADD COLUMN had_access INTEGER NOT NULL DEFAULT 0; -- they had signed in, and that access was deleted

-- Companies that have conversations with the person, which are theirs to delete.
CREATE TABLE meta_deletion_requests (
  code TEXT NOT NULL REFERENCES meta_deletions (code) ON DELETE CASCADE,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  kind TEXT NOT NULL, -- of the person's address
  value TEXT, -- null once nothing with this address is left
  told_at INTEGER, -- when the company heard of it
  done_at INTEGER,
  number INTEGER NOT NULL, -- among those of the person
  PRIMARY KEY (code, number)
) WITHOUT ROWID, STRICT;
CREATE INDEX meta_deletion_requests_company ON meta_deletion_requests (company_id);
