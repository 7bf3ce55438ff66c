-- Reaching out: how many messages that nobody sends by hand may leave over a connection, and who wants none any more.

-- A key that is missing has its default; values are JSON.
CREATE TABLE campaign_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Where a connection stands in its pace; written in the transaction that posts a message.
CREATE TABLE reach_pace (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  -- Of the company's calendar; `sent` and `cold` count in it.
  day TEXT NOT NULL,
  sent INTEGER NOT NULL,
  cold INTEGER NOT NULL,
  -- Since the last longer pause.
  burst INTEGER NOT NULL,
  -- When the next may leave, and whether it is a longer pause that lasts until then.
  free_at INTEGER NOT NULL,
  is_pausing INTEGER NOT NULL,
  -- How many times slower it goes than it is set.
  factor REAL NOT NULL,
  -- Null: it goes; else since when nothing leaves, until somebody lets it go on.
  stopped_at INTEGER,
  -- Outcomes of what was posted before count no more: somebody let it go on.
  released_at INTEGER NOT NULL,
  -- When its outcomes were last looked at.
  judged_at INTEGER NOT NULL,
  -- Of the chats that WhatsApp lets the account begin: how many are left, until when; null while nothing is known.
  new_chats_left INTEGER,
  new_chats_until INTEGER,
  -- How many were ever posted, for the ring of outcomes.
  posted INTEGER NOT NULL
);
-- What left on each day before.
CREATE TABLE reach_days (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (connection_id, day)
) WITHOUT ROWID;

-- The latest messages of a connection that nobody sent by hand, in a ring of slots: how they fare.
CREATE TABLE reach_outcomes (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  slot INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  contact_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- waiting, sent, delivered, read, failed, blocked, optedOut.
  state TEXT NOT NULL,
  PRIMARY KEY (connection_id, slot)
) WITHOUT ROWID;
CREATE UNIQUE INDEX reach_outcomes_message ON reach_outcomes (message_id);
CREATE INDEX reach_outcomes_contact ON reach_outcomes (contact_id);
-- Whom we wrote to so, and when last.
CREATE TABLE reached (
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (contact_id, connection_id)
) WITHOUT ROWID;
CREATE INDEX reached_connection ON reached (connection_id);

-- Who wants nothing that was not asked for; kept when the contact is deleted.
CREATE TABLE opt_outs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contact_id INTEGER REFERENCES contacts (id) ON DELETE SET NULL,
  number TEXT,
  -- As the contact was called then; empty: only the number is known.
  name TEXT NOT NULL,
  -- What the contact wrote; null: a person of the company did it.
  word TEXT,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  -- Over which the contact wrote.
  connection_id INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  is_confirmed INTEGER NOT NULL
);
CREATE UNIQUE INDEX opt_outs_contact ON opt_outs (contact_id) WHERE contact_id IS NOT NULL;
CREATE UNIQUE INDEX opt_outs_number ON opt_outs (number) WHERE number IS NOT NULL;
CREATE INDEX opt_outs_at ON opt_outs (at DESC, id DESC);
CREATE INDEX opt_outs_user ON opt_outs (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX opt_outs_connection ON opt_outs (connection_id) WHERE connection_id IS NOT NULL;

-- Until when a RESTRICTED account may begin no chats, where that is known.
ALTER TABLE connections ADD COLUMN restricted_until INTEGER;

-- A due message that must wait: why, until when if that is known, and when to look again.
ALTER TABLE schedules ADD COLUMN wait_why TEXT;
ALTER TABLE schedules ADD COLUMN wait_until INTEGER;
ALTER TABLE schedules ADD COLUMN again_at INTEGER;
