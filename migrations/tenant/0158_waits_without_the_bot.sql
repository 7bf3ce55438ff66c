-- Time with the bot is not waiting: the contact waits for people from the bot's end, or from the beginning without a bot.
ALTER TABLE tickets ADD COLUMN bot_until INTEGER; -- when a bot last left it to people who had not accepted it yet
ALTER TABLE tickets ADD COLUMN waits_from INTEGER GENERATED ALWAYS AS (ifnull(bot_until, created_at)) VIRTUAL;
DROP VIEW ticket_figures;
CREATE VIEW ticket_figures AS
  SELECT id AS ticket_id, created_at / 3600000 AS hour, ifnull(queue_id, 0) AS queue_id, ifnull(user_id, 0) AS user_id, connection_id,
    1 AS opened, 0 AS accepted, 0 AS wait, 0 AS closed, 0 AS attended, 0 AS support
  FROM tickets WHERE is_group = 0 AND imported = 0
  UNION ALL
  SELECT id, accepted_at / 3600000, ifnull(queue_id, 0), ifnull(user_id, 0), connection_id, 0, 1, max(0, accepted_at - waits_from), 0, 0, 0
  FROM tickets WHERE is_group = 0 AND imported = 0 AND accepted_at IS NOT NULL
  UNION ALL
  SELECT id, closed_at / 3600000, ifnull(queue_id, 0), ifnull(user_id, 0), connection_id, 0, 0, 0, 1, accepted_at IS NOT NULL,
    ifnull(max(0, closed_at - accepted_at), 0)
  FROM tickets WHERE is_group = 0 AND imported = 0 AND status = 'closed' AND closed_at IS NOT NULL;
