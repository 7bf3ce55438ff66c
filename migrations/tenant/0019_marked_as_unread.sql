-- A ticket that somebody marked as unread is counted as unread, like one with unread messages.
DROP TRIGGER tickets_counted_in;
DROP TRIGGER tickets_counted_out;
DROP TRIGGER tickets_counted_over;
CREATE TRIGGER tickets_counted_in AFTER INSERT ON tickets WHEN new.status <> 'closed' BEGIN
  INSERT INTO ticket_counts VALUES (new.status, new.is_group, ifnull(new.queue_id, 0), ifnull(new.user_id, 0), new.connection_id, 1, new.unread > 0 OR new.marked_unread)
  ON CONFLICT DO UPDATE SET n = n + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER tickets_counted_out AFTER DELETE ON tickets WHEN old.status <> 'closed' BEGIN
  UPDATE ticket_counts SET n = n - 1, unread = unread - (old.unread > 0 OR old.marked_unread)
  WHERE status = old.status AND is_group = old.is_group AND queue_id = ifnull(old.queue_id, 0) AND user_id = ifnull(old.user_id, 0) AND connection_id = old.connection_id;
END;
CREATE TRIGGER tickets_counted_over AFTER UPDATE OF status, is_group, queue_id, user_id, connection_id, unread, marked_unread ON tickets
WHEN old.status <> new.status OR old.is_group <> new.is_group OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
  OR old.connection_id <> new.connection_id OR (old.unread > 0 OR old.marked_unread) <> (new.unread > 0 OR new.marked_unread) BEGIN
  UPDATE ticket_counts SET n = n - 1, unread = unread - (old.unread > 0 OR old.marked_unread)
  WHERE old.status <> 'closed' AND status = old.status AND is_group = old.is_group AND queue_id = ifnull(old.queue_id, 0)
    AND user_id = ifnull(old.user_id, 0) AND connection_id = old.connection_id;
  INSERT INTO ticket_counts
  SELECT new.status, new.is_group, ifnull(new.queue_id, 0), ifnull(new.user_id, 0), new.connection_id, 1, new.unread > 0 OR new.marked_unread
  WHERE new.status <> 'closed'
  ON CONFLICT DO UPDATE SET n = n + 1, unread = unread + excluded.unread;
END;
-- Those marked already.
UPDATE ticket_counts AS c SET unread = c.unread + m.n
FROM (SELECT status, is_group, ifnull(queue_id, 0) AS queue_id, ifnull(user_id, 0) AS user_id, connection_id, count(*) AS n
  FROM tickets WHERE status IN ('open', 'pending') AND marked_unread = 1 AND unread = 0 GROUP BY 1, 2, 3, 4, 5) m
WHERE c.status = m.status AND c.is_group = m.is_group AND c.queue_id = m.queue_id AND c.user_id = m.user_id AND c.connection_id = m.connection_id;
