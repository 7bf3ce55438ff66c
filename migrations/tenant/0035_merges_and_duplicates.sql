-- Who merged two contacts; null: the messenger reported that they are one person.
ALTER TABLE contact_merges ADD COLUMN merged_by INTEGER;
ALTER TABLE contact_merges ADD COLUMN merged_by_name TEXT;

-- Contacts that may be one person: a name of two words or more under several numbers, or the two forms of a mobile number.
-- Of many with one name each stands beside the oldest, so that there are never more pairs than contacts.
CREATE TABLE contact_duplicates (
  older_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  newer_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (reason IN ('name', 'number')),
  apart_at INTEGER, -- somebody said that they are not the same person
  PRIMARY KEY (older_id, newer_id)
) WITHOUT ROWID;
CREATE INDEX contact_duplicates_newer ON contact_duplicates (newer_id);
CREATE INDEX contact_duplicates_suggested ON contact_duplicates (newer_id DESC, older_id) WHERE apart_at IS NULL;

-- The other form of a Brazilian mobile number, as in src/contacts/number.ts.
CREATE VIEW contact_twins AS
SELECT c.id AS id, CASE
  WHEN length(c.number) = 13 AND c.number GLOB '55[0-9][0-9]9[6-9]*' THEN substr(c.number, 1, 4) || substr(c.number, 6)
  WHEN length(c.number) = 12 AND c.number GLOB '55[0-9][0-9][6-9]*' THEN substr(c.number, 1, 4) || '9' || substr(c.number, 5)
END AS other FROM contacts c WHERE c.is_group = 0 AND c.number IS NOT NULL;

INSERT INTO contact_duplicates (older_id, newer_id, reason)
SELECT min(t.id, c.id), max(t.id, c.id), 'number' FROM contact_twins t JOIN contacts c ON c.number = t.other WHERE t.id < c.id;
INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
SELECT f.first, c.id, 'name' FROM (
  SELECT name_folded, min(id) AS first FROM contacts WHERE is_group = 0 AND number IS NOT NULL AND name_folded GLOB '?*?? ??*'
  GROUP BY name_folded HAVING count(*) > 1) f
JOIN contacts c ON c.name_folded = f.name_folded AND c.is_group = 0 AND c.number IS NOT NULL AND c.id <> f.first;

CREATE TRIGGER contact_duplicates_new AFTER INSERT ON contacts WHEN new.is_group = 0 AND new.number IS NOT NULL BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(new.id, c.id), max(new.id, c.id), 'number' FROM contact_twins t JOIN contacts c ON c.number = t.other WHERE t.id = new.id AND c.id <> new.id;
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(new.id, o.id), max(new.id, o.id), 'name' FROM (
      SELECT id FROM contacts WHERE is_group = 0 AND name_folded = new.name_folded AND number IS NOT NULL AND id <> new.id ORDER BY name_folded, id LIMIT 1) o
    WHERE new.name_folded GLOB '?*?? ??*';
END;
CREATE TRIGGER contact_duplicates_changed AFTER UPDATE OF name_folded, number ON contacts
WHEN new.is_group = 0 AND (old.name_folded IS NOT new.name_folded OR old.number IS NOT new.number) BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT n.next, d.newer_id, 'name' FROM contact_duplicates d,
      (SELECT min(newer_id) AS next FROM contact_duplicates WHERE older_id = old.id AND reason = 'name') n
    WHERE d.older_id = old.id AND d.reason = 'name' AND d.newer_id > n.next;
  DELETE FROM contact_duplicates WHERE older_id = new.id AND apart_at IS NULL;
  DELETE FROM contact_duplicates WHERE newer_id = new.id AND apart_at IS NULL;
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(new.id, c.id), max(new.id, c.id), 'number' FROM contact_twins t JOIN contacts c ON c.number = t.other WHERE t.id = new.id AND c.id <> new.id;
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(new.id, o.id), max(new.id, o.id), 'name' FROM (
      SELECT id FROM contacts WHERE is_group = 0 AND name_folded = new.name_folded AND number IS NOT NULL AND id <> new.id ORDER BY name_folded, id LIMIT 1) o
    WHERE new.number IS NOT NULL AND new.name_folded GLOB '?*?? ??*';
END;
-- Those that stood beside it stand beside the next oldest.
CREATE TRIGGER contact_duplicates_gone BEFORE DELETE ON contacts BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT n.next, d.newer_id, 'name' FROM contact_duplicates d,
      (SELECT min(newer_id) AS next FROM contact_duplicates WHERE older_id = old.id AND reason = 'name') n
    WHERE d.older_id = old.id AND d.reason = 'name' AND d.newer_id > n.next;
END;
