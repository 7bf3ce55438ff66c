-- Files of e-mails. One is stored while the e-mail is being written, and belongs to none until it is sent.
CREATE TABLE email_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_id INTEGER REFERENCES emails (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id), -- who added it
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX email_files_email ON email_files (email_id);
CREATE INDEX email_files_user ON email_files (user_id, email_id); -- a person's, not sent yet
CREATE INDEX email_files_media ON email_files (media_file) WHERE media_file IS NOT NULL;
