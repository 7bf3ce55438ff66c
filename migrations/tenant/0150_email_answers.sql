-- Answers to e-mails, and the mailbox in which they arrive.
CREATE TABLE email_answers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_id INTEGER NOT NULL REFERENCES emails (id) ON DELETE CASCADE,
  recipient_id INTEGER, -- the copy that it answers; NULL when that copy is gone
  kind TEXT NOT NULL, -- reply, automatic, bounce
  message_id TEXT NOT NULL, -- a mail found twice, in another folder or by another reader, has the same
  reference_ids TEXT NOT NULL, -- the line References of what is sent in answer to it
  from_name TEXT NOT NULL,
  from_address TEXT NOT NULL,
  reply_to TEXT NOT NULL, -- empty: from_address
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  fault TEXT, -- tooLarge, unreadable: what is stored is not all of it
  left_out INTEGER NOT NULL DEFAULT 0, -- files that were not stored
  sent_at INTEGER, -- by the sender's clock
  received_at INTEGER NOT NULL,
  read_at INTEGER
);
CREATE UNIQUE INDEX email_answers_message ON email_answers (email_id, message_id);
CREATE INDEX email_answers_address ON email_answers (from_address COLLATE NOCASE); -- a contact's, and erasure
CREATE INDEX email_answers_unread ON email_answers (id) WHERE read_at IS NULL; -- the bell
CREATE TABLE email_answer_files (
  id INTEGER PRIMARY KEY,
  answer_id INTEGER NOT NULL REFERENCES email_answers (id) ON DELETE CASCADE,
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER
);
CREATE INDEX email_answer_files_answer ON email_answer_files (answer_id);
CREATE INDEX email_answer_files_media ON email_answer_files (media_file) WHERE media_file IS NOT NULL;
-- One row: how answers arrive, and how far the mailbox was read.
CREATE TABLE email_mailbox (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  way TEXT NOT NULL, -- off, imap, operator
  host TEXT NOT NULL,
  port INTEGER NOT NULL,
  own_login INTEGER NOT NULL, -- 0: the login of sending
  user TEXT NOT NULL,
  password TEXT NOT NULL, -- encrypted
  folder TEXT NOT NULL,
  plus_address INTEGER NOT NULL, -- Reply-To names the mailbox with a token after a plus
  uid_validity INTEGER,
  last_uid INTEGER NOT NULL,
  since INTEGER NOT NULL, -- in a mailbox whose numbers are new, mails are read from here
  next_at INTEGER, -- NULL: not read
  failures INTEGER NOT NULL, -- since it was last read
  failure TEXT,
  answer TEXT, -- the server's own words
  read_at INTEGER
);
