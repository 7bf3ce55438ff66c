-- Messages to many, each of whom gets one once.
CREATE TABLE campaigns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  status TEXT NOT NULL,
  -- Whom it reaches: one of the two.
  contact_list_id INTEGER REFERENCES contact_lists (id) ON DELETE SET NULL,
  tag_id INTEGER REFERENCES tags (id) ON DELETE SET NULL,
  connection_id INTEGER REFERENCES connections (id) ON DELETE SET NULL,
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  excludes_cold INTEGER NOT NULL DEFAULT 0,
  confirmation INTEGER NOT NULL DEFAULT 0,
  starts_at INTEGER,
  started_at INTEGER,
  completed_at INTEGER,
  -- Why it was cancelled, where nobody did it; a key under `campaigns.reason`.
  reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Five of each, as JSON.
  texts TEXT NOT NULL,
  confirmation_texts TEXT NOT NULL,
  kind TEXT,
  media TEXT
);
CREATE INDEX campaigns_status ON campaigns (status, starts_at);
CREATE INDEX campaigns_created ON campaigns (created_at, id);
CREATE INDEX campaigns_list ON campaigns (contact_list_id) WHERE contact_list_id IS NOT NULL;
CREATE INDEX campaigns_tag ON campaigns (tag_id) WHERE tag_id IS NOT NULL;
CREATE INDEX campaigns_connection ON campaigns (connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX campaigns_queue ON campaigns (queue_id) WHERE queue_id IS NOT NULL;
CREATE INDEX campaigns_file ON campaigns (json_extract(media, '$.file')) WHERE media IS NOT NULL;

-- What changes with every message, apart from the long texts.
CREATE TABLE campaign_progress (
  campaign_id INTEGER PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  -- Where in its list or tag it has come with making deliveries, how many there are, and whether that is all.
  source_id INTEGER NOT NULL DEFAULT 0,
  is_filled INTEGER NOT NULL DEFAULT 0,
  -- Whose turn it is among those of one connection: the smallest.
  turn INTEGER NOT NULL DEFAULT 0,
  wait_why TEXT,
  wait_until INTEGER,
  total INTEGER NOT NULL DEFAULT 0,
  waiting INTEGER NOT NULL DEFAULT 0,
  cold_waiting INTEGER NOT NULL DEFAULT 0,
  asked INTEGER NOT NULL DEFAULT 0,
  sent INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  opted_out INTEGER NOT NULL DEFAULT 0,
  confirmed INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0
);

-- One for each person it is meant for.
CREATE TABLE campaign_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  -- Digits.
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Name and number as search sees them.
  words TEXT NOT NULL,
  contact_id INTEGER REFERENCES contacts (id) ON DELETE SET NULL,
  connection_id INTEGER,
  -- Its place in line, with a little chance in it; below 0 is before all others.
  position INTEGER NOT NULL,
  -- Never wrote to us over the connection.
  is_cold INTEGER NOT NULL,
  -- Which of the texts, beginning with 1.
  text INTEGER NOT NULL,
  confirmation_text INTEGER,
  -- waiting, sending, asked, sent, delivered, read, answered, optedOut, failed, skipped.
  state TEXT NOT NULL,
  reason TEXT,
  answer TEXT,
  -- The messages that it became, chosen when they were posted.
  confirmation_id INTEGER,
  message_id INTEGER,
  -- Opened by the answer.
  ticket_id INTEGER REFERENCES tickets (id) ON DELETE SET NULL,
  asked_at INTEGER,
  confirmed_at INTEGER,
  sent_at INTEGER,
  delivered_at INTEGER,
  read_at INTEGER,
  answered_at INTEGER,
  -- Of its last change.
  at INTEGER NOT NULL,
  UNIQUE (campaign_id, number)
);
CREATE INDEX deliveries_next ON campaign_deliveries (campaign_id, is_cold, position, id) WHERE state = 'waiting';
CREATE INDEX deliveries_sending ON campaign_deliveries (connection_id, campaign_id) WHERE state = 'sending';
CREATE INDEX deliveries_asked ON campaign_deliveries (asked_at) WHERE state = 'asked';
CREATE INDEX deliveries_message ON campaign_deliveries (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX deliveries_confirmation ON campaign_deliveries (confirmation_id) WHERE confirmation_id IS NOT NULL;
CREATE INDEX deliveries_contact ON campaign_deliveries (contact_id, campaign_id) WHERE contact_id IS NOT NULL;
CREATE INDEX deliveries_ticket ON campaign_deliveries (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX deliveries_tickets ON campaign_deliveries (campaign_id) WHERE ticket_id IS NOT NULL;
-- The tabs of the report, newest change first; `words` so that search reads no rows.
CREATE INDEX deliveries_page ON campaign_deliveries (campaign_id, at, id, words);
CREATE INDEX deliveries_waiting ON campaign_deliveries (campaign_id, at, id) WHERE state IN ('waiting', 'sending', 'asked');
CREATE INDEX deliveries_delivered ON campaign_deliveries (campaign_id, at, id) WHERE delivered_at IS NOT NULL;
CREATE INDEX deliveries_answered ON campaign_deliveries (campaign_id, at, id) WHERE answered_at IS NOT NULL;
CREATE INDEX deliveries_failed ON campaign_deliveries (campaign_id, at, id) WHERE state = 'failed';
CREATE INDEX deliveries_opted_out ON campaign_deliveries (campaign_id, at, id) WHERE state = 'optedOut';
CREATE INDEX deliveries_skipped ON campaign_deliveries (campaign_id, at, id) WHERE state = 'skipped';

-- What came back in each hour, counted when it comes. `hour` is its beginning in milliseconds.
CREATE TABLE campaign_points (
  campaign_id INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  hour INTEGER NOT NULL,
  delivered INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  opted_out INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, hour)
) WITHOUT ROWID;
-- The same of all campaigns by the company's day, `2026-11-23`.
CREATE TABLE campaign_days (
  day TEXT PRIMARY KEY,
  delivered INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  opted_out INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
