-- The picture of a page or an Instagram account, tiny, as a data URL.
ALTER TABLE meta_accounts ADD COLUMN picture TEXT;
