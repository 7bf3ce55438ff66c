-- What an e-mail has beside its plain text: formatting, a signature, and the contact and conversation that it is about.
CREATE TABLE email_letters (
  email_id INTEGER PRIMARY KEY REFERENCES emails (id) ON DELETE CASCADE,
  html TEXT, -- sanitised; NULL: plain text
  signature TEXT, -- sanitised HTML, as it was when the e-mail was written
  contact_id INTEGER REFERENCES contacts (id) ON DELETE SET NULL,
  ticket_id INTEGER REFERENCES tickets (id) ON DELETE SET NULL
);
CREATE INDEX email_letters_contact ON email_letters (contact_id, email_id) WHERE contact_id IS NOT NULL; -- the contact's pane
CREATE INDEX email_letters_ticket ON email_letters (ticket_id) WHERE ticket_id IS NOT NULL; -- a ticket is deleted
-- A person's signature below their e-mails.
CREATE TABLE email_signatures (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  html TEXT NOT NULL, -- sanitised
  updated_at INTEGER NOT NULL
);
