-- What happens while nobody opens a conversation of the queue; null: nothing.
ALTER TABLE queues ADD COLUMN escalation TEXT;

-- Conversations with a message that nobody has seen, in queues that escalate.
CREATE TABLE escalations (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  since INTEGER NOT NULL, -- the first of these messages
  done TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(done)), -- the steps that were taken
  due_at INTEGER NOT NULL -- when the next one may be
) STRICT;
CREATE INDEX escalations_due ON escalations (due_at);

-- In the bells of supervisors, until they have seen it or somebody has seen the conversation.
CREATE TABLE escalation_alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  minutes INTEGER NOT NULL,
  raised_at INTEGER NOT NULL,
  UNIQUE (user_id, ticket_id)
) STRICT;
CREATE INDEX escalation_alerts_ticket ON escalation_alerts (ticket_id);

-- WhatsApp numbers that people gave for this.
CREATE TABLE escalation_numbers (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  number TEXT NOT NULL
) STRICT;

-- Messages to these numbers, for the limit of a day.
CREATE TABLE escalation_sends (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, sent_at)
) WITHOUT ROWID, STRICT;
