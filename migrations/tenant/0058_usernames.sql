-- The username that a LID has on the messenger. One of them has it at a time: whoever takes it takes it from the one before.
CREATE TABLE usernames (
  lid TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  folded TEXT NOT NULL UNIQUE, -- in lower case
  since INTEGER NOT NULL
) WITHOUT ROWID;

-- Somebody on a list whose number is not known: `number` holds `contact <id>` then.
ALTER TABLE contact_list_items ADD COLUMN contact_id INTEGER REFERENCES contacts (id) ON DELETE CASCADE;
CREATE INDEX contact_list_items_contact ON contact_list_items (contact_id) WHERE contact_id IS NOT NULL;
-- When a number was last asked for without an answer, and since when a campaign waits for one.
ALTER TABLE contact_list_items ADD COLUMN asked_at INTEGER;
ALTER TABLE contact_list_items ADD COLUMN wanted_at INTEGER;
UPDATE contact_list_items SET asked_at = updated_at WHERE is_whatsapp_valid IS NULL AND tries >= 3;
CREATE INDEX contact_list_items_wanted ON contact_list_items (wanted_at) WHERE wanted_at IS NOT NULL;
CREATE INDEX contact_list_items_unanswered ON contact_list_items (asked_at) WHERE is_whatsapp_valid IS NULL AND tries >= 3;

-- Who has no number but can be written to may be somebody's double, too: by the name, once the LID is known.
CREATE TRIGGER contact_duplicates_hidden AFTER INSERT ON contact_addresses WHEN new.kind = 'lid' BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(c.id, o.id), max(c.id, o.id), 'name' FROM contacts c JOIN contacts o ON o.id = (
      SELECT x.id FROM contacts x WHERE x.is_group = 0 AND x.name_folded = c.name_folded AND x.id <> c.id ORDER BY x.name_folded, x.id LIMIT 1)
    WHERE c.id = new.contact_id AND c.is_group = 0 AND c.number IS NULL AND c.name_folded GLOB '?*?? ??*';
END;
DROP TRIGGER contact_duplicates_changed;
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
    WHERE (new.number IS NOT NULL OR EXISTS (SELECT 1 FROM contact_addresses WHERE contact_id = new.id AND kind = 'lid'))
      AND new.name_folded GLOB '?*?? ??*';
END;
