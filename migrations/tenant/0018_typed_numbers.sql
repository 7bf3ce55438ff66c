-- A number somebody typed for an account known only by its LID: nobody has confirmed that it belongs to that account.
ALTER TABLE contact_addresses ADD COLUMN typed INTEGER NOT NULL DEFAULT 0;
