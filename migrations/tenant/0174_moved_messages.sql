-- `messages.imported`: 1 came with a phone's history, which is left out of the figures; 2 moved in from another product,
-- which had counted it when it arrived.
DROP VIEW message_figures;
CREATE VIEW message_figures AS
  SELECT m.ticket_id, m.id AS message_id, m.created_at / 3600000 AS hour, ifnull(t.queue_id, 0) AS queue_id, ifnull(m.user_id, 0) AS user_id, m.connection_id,
    m.from_me = 0 AS received, m.from_me AS sent
  FROM messages m JOIN tickets t ON t.id = m.ticket_id
  WHERE t.is_group = 0 AND t.imported = 0 AND m.imported <> 1 AND m.kind NOT IN ('note', 'call');
