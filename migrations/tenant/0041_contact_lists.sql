-- Lists of people that campaigns write to; they need not be contacts.
CREATE TABLE contact_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Not shown any more; its items go little by little, and then the row.
  deleted_at INTEGER,
  -- Kept by the triggers below.
  contacts_count INTEGER NOT NULL DEFAULT 0,
  valid_count INTEGER NOT NULL DEFAULT 0,
  invalid_count INTEGER NOT NULL DEFAULT 0,
  blacklist_count INTEGER NOT NULL DEFAULT 0,
  -- Still to be looked up.
  due_count INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX contact_lists_name ON contact_lists (name_folded) WHERE deleted_at IS NULL;
CREATE INDEX contact_lists_deleted ON contact_lists (id) WHERE deleted_at IS NOT NULL;

CREATE TABLE contact_list_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  list_id INTEGER NOT NULL REFERENCES contact_lists (id),
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  -- Digits with country code.
  number TEXT NOT NULL,
  email TEXT,
  -- What the messenger says of the number; null: not known.
  is_whatsapp_valid INTEGER,
  checked_at INTEGER,
  -- Times that it was asked without an answer.
  tries INTEGER NOT NULL DEFAULT 0,
  in_blacklist INTEGER NOT NULL DEFAULT 0,
  -- JSON: further columns of the spreadsheet, `[{name, value}]`.
  extra TEXT NOT NULL DEFAULT '[]',
  -- The spreadsheet that brought it.
  import_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Whether it is still to be looked up.
  is_due INTEGER NOT NULL GENERATED ALWAYS AS (is_whatsapp_valid IS NULL AND tries < 3 AND in_blacklist = 0) VIRTUAL
);
CREATE UNIQUE INDEX contact_list_items_once ON contact_list_items (list_id, number);
CREATE INDEX contact_list_items_number ON contact_list_items (number);
-- With all that the page of a list searches and filters by.
CREATE INDEX contact_list_items_page ON contact_list_items (list_id, name_folded, id, number, is_whatsapp_valid, in_blacklist);
CREATE INDEX contact_list_items_in_order ON contact_list_items (list_id, id);
CREATE INDEX contact_list_items_due ON contact_list_items (id) WHERE is_whatsapp_valid IS NULL AND tries < 3 AND in_blacklist = 0;

CREATE TRIGGER contact_list_items_added AFTER INSERT ON contact_list_items BEGIN
  UPDATE contact_lists SET
    contacts_count = contacts_count + 1,
    valid_count = valid_count + (new.is_whatsapp_valid IS 1),
    invalid_count = invalid_count + (new.is_whatsapp_valid IS 0),
    blacklist_count = blacklist_count + new.in_blacklist,
    due_count = due_count + new.is_due
  WHERE id = new.list_id;
END;
CREATE TRIGGER contact_list_items_removed AFTER DELETE ON contact_list_items BEGIN
  UPDATE contact_lists SET
    contacts_count = contacts_count - 1,
    valid_count = valid_count - (old.is_whatsapp_valid IS 1),
    invalid_count = invalid_count - (old.is_whatsapp_valid IS 0),
    blacklist_count = blacklist_count - old.in_blacklist,
    due_count = due_count - old.is_due
  WHERE id = old.list_id;
END;
CREATE TRIGGER contact_list_items_changed AFTER UPDATE OF is_whatsapp_valid, tries, in_blacklist ON contact_list_items BEGIN
  UPDATE contact_lists SET
    valid_count = valid_count + (new.is_whatsapp_valid IS 1) - (old.is_whatsapp_valid IS 1),
    invalid_count = invalid_count + (new.is_whatsapp_valid IS 0) - (old.is_whatsapp_valid IS 0),
    blacklist_count = blacklist_count + new.in_blacklist - old.in_blacklist,
    due_count = due_count + new.is_due - old.is_due
  WHERE id = new.list_id;
END;

-- How often each connection has asked the messenger about numbers in its present hour, and when it may ask again.
CREATE TABLE number_look_ups (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  hour_began INTEGER NOT NULL,
  count INTEGER NOT NULL,
  next_at INTEGER NOT NULL
);
