-- The WhatsApp business account of a number of the Cloud API: some events name only that.
ALTER TABLE channel_accounts ADD COLUMN business_id TEXT;
