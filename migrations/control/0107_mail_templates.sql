-- Mails that the operator has worded anew, by kind and language. Without a row the product's own words are sent.
CREATE TABLE mail_templates (
  kind TEXT NOT NULL,
  language TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (kind, language)
) WITHOUT ROWID;
