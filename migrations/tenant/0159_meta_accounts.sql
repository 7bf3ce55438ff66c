-- What Meta says about the account behind a connection to the Cloud API, Messenger or Instagram.
CREATE TABLE meta_accounts (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  account TEXT NOT NULL, -- the id that events name: of the phone number, the page or the Instagram account
  business_id TEXT,
  display_name TEXT NOT NULL DEFAULT '',
  username TEXT,
  quality TEXT,
  messaging_limit INTEGER, -- -1: no limit
  coexistent INTEGER NOT NULL DEFAULT 0,
  token_ends_at INTEGER,
  subscribed_at INTEGER,
  checked_at INTEGER NOT NULL DEFAULT 0
) STRICT;
