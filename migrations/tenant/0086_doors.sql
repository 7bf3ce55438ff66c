-- Sends of the external API may quote a message, and carry the name of the attendant who gets the ticket.
ALTER TABLE api_sends ADD COLUMN quoted_id INTEGER;
ALTER TABLE api_sends ADD COLUMN is_signed INTEGER NOT NULL DEFAULT 0;

-- Deliveries are counted as they change, by status and by hour: a dead receiver may have a hundred thousand waiting.
DROP TRIGGER webhook_delivery_added;
DROP TRIGGER webhook_delivery_moved;
DROP TRIGGER webhook_delivery_removed;
DROP INDEX webhook_deliveries_counted;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, id) WHERE status = 'failed';

-- `settled` includes them.
ALTER TABLE webhook_states ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
UPDATE webhook_states SET failed =
  (SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = webhook_states.webhook_id AND d.status = 'failed');

-- Finished deliveries by the hour of their event, in hours since 1970. Deleted ones remain counted.
CREATE TABLE webhook_hours (
  webhook_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, hour)
) WITHOUT ROWID;
INSERT INTO webhook_hours
  SELECT webhook_id, created_at / 3600000, count(*), sum(status = 'failed')
  FROM webhook_deliveries WHERE status <> 'waiting' GROUP BY 1, 2;

CREATE TRIGGER webhook_delivery_waits AFTER INSERT ON webhook_deliveries WHEN NEW.status = 'waiting' BEGIN
  UPDATE webhook_states SET waiting = waiting + 1 WHERE webhook_id = NEW.webhook_id;
END;
CREATE TRIGGER webhook_delivery_added AFTER INSERT ON webhook_deliveries WHEN NEW.status <> 'waiting' BEGIN
  UPDATE webhook_states SET settled = settled + 1, failed = failed + (NEW.status = 'failed')
    WHERE webhook_id = NEW.webhook_id;
  INSERT INTO webhook_hours VALUES (NEW.webhook_id, NEW.created_at / 3600000, 1, NEW.status = 'failed')
    ON CONFLICT DO UPDATE SET settled = settled + excluded.settled, failed = failed + excluded.failed;
END;
CREATE TRIGGER webhook_delivery_moved AFTER UPDATE OF status ON webhook_deliveries WHEN OLD.status <> NEW.status BEGIN
  UPDATE webhook_states SET
    waiting = waiting + (NEW.status = 'waiting') - (OLD.status = 'waiting'),
    settled = settled + (NEW.status <> 'waiting') - (OLD.status <> 'waiting'),
    failed = failed + (NEW.status = 'failed') - (OLD.status = 'failed')
    WHERE webhook_id = NEW.webhook_id;
  INSERT INTO webhook_hours VALUES (NEW.webhook_id, NEW.created_at / 3600000,
      (NEW.status <> 'waiting') - (OLD.status <> 'waiting'), (NEW.status = 'failed') - (OLD.status = 'failed'))
    ON CONFLICT DO UPDATE SET settled = settled + excluded.settled, failed = failed + excluded.failed;
END;
CREATE TRIGGER webhook_delivery_removed AFTER DELETE ON webhook_deliveries BEGIN
  UPDATE webhook_states SET
    waiting = waiting - (OLD.status = 'waiting'),
    settled = settled - (OLD.status <> 'waiting'),
    failed = failed - (OLD.status = 'failed')
    WHERE webhook_id = OLD.webhook_id;
END;
