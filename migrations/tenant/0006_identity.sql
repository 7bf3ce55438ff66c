-- Who is who: merges that can be undone, people blocked on the messenger too, pictures.

ALTER TABLE contact_merges ADD COLUMN undone_at INTEGER; -- these two are not the same person: they are never merged by themselves again
ALTER TABLE contact_merges ADD COLUMN undone_by INTEGER;
CREATE INDEX contact_merges_kept ON contact_merges (kept_id); -- what became one with this contact

-- SHA-256 of the picture's file; `picture_url` is its address under /api.
ALTER TABLE contacts ADD COLUMN picture TEXT;
ALTER TABLE contacts ADD COLUMN picture_checked_at INTEGER NOT NULL DEFAULT 0;

-- Blocked or unblocked here, and the messenger does not know yet: told when the connection is open.
CREATE TABLE block_wishes (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, contact_id)
) WITHOUT ROWID;
CREATE INDEX block_wishes_contact ON block_wishes (contact_id); -- they go with their contact
