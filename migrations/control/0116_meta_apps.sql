-- The app that signs the webhooks of an account; null: the operator's app, or a channel without webhooks.
ALTER TABLE channel_accounts ADD COLUMN app_secret TEXT;
ALTER TABLE channel_accounts ADD COLUMN verify_token_hash TEXT;
