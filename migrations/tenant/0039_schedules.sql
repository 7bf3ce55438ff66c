-- Messages that leave later, and reminders of a person.
CREATE TABLE schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- `mensagem` or `lembrete`.
  type TEXT NOT NULL,
  -- Who made it; a reminder is for them.
  user_id INTEGER NOT NULL REFERENCES users (id),
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  -- Null: of a reminder, or the connection was deleted.
  connection_id INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  body TEXT NOT NULL,
  -- Body and the contact's name, as search sees them.
  words TEXT NOT NULL,
  kind TEXT,
  media TEXT,
  send_at INTEGER NOT NULL,
  sent_at INTEGER,
  -- pending, sending, sucess, err.
  status TEXT NOT NULL,
  -- Why it failed, a key under `messages.failure` or `schedules.failure`.
  failure TEXT,
  -- The message that it became.
  message_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX schedules_due ON schedules (send_at) WHERE status = 'pending';
CREATE INDEX schedules_time ON schedules (send_at, id);
CREATE INDEX schedules_user ON schedules (user_id, send_at, id);
CREATE INDEX schedules_contact ON schedules (contact_id);
CREATE INDEX schedules_connection ON schedules (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX schedules_queue ON schedules (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX schedules_message ON schedules (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX schedules_file ON schedules (json_extract(media, '$.file')) WHERE media IS NOT NULL;

-- Whom we wrote to without an attendant: in which queue their answer opens its ticket.
CREATE TABLE expected_answers (
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  until INTEGER NOT NULL,
  PRIMARY KEY (contact_id, connection_id)
) WITHOUT ROWID;
CREATE INDEX expected_answers_connection ON expected_answers (connection_id);
CREATE INDEX expected_answers_queue ON expected_answers (queue_id);
