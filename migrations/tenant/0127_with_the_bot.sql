-- A pending ticket that a bot serves waits for nobody. `tab` says where a ticket is listed and counted. The indexes have the
-- columns it is made of: SQLite would look up each row for a virtual one.
ALTER TABLE tickets ADD COLUMN tab TEXT GENERATED ALWAYS AS (iif(status = 'pending' AND is_bot = 1, 'bot', status)) VIRTUAL;
-- The contact's latest message that says more than a choice in a menu. It may have moved or lost its text since.
ALTER TABLE tickets ADD COLUMN heard_id INTEGER;

DROP INDEX tickets_tab;
CREATE INDEX tickets_tab ON tickets
  (status, is_group, updated_at DESC, id DESC, queue_id, user_id, connection_id, unread, marked_unread, is_bot);
DROP INDEX tickets_waiting;
CREATE INDEX tickets_waiting ON tickets
  (status, is_group, iif(is_bot = 1 AND status = 'pending', 900000000000000, ifnull(waiting_since, 900000000000000)), id, queue_id, user_id, connection_id, is_bot) WHERE status <> 'closed';

-- The numbers beside the tabs: `status` of `ticket_counts` is the tab.
DROP TRIGGER ticket_added;
DROP TRIGGER ticket_listed;
CREATE TRIGGER ticket_added AFTER INSERT ON tickets BEGIN
  INSERT INTO count_in_tabs VALUES (new.tab, new.is_group, new.queue_id, new.user_id, new.connection_id, new.unread > 0 OR new.marked_unread, 1);
  INSERT INTO count_ticket VALUES (new.id, 1, 1);
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000, last_connection_id = new.connection_id
    WHERE id = new.contact_id AND last_ticket_at <= new.updated_at / 60000 * 60000;
END;
CREATE TRIGGER ticket_listed AFTER UPDATE OF status, is_bot, is_group, queue_id, user_id, connection_id, unread, marked_unread ON tickets
WHEN (old.tab, old.is_group, old.queue_id, old.user_id, old.connection_id, old.unread > 0 OR old.marked_unread)
  IS NOT (new.tab, new.is_group, new.queue_id, new.user_id, new.connection_id, new.unread > 0 OR new.marked_unread) BEGIN
  INSERT INTO count_in_tabs VALUES (old.tab, old.is_group, old.queue_id, old.user_id, old.connection_id, old.unread > 0 OR old.marked_unread, -1);
  INSERT INTO count_in_tabs VALUES (new.tab, new.is_group, new.queue_id, new.user_id, new.connection_id, new.unread > 0 OR new.marked_unread, 1);
END;
INSERT INTO count_in_tabs SELECT status, is_group, queue_id, user_id, connection_id, unread > 0 OR marked_unread, -1 FROM tickets WHERE tab = 'bot';
INSERT INTO count_in_tabs SELECT tab, is_group, queue_id, user_id, connection_id, unread > 0 OR marked_unread, 1 FROM tickets WHERE tab = 'bot';

UPDATE tickets SET heard_id = (SELECT m.id FROM messages m
  WHERE m.ticket_id = tickets.id AND m.from_me = 0 AND m.kind <> 'note' AND m.body NOT GLOB '[0-9]' AND m.body NOT GLOB '[0-9][0-9]' ORDER BY m.id DESC LIMIT 1)
WHERE status = 'pending' AND is_group = 0;
