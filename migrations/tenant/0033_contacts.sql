-- What a company keeps of its contacts beside name and number: a category, and facts under names of its own.
CREATE TABLE contact_categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  description TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE contact_extra_info (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX contact_extra_info_contact ON contact_extra_info (contact_id, id); -- the facts of a contact, in their order
ALTER TABLE contacts ADD COLUMN category_id INTEGER REFERENCES contact_categories (id) ON DELETE SET NULL;

-- The list of contacts is walked in its order and by each of its filters without reading everybody.
CREATE INDEX contacts_category ON contacts (category_id, name_folded, id) WHERE category_id IS NOT NULL;
CREATE INDEX contacts_blocked ON contacts (name_folded, id) WHERE is_group = 0 AND active = 0;

-- When the contact's latest ticket last moved, to the minute: a conversation changes it at most once in that time. 0: no ticket.
ALTER TABLE contacts ADD COLUMN last_ticket_at INTEGER NOT NULL DEFAULT 0;
UPDATE contacts SET last_ticket_at = t.at FROM (SELECT contact_id, max(updated_at) / 60000 * 60000 AS at FROM tickets GROUP BY contact_id) t
  WHERE t.contact_id = contacts.id;
CREATE INDEX contacts_last ON contacts (last_ticket_at, id) WHERE is_group = 0;
CREATE TRIGGER tickets_of_contact_new AFTER INSERT ON tickets BEGIN
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000 WHERE id = new.contact_id AND last_ticket_at < new.updated_at / 60000 * 60000;
END;
CREATE TRIGGER tickets_of_contact_moved AFTER UPDATE OF updated_at, contact_id ON tickets
WHEN new.updated_at / 60000 > old.updated_at / 60000 OR new.contact_id <> old.contact_id BEGIN
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000 WHERE id = new.contact_id AND last_ticket_at < new.updated_at / 60000 * 60000;
END;
CREATE TRIGGER tickets_of_contact_gone AFTER DELETE ON tickets BEGIN
  UPDATE contacts SET last_ticket_at = 0 WHERE id = old.contact_id AND NOT EXISTS (SELECT 1 FROM tickets WHERE contact_id = old.contact_id);
END;
CREATE TRIGGER tickets_of_contact_left AFTER UPDATE OF contact_id ON tickets WHEN new.contact_id <> old.contact_id BEGIN
  UPDATE contacts SET last_ticket_at = 0 WHERE id = old.contact_id AND NOT EXISTS (SELECT 1 FROM tickets WHERE contact_id = old.contact_id);
END;

-- How many people and groups there are, without counting them.
CREATE TABLE contact_counts (is_group INTEGER PRIMARY KEY, n INTEGER NOT NULL);
INSERT INTO contact_counts SELECT 0, count(*) FROM contacts WHERE is_group = 0 UNION ALL SELECT 1, count(*) FROM contacts WHERE is_group = 1;
CREATE TRIGGER contacts_counted_in AFTER INSERT ON contacts BEGIN
  UPDATE contact_counts SET n = n + 1 WHERE is_group = new.is_group;
END;
CREATE TRIGGER contacts_counted_out AFTER DELETE ON contacts BEGIN
  UPDATE contact_counts SET n = n - 1 WHERE is_group = old.is_group;
END;
