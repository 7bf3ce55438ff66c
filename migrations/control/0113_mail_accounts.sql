-- The account of Google or Microsoft that the installation's own mail is sent with, as each company has one.
CREATE TABLE mail_accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  address TEXT NOT NULL,
  refresh_token TEXT NOT NULL,
  signed_in_at INTEGER NOT NULL,
  refused_at INTEGER,
  refusal TEXT,
  notice_due INTEGER NOT NULL DEFAULT 0
);
