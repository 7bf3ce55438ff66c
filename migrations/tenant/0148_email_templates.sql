-- Templates of e-mails, of the whole company.
CREATE TABLE email_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  subject TEXT NOT NULL,
  html TEXT NOT NULL, -- sanitised
  message TEXT NOT NULL, -- the same as plain text
  words TEXT NOT NULL, -- folded name, subject and text, for the search
  active INTEGER NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL, -- who wrote it
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX email_templates_name ON email_templates (name_folded);
CREATE INDEX email_templates_user ON email_templates (user_id) WHERE user_id IS NOT NULL; -- a person is deleted
-- Its files are rows of email_files; writing an e-mail with it copies them.
ALTER TABLE email_files ADD COLUMN template_id INTEGER REFERENCES email_templates (id) ON DELETE CASCADE;
CREATE INDEX email_files_template ON email_files (template_id) WHERE template_id IS NOT NULL;
