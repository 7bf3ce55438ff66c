-- The operator's mailbox for answers to companies' e-mails, and how far it was read. One row.
CREATE TABLE answers_mailbox (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  place TEXT NOT NULL, -- which mailbox this is about: its server, user and folder
  uid_validity INTEGER,
  last_uid INTEGER NOT NULL,
  since INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  failure TEXT,
  answer TEXT,
  read_at INTEGER
);
