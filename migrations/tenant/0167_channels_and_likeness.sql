-- A campaign may be for those whose latest conversation was on this channel; NULL: on any.
ALTER TABLE campaigns ADD COLUMN channel TEXT;

-- What the messenger reports about the messages of a campaign, as in charged_days.
CREATE TABLE campaign_charges (
  campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  category TEXT NOT NULL,
  billed INTEGER NOT NULL DEFAULT 0,
  free INTEGER NOT NULL DEFAULT 0,
  entry INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, day, category)
) STRICT, WITHOUT ROWID;

-- Two contacts may also be one person because of the same e-mail, or because one writes the other's number or e-mail.
DROP VIEW find_duplicates;
DROP VIEW forget_duplicates;
CREATE TABLE duplicates_before AS SELECT * FROM contact_duplicates;
DROP TABLE contact_duplicates;
CREATE TABLE contact_duplicates (
  older_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  newer_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (reason IN ('name', 'number', 'username', 'email', 'written')),
  apart_at INTEGER, -- somebody said that they are not the same person
  PRIMARY KEY (older_id, newer_id)
) WITHOUT ROWID;
CREATE INDEX contact_duplicates_newer ON contact_duplicates (newer_id);
CREATE INDEX contact_duplicates_suggested ON contact_duplicates (newer_id DESC, older_id) WHERE apart_at IS NULL;
INSERT INTO contact_duplicates SELECT * FROM duplicates_before;
DROP TABLE duplicates_before;
CREATE INDEX contacts_email ON contacts (lower(email), id) WHERE email IS NOT NULL AND is_group = 0;
INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
  SELECT first.id, c.id, 'email' FROM contacts c JOIN (
    SELECT lower(email) AS email, min(id) AS id FROM contacts WHERE email IS NOT NULL AND is_group = 0 GROUP BY lower(email)) first
    ON first.email = lower(c.email) AND first.id <> c.id
  WHERE c.email IS NOT NULL AND c.is_group = 0;

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
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(c.id, o.id), max(c.id, o.id), 'email' FROM contacts c JOIN contacts o ON o.id = (
      SELECT x.id FROM contacts x WHERE x.email IS NOT NULL AND x.is_group = 0 AND lower(x.email) = lower(c.email) AND x.id <> c.id
      ORDER BY x.id LIMIT 1)
    WHERE c.id = new.contact_id AND c.email IS NOT NULL AND c.is_group = 0;
END;

-- What somebody wrote stays written when a name changes.
CREATE VIEW forget_duplicates AS SELECT 0 AS contact_id;
CREATE TRIGGER forget_duplicates INSTEAD OF INSERT ON forget_duplicates BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT n.next, d.newer_id, d.reason FROM (
      SELECT reason, min(newer_id) AS next FROM contact_duplicates WHERE older_id = new.contact_id AND reason IN ('name', 'email') GROUP BY reason) n
      CROSS JOIN contact_duplicates d ON d.older_id = new.contact_id AND d.reason = n.reason AND d.newer_id > n.next;
  DELETE FROM contact_duplicates WHERE older_id = new.contact_id AND apart_at IS NULL AND reason <> 'written';
  DELETE FROM contact_duplicates WHERE newer_id = new.contact_id AND apart_at IS NULL AND reason <> 'written';
END;
CREATE TRIGGER contact_mailed_elsewhere AFTER UPDATE OF email ON contacts WHEN old.email IS NOT new.email AND new.is_group = 0 BEGIN
  INSERT INTO forget_duplicates VALUES (new.id);
  INSERT INTO find_duplicates VALUES (new.id, new.number IS NULL);
END;
CREATE TRIGGER contact_renumbered AFTER UPDATE OF number ON contacts WHEN old.number IS NOT NULL AND old.number IS NOT new.number BEGIN
  DELETE FROM contact_duplicates WHERE older_id = new.id AND reason = 'written' AND apart_at IS NULL;
  DELETE FROM contact_duplicates WHERE newer_id = new.id AND reason = 'written' AND apart_at IS NULL;
END;
