-- One-time codes sent by e-mail, one for each owner: who resets a password, and which address signs up. They are counted
-- by day. Codes that were on their way are requested again.
CREATE TABLE mail_codes (
  owner TEXT PRIMARY KEY,
  code TEXT, -- encrypted; NULL once it was used
  expires_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  counted_from INTEGER NOT NULL,
  issued INTEGER NOT NULL
) WITHOUT ROWID;
DROP TABLE reset_codes;
