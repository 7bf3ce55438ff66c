-- What a company chose for notifications of conversations: `text` (name and text), `name` or `queue`.
CREATE TABLE push_company (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  lock_screen TEXT NOT NULL -- of queues without a choice of their own
);
CREATE TABLE push_queues (
  queue_id INTEGER PRIMARY KEY REFERENCES queues (id) ON DELETE CASCADE,
  lock_screen TEXT NOT NULL
);

-- Browsers of people that refused notifications, or cannot show any.
CREATE TABLE push_silent_browsers (
  user_id INTEGER NOT NULL,
  browser_key TEXT NOT NULL, -- random, kept by the browser
  session_id TEXT NOT NULL,
  browser TEXT NOT NULL,
  reason TEXT NOT NULL,
  since INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, browser_key)
) WITHOUT ROWID;

-- Counters of a day in the company's time zone.
CREATE TABLE push_days (
  day TEXT PRIMARY KEY,
  sent INTEGER NOT NULL DEFAULT 0,
  awaited INTEGER NOT NULL DEFAULT 0, -- notifications of unread conversations
  seen_soon INTEGER NOT NULL DEFAULT 0 -- of these, how many were opened within five minutes
) WITHOUT ROWID;
-- Conversations whose attendant was notified and has not opened them since.
CREATE TABLE push_awaited (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
) WITHOUT ROWID;

-- What a button of a notification may do, once: take this conversation.
CREATE TABLE push_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  device_id INTEGER NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  UNIQUE (device_id, tag)
);
CREATE INDEX push_acts_ticket ON push_acts (ticket_id);
