-- The outbox: a pace of each connection, and its next messages found without looking at all that wait.

ALTER TABLE connections ADD COLUMN messages_per_minute INTEGER NOT NULL DEFAULT 0; -- 0: as fast as it goes
CREATE INDEX outbox_contact ON outbox (connection_id, contact_id, id); -- is something before it in its chat?
CREATE INDEX outbox_due ON outbox (connection_id, next_at); -- when is the next try?
