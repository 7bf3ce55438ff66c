-- People of Instagram and of the Cloud API have usernames, too; the same one on two channels may be one person.
CREATE TABLE usernames_of_lids AS SELECT * FROM usernames;
DROP TABLE usernames;
CREATE TABLE usernames (
  kind TEXT NOT NULL, -- of the address that has it
  value TEXT NOT NULL,
  username TEXT NOT NULL,
  folded TEXT NOT NULL, -- in lower case
  since INTEGER NOT NULL,
  PRIMARY KEY (kind, value)
) WITHOUT ROWID;
CREATE UNIQUE INDEX usernames_folded ON usernames (folded, kind);
INSERT INTO usernames SELECT 'lid', lid, username, folded, since FROM usernames_of_lids;
DROP TABLE usernames_of_lids;

DROP VIEW find_duplicates;
DROP VIEW forget_duplicates;
CREATE TABLE duplicates_before AS SELECT * FROM contact_duplicates;
DROP TABLE contact_duplicates;
CREATE TABLE contact_duplicates (
  older_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  newer_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (reason IN ('name', 'number', 'username')),
  apart_at INTEGER, -- somebody said that they are not the same person
  PRIMARY KEY (older_id, newer_id)
) WITHOUT ROWID;
CREATE INDEX contact_duplicates_newer ON contact_duplicates (newer_id);
CREATE INDEX contact_duplicates_suggested ON contact_duplicates (newer_id DESC, older_id) WHERE apart_at IS NULL;
INSERT INTO contact_duplicates SELECT * FROM duplicates_before;
DROP TABLE duplicates_before;
CREATE VIEW find_duplicates AS SELECT 0 AS contact_id, 0 AS with_any;
CREATE TRIGGER find_duplicates INSTEAD OF INSERT ON find_duplicates BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(t.id, c.id), max(t.id, c.id), 'number' FROM contact_twins t JOIN contacts c ON c.number = t.other WHERE t.id = new.contact_id AND c.id <> t.id;
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(c.id, o.id), max(c.id, o.id), 'name' FROM contacts c JOIN contacts o ON o.id = (
      SELECT x.id FROM contacts x WHERE x.is_group = 0 AND x.name_folded = c.name_folded AND x.id <> c.id AND (new.with_any OR x.number IS NOT NULL)
      ORDER BY x.name_folded, x.id LIMIT 1)
    WHERE c.id = new.contact_id AND c.is_group = 0 AND c.name_folded GLOB '?*?? ??*'
      AND (c.number IS NOT NULL OR EXISTS (SELECT 1 FROM contact_addresses WHERE contact_id = c.id AND kind IN ('lid', 'bsuid', 'psid', 'igsid')));
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(a.contact_id, b.contact_id), max(a.contact_id, b.contact_id), 'username'
    FROM contact_addresses a CROSS JOIN usernames u ON u.kind = a.kind AND u.value = a.value
      CROSS JOIN usernames o ON o.folded = u.folded CROSS JOIN contact_addresses b ON b.kind = o.kind AND b.value = o.value
    WHERE a.contact_id = new.contact_id AND b.contact_id <> a.contact_id;
END;
CREATE VIEW forget_duplicates AS SELECT 0 AS contact_id;
CREATE TRIGGER forget_duplicates INSTEAD OF INSERT ON forget_duplicates BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT n.next, d.newer_id, 'name' FROM contact_duplicates d,
      (SELECT min(newer_id) AS next FROM contact_duplicates WHERE older_id = new.contact_id AND reason = 'name') n
    WHERE d.older_id = new.contact_id AND d.reason = 'name' AND d.newer_id > n.next;
  DELETE FROM contact_duplicates WHERE older_id = new.contact_id AND apart_at IS NULL;
  DELETE FROM contact_duplicates WHERE newer_id = new.contact_id AND apart_at IS NULL;
END;
DROP TRIGGER contact_hidden;
CREATE TRIGGER contact_hidden AFTER INSERT ON contact_addresses
WHEN new.kind IN ('lid', 'bsuid', 'psid', 'igsid') AND EXISTS (SELECT 1 FROM contacts WHERE id = new.contact_id AND number IS NULL) BEGIN
  INSERT INTO find_duplicates VALUES (new.contact_id, 1);
END;
CREATE TRIGGER username_learned AFTER INSERT ON usernames BEGIN
  INSERT INTO find_duplicates SELECT contact_id, 1 FROM contact_addresses WHERE kind = new.kind AND value = new.value;
END;
CREATE TRIGGER username_changed AFTER UPDATE OF folded ON usernames WHEN old.folded <> new.folded BEGIN
  INSERT INTO find_duplicates SELECT contact_id, 1 FROM contact_addresses WHERE kind = new.kind AND value = new.value;
END;

-- What a message of the external API carries beside text and file, such as its template.
ALTER TABLE api_send_parts ADD COLUMN extra TEXT;
