-- Whoever is looked for by a part of a name or number is found without reading everybody: three signs in a row lead there.
CREATE VIRTUAL TABLE contact_search USING fts5 (name_folded, number, content = '', contentless_delete = 1, tokenize = 'trigram');
INSERT INTO contact_search (rowid, name_folded, number) SELECT id, name_folded, number FROM contacts;
CREATE TRIGGER contact_search_new AFTER INSERT ON contacts BEGIN
  INSERT INTO contact_search (rowid, name_folded, number) VALUES (new.id, new.name_folded, new.number);
END;
CREATE TRIGGER contact_search_changed AFTER UPDATE OF name_folded, number ON contacts
WHEN old.name_folded IS NOT new.name_folded OR old.number IS NOT new.number BEGIN
  DELETE FROM contact_search WHERE rowid = old.id;
  INSERT INTO contact_search (rowid, name_folded, number) VALUES (new.id, new.name_folded, new.number);
END;
CREATE TRIGGER contact_search_gone AFTER DELETE ON contacts BEGIN
  DELETE FROM contact_search WHERE rowid = old.id;
END;
-- The list of people by name, at any page; groups are few and counted apart.
DROP INDEX contacts_name;
CREATE INDEX contacts_name ON contacts (name_folded, id) WHERE is_group = 0;
CREATE INDEX contacts_groups ON contacts (id) WHERE is_group = 1;
-- A search over tickets in whatever state walks from the newest.
CREATE INDEX tickets_recent ON tickets (updated_at DESC, id DESC);
