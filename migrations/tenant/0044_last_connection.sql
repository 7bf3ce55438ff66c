-- Over which connection one last spoke with a contact, kept with the time of it: the list of contacts is narrowed to those of a connection.
ALTER TABLE contacts ADD COLUMN last_connection_id INTEGER;
UPDATE contacts SET last_connection_id = t.connection_id FROM (SELECT contact_id, connection_id, max(updated_at) FROM tickets GROUP BY contact_id) t
  WHERE t.contact_id = contacts.id;
CREATE INDEX contacts_connection ON contacts (last_connection_id, name_folded, id) WHERE is_group = 0 AND last_connection_id IS NOT NULL;
DROP TRIGGER tickets_of_contact_new;
CREATE TRIGGER tickets_of_contact_new AFTER INSERT ON tickets BEGIN
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000, last_connection_id = new.connection_id
    WHERE id = new.contact_id AND last_ticket_at <= new.updated_at / 60000 * 60000;
END;
DROP TRIGGER tickets_of_contact_moved;
CREATE TRIGGER tickets_of_contact_moved AFTER UPDATE OF updated_at, contact_id, connection_id ON tickets
WHEN new.updated_at / 60000 > old.updated_at / 60000 OR new.contact_id <> old.contact_id OR new.connection_id <> old.connection_id BEGIN
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000, last_connection_id = new.connection_id
    WHERE id = new.contact_id AND last_ticket_at <= new.updated_at / 60000 * 60000;
END;
DROP TRIGGER tickets_of_contact_gone;
CREATE TRIGGER tickets_of_contact_gone AFTER DELETE ON tickets BEGIN
  UPDATE contacts SET last_ticket_at = 0, last_connection_id = NULL WHERE id = old.contact_id AND NOT EXISTS (SELECT 1 FROM tickets WHERE contact_id = old.contact_id);
END;
DROP TRIGGER tickets_of_contact_left;
CREATE TRIGGER tickets_of_contact_left AFTER UPDATE OF contact_id ON tickets WHEN new.contact_id <> old.contact_id BEGIN
  UPDATE contacts SET last_ticket_at = 0, last_connection_id = NULL WHERE id = old.contact_id AND NOT EXISTS (SELECT 1 FROM tickets WHERE contact_id = old.contact_id);
END;
