-- Webhooks: which events go to which address. Their progress stands in a table of its own, because it changes with every
-- delivery and what listens is looked up with every event.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  topics TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  secret TEXT NOT NULL,
  secret_at INTEGER NOT NULL,
  old_secret TEXT,
  old_until INTEGER,
  created_at INTEGER NOT NULL
);

CREATE TABLE webhook_states (
  webhook_id INTEGER PRIMARY KEY,
  active INTEGER NOT NULL DEFAULT 1,
  disabled_why TEXT,
  disabled_at INTEGER,
  mail_due INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  streak INTEGER NOT NULL DEFAULT 0,
  held_until INTEGER NOT NULL DEFAULT 0,
  last_at INTEGER,
  waiting INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'waiting',
  created_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  last_at INTEGER,
  answer_status INTEGER,
  fault TEXT,
  took INTEGER,
  answer TEXT,
  history TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, next_at, id) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_expiring ON webhook_deliveries (expires_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_counted ON webhook_deliveries (webhook_id, status, created_at);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at) WHERE status <> 'waiting';
CREATE INDEX webhook_deliveries_all ON webhook_deliveries (webhook_id, id);

CREATE TRIGGER webhook_delivery_added AFTER INSERT ON webhook_deliveries BEGIN
  UPDATE webhook_states SET waiting = waiting + (NEW.status = 'waiting'), settled = settled + (NEW.status <> 'waiting')
    WHERE webhook_id = NEW.webhook_id;
END;
CREATE TRIGGER webhook_delivery_moved AFTER UPDATE OF status ON webhook_deliveries
WHEN (OLD.status = 'waiting') <> (NEW.status = 'waiting') BEGIN
  UPDATE webhook_states SET
    waiting = waiting + (NEW.status = 'waiting') - (OLD.status = 'waiting'),
    settled = settled + (NEW.status <> 'waiting') - (OLD.status <> 'waiting')
    WHERE webhook_id = NEW.webhook_id;
END;
CREATE TRIGGER webhook_delivery_removed AFTER DELETE ON webhook_deliveries BEGIN
  UPDATE webhook_states SET waiting = waiting - (OLD.status = 'waiting'), settled = settled - (OLD.status <> 'waiting')
    WHERE webhook_id = OLD.webhook_id;
END;
