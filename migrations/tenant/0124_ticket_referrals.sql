-- What led to a conversation: the first ad that a message of it names. The thumbnail stays with the message.
CREATE TABLE ticket_referrals (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  referral TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
