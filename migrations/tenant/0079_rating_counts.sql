-- The results of ratings, per quarter of an hour (counted from 1970), question, answer, queue, person, and the place of its ticket,
-- which decides who sees it. Triggers keep them like the figures (0070), and the same jobs count and compare them. 0, -1 and ''
-- stand for none.
CREATE TABLE rating_counts (
  quarter INTEGER NOT NULL,
  rating_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  value INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  ticket_queue_id INTEGER NOT NULL,
  ticket_user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  label TEXT NOT NULL,
  satisfied INTEGER NOT NULL,
  top INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top)
) WITHOUT ROWID;

CREATE VIEW rating_cells AS
  SELECT r.ticket_id, r.asked_at / 900000 AS quarter, ifnull(r.rating_id, 0) AS rating_id, r.type, ifnull(r.queue_id, 0) AS queue_id,
    ifnull(r.user_id, 0) AS user_id, ifnull(r.value, -1) AS value, t.connection_id, ifnull(t.queue_id, 0) AS ticket_queue_id,
    ifnull(t.user_id, 0) AS ticket_user_id, r.name, ifnull(r.label, '') AS label, ifnull(r.satisfied, -1) AS satisfied, r.top, 1 AS n
  FROM ticket_ratings r JOIN tickets t ON t.id = r.ticket_id WHERE t.is_group = 0 AND t.imported = 0;

CREATE TRIGGER rating_counts_ticket_from BEFORE UPDATE OF queue_id, user_id, connection_id, is_group, imported ON tickets
WHEN (old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, -1 FROM rating_cells WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_ticket_to AFTER UPDATE OF queue_id, user_id, connection_id, is_group, imported ON tickets
WHEN (old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, 1 FROM rating_cells WHERE ticket_id = new.id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_ticket_out BEFORE DELETE ON tickets
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, -1 FROM rating_cells WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER rating_counts_in AFTER INSERT ON ticket_ratings
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, 1 FROM rating_cells WHERE ticket_id = new.ticket_id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_from BEFORE UPDATE OF ticket_id, user_id, queue_id, rating_id, name, type, asked_at, value, label, satisfied, top ON ticket_ratings
WHEN (old.ticket_id IS NOT new.ticket_id OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id OR old.rating_id IS NOT new.rating_id OR old.name IS NOT new.name OR old.type IS NOT new.type OR old.asked_at IS NOT new.asked_at OR old.value IS NOT new.value OR old.label IS NOT new.label OR old.satisfied IS NOT new.satisfied OR old.top IS NOT new.top) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, -1 FROM rating_cells WHERE ticket_id = old.ticket_id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_to AFTER UPDATE OF ticket_id, user_id, queue_id, rating_id, name, type, asked_at, value, label, satisfied, top ON ticket_ratings
WHEN (old.ticket_id IS NOT new.ticket_id OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id OR old.rating_id IS NOT new.rating_id OR old.name IS NOT new.name OR old.type IS NOT new.type OR old.asked_at IS NOT new.asked_at OR old.value IS NOT new.value OR old.label IS NOT new.label OR old.satisfied IS NOT new.satisfied OR old.top IS NOT new.top) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, 1 FROM rating_cells WHERE ticket_id = new.ticket_id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rating_counts_out BEFORE DELETE ON ticket_ratings
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, -1 FROM rating_cells WHERE ticket_id = old.ticket_id
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;

-- Those of tickets that are not counted yet come with them.
INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, sum(n) FROM rating_cells
WHERE ticket_id >= ifnull((SELECT below FROM figures_due), 0) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;

-- Results are no longer read from it.
DROP INDEX ticket_ratings_asked;
