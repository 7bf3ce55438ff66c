-- E-mails of the company's people. Each recipient gets a copy of their own, with a state of its own.
CREATE TABLE emails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  token TEXT NOT NULL, -- begins the Message-ID of each copy, the same at every try
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  words TEXT NOT NULL, -- folded subject and addresses, for the search
  state TEXT NOT NULL, -- scheduled, sending, done
  send_at INTEGER NOT NULL,
  next_at INTEGER, -- when the sender has to look at it; NULL when nothing is left
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX emails_due ON emails (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX emails_scheduled ON emails (send_at) WHERE state = 'scheduled'; -- the list of scheduled ones
CREATE INDEX emails_sent ON emails (send_at) WHERE state <> 'scheduled'; -- the list of sent ones
CREATE INDEX emails_user ON emails (user_id, send_at); -- a person's own
CREATE TABLE email_recipients (
  id INTEGER PRIMARY KEY,
  email_id INTEGER NOT NULL REFERENCES emails (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  state TEXT NOT NULL, -- queued, sending, sent, failed, unknown
  failure TEXT,
  answer TEXT, -- the server's own words
  tries INTEGER NOT NULL DEFAULT 0,
  since INTEGER NOT NULL, -- it is tried for a day from here
  next_at INTEGER, -- the next try of a queued one
  sent_at INTEGER
);
CREATE INDEX email_recipients_email ON email_recipients (email_id);
CREATE INDEX email_recipients_address ON email_recipients (address COLLATE NOCASE); -- a person's data is erased
