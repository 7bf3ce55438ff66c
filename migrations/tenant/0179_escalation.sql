-- What happens while nobody opens a conversation of the queue; null: nothing.
ALTER TABLE queues ADD COLUMN escalation TEXT;

-- Conversations with a message that nobody has seen, in queues that escalate.
CREATE TABLE escalations (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  since INTEGER NOT NULL, -- the first of these messages
  done TEXT NOT NULL DEFAULT '[]', -- the steps that were taken
  due_at INTEGER NOT NULL -- when the next one may be
);
CREATE INDEX escalations_due ON escalations (due_at);

-- In the bells of supervisors, until they have seen it or somebody has seen the conversation.
CREATE TABLE escalation_alerts (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  minutes INTEGER NOT NULL,
  raised_at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
) WITHOUT ROWID;

-- WhatsApp numbers that people gave for this, and when the latest messages went there, for the limit of a day.
CREATE TABLE escalation_numbers (
  user_id INTEGER PRIMARY KEY,
  number TEXT NOT NULL,
  sent TEXT NOT NULL DEFAULT '[]'
);
