-- The account of Google or Microsoft that the company's mail is sent with. At most one row; its id grows with each sign-in.
CREATE TABLE mail_accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL, -- google, microsoft
  address TEXT NOT NULL,
  refresh_token TEXT NOT NULL, -- encrypted; empty since the provider refused it
  signed_in_at INTEGER NOT NULL,
  refused_at INTEGER,
  refusal TEXT, -- the provider's own words
  notice_due INTEGER NOT NULL DEFAULT 0 -- the admins have to be notified by mail
);
