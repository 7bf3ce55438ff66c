-- The person at Meta whose sign-in gave access to a page: Meta tells when it is taken back.
ALTER TABLE channel_accounts ADD COLUMN meta_user_id TEXT;
CREATE INDEX channel_accounts_meta_user ON channel_accounts (meta_user_id) WHERE meta_user_id IS NOT NULL;

-- People who asked Meta to have their data deleted here.
CREATE TABLE meta_deletions (
  code TEXT PRIMARY KEY, -- the person has it, and nobody else
  meta_user_id TEXT, -- null once it is done
  requested_at INTEGER NOT NULL,
  done_at INTEGER
) WITHOUT ROWID, STRICT;
