-- To how many recipients a person has sent e-mails, and when, for the limit of an hour. Older rows go with the next new one.
CREATE TABLE email_uses (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  recipients INTEGER NOT NULL
);
CREATE INDEX email_uses_user ON email_uses (user_id, at);
ALTER TABLE email_recipients ADD COLUMN counted INTEGER NOT NULL DEFAULT 0; -- in email_uses, when it became due or later
UPDATE email_recipients SET counted = 1 WHERE email_id IN (SELECT id FROM emails WHERE state <> 'scheduled');
