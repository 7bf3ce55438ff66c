-- The figures of dashboard and reports, per hour (counted in UTC from 1970), queue, person and connection; 0 stands for none. The
-- triggers below keep them in the transaction of the ticket or message, whatever changes it, so they are always what a
-- recount of the views gives (src/tickets/figures). Groups and imported history are left out.
-- Whatever is counted stands where its ticket stands now: a list with the same filters has as many rows.
CREATE TABLE figures (
  hour INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  opened INTEGER NOT NULL,
  -- First attended in this hour, and how long these contacts had waited, in milliseconds.
  accepted INTEGER NOT NULL,
  wait INTEGER NOT NULL,
  -- Closed in this hour; those of them that somebody had attended, and how long.
  closed INTEGER NOT NULL,
  attended INTEGER NOT NULL,
  support INTEGER NOT NULL,
  -- Ratings asked for in this hour.
  asked INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  -- Of csat: how many were answered, by satisfied contacts, and the sum of answers in 1/2520 of their scale, which all scales to ten divide.
  csat INTEGER NOT NULL,
  satisfied INTEGER NOT NULL,
  csat_sum INTEGER NOT NULL,
  promoters INTEGER NOT NULL,
  passives INTEGER NOT NULL,
  detractors INTEGER NOT NULL,
  -- New contacts, of no queue and no connection.
  contacts INTEGER NOT NULL,
  PRIMARY KEY (hour, user_id, queue_id, connection_id)
) WITHOUT ROWID;

-- Messages apart, because they are many: theirs are rows of few columns. `user_id` is who sent it.
CREATE TABLE message_hours (
  hour INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  received INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (hour, user_id, queue_id, connection_id)
) WITHOUT ROWID;

-- Tickets below this number are not counted yet: they are in slices after an upgrade or a rebuild. No row: all are.
CREATE TABLE figures_due (below INTEGER NOT NULL);
INSERT INTO figures_due SELECT max(id) + 1 FROM tickets HAVING max(id) IS NOT NULL;

-- When the figures were last compared with a recount.
CREATE TABLE figures_compared (at INTEGER NOT NULL);

CREATE VIEW ticket_figures AS
  SELECT id AS ticket_id, created_at / 3600000 AS hour, ifnull(queue_id, 0) AS queue_id, ifnull(user_id, 0) AS user_id, connection_id,
    1 AS opened, 0 AS accepted, 0 AS wait, 0 AS closed, 0 AS attended, 0 AS support
  FROM tickets WHERE is_group = 0 AND imported = 0
  UNION ALL
  SELECT id, accepted_at / 3600000, ifnull(queue_id, 0), ifnull(user_id, 0), connection_id, 0, 1, max(0, accepted_at - created_at), 0, 0, 0
  FROM tickets WHERE is_group = 0 AND imported = 0 AND accepted_at IS NOT NULL
  UNION ALL
  SELECT id, closed_at / 3600000, ifnull(queue_id, 0), ifnull(user_id, 0), connection_id, 0, 0, 0, 1, accepted_at IS NOT NULL,
    ifnull(max(0, closed_at - accepted_at), 0)
  FROM tickets WHERE is_group = 0 AND imported = 0 AND status = 'closed' AND closed_at IS NOT NULL;

CREATE VIEW message_figures AS
  SELECT m.ticket_id, m.id AS message_id, m.created_at / 3600000 AS hour, ifnull(t.queue_id, 0) AS queue_id, ifnull(m.user_id, 0) AS user_id, m.connection_id,
    m.from_me = 0 AS received, m.from_me AS sent
  FROM messages m JOIN tickets t ON t.id = m.ticket_id
  WHERE t.is_group = 0 AND t.imported = 0 AND m.imported = 0 AND m.kind NOT IN ('note', 'call');

CREATE VIEW rating_figures AS
  SELECT r.ticket_id, r.asked_at / 3600000 AS hour, ifnull(r.queue_id, 0) AS queue_id, ifnull(r.user_id, 0) AS user_id, t.connection_id,
    1 AS asked, r.value IS NOT NULL AS answered,
    r.type = 'csat' AND r.value IS NOT NULL AS csat,
    r.type = 'csat' AND ifnull(r.satisfied, 0) AS satisfied,
    CASE WHEN r.type = 'csat' AND r.value IS NOT NULL AND r.top > 0 THEN r.value * 2520 / r.top ELSE 0 END AS csat_sum,
    r.type = 'nps' AND ifnull(r.value, -1) >= 9 AS promoters,
    r.type = 'nps' AND ifnull(r.value, -1) BETWEEN 7 AND 8 AS passives,
    r.type = 'nps' AND ifnull(r.value, -1) BETWEEN 0 AND 6 AS detractors
  FROM ticket_ratings r JOIN tickets t ON t.id = r.ticket_id WHERE t.is_group = 0 AND t.imported = 0;

-- A ticket: opened, first attended, closed.
CREATE TRIGGER figures_ticket_in AFTER INSERT ON tickets
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, opened, accepted, wait, closed, attended, support, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM ticket_figures WHERE ticket_id = new.id
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
END;

CREATE TRIGGER figures_ticket_from BEFORE UPDATE OF status, is_group, imported, queue_id, user_id, connection_id, created_at, accepted_at, closed_at ON tickets
WHEN (old.status IS NOT new.status OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id OR old.created_at IS NOT new.created_at OR old.accepted_at IS NOT new.accepted_at OR old.closed_at IS NOT new.closed_at) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, -opened, -accepted, -wait, -closed, -attended, -support, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM ticket_figures WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
END;

CREATE TRIGGER figures_ticket_to AFTER UPDATE OF status, is_group, imported, queue_id, user_id, connection_id, created_at, accepted_at, closed_at ON tickets
WHEN (old.status IS NOT new.status OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id OR old.created_at IS NOT new.created_at OR old.accepted_at IS NOT new.accepted_at OR old.closed_at IS NOT new.closed_at) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, opened, accepted, wait, closed, attended, support, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM ticket_figures WHERE ticket_id = new.id
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
END;

-- What follows its ticket: messages to another queue, a rating to another connection.
CREATE TRIGGER figures_messages_from BEFORE UPDATE OF queue_id, is_group, imported ON tickets
WHEN (old.queue_id IS NOT new.queue_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, -sum(received), -sum(sent)
  FROM message_figures WHERE ticket_id = old.id GROUP BY 1, 2, 3, 4
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;

CREATE TRIGGER figures_messages_to AFTER UPDATE OF queue_id, is_group, imported ON tickets
WHEN (old.queue_id IS NOT new.queue_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, sum(received), sum(sent)
  FROM message_figures WHERE ticket_id = new.id GROUP BY 1, 2, 3, 4
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;

CREATE TRIGGER figures_rating_from BEFORE UPDATE OF connection_id, is_group, imported ON tickets
WHEN (old.connection_id IS NOT new.connection_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, -asked, -answered, -csat, -satisfied, -csat_sum, -promoters, -passives, -detractors, 0
  FROM rating_figures WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;

CREATE TRIGGER figures_rating_to AFTER UPDATE OF connection_id, is_group, imported ON tickets
WHEN (old.connection_id IS NOT new.connection_id OR old.is_group IS NOT new.is_group OR old.imported IS NOT new.imported) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, asked, answered, csat, satisfied, csat_sum, promoters, passives, detractors, 0
  FROM rating_figures WHERE ticket_id = new.id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;

-- With everything that hangs on it; what the foreign keys remove afterwards finds no ticket and counts for nothing.
CREATE TRIGGER figures_ticket_out BEFORE DELETE ON tickets
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE old.id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, -opened, -accepted, -wait, -closed, -attended, -support, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM ticket_figures WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, -sum(received), -sum(sent)
  FROM message_figures WHERE ticket_id = old.id GROUP BY 1, 2, 3, 4
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, -asked, -answered, -csat, -satisfied, -csat_sum, -promoters, -passives, -detractors, 0
  FROM rating_figures WHERE ticket_id = old.id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;

-- A message, once it is there. Its insertion is counted by tickets/figures/count-message.ts.
CREATE TRIGGER figures_message_from BEFORE UPDATE OF ticket_id, imported, kind, created_at, from_me, user_id, connection_id ON messages
WHEN old.ticket_id IS NOT NULL AND (old.ticket_id IS NOT new.ticket_id OR old.imported IS NOT new.imported OR old.kind IS NOT new.kind OR old.created_at IS NOT new.created_at OR old.from_me IS NOT new.from_me OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, -received, -sent
  FROM message_figures WHERE message_id = old.id
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;

CREATE TRIGGER figures_message_to AFTER UPDATE OF ticket_id, imported, kind, created_at, from_me, user_id, connection_id ON messages
WHEN new.ticket_id IS NOT NULL AND (old.ticket_id IS NOT new.ticket_id OR old.imported IS NOT new.imported OR old.kind IS NOT new.kind OR old.created_at IS NOT new.created_at OR old.from_me IS NOT new.from_me OR old.user_id IS NOT new.user_id OR old.connection_id IS NOT new.connection_id) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, received, sent
  FROM message_figures WHERE message_id = new.id
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;

CREATE TRIGGER figures_message_out BEFORE DELETE ON messages
WHEN old.ticket_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, -received, -sent
  FROM message_figures WHERE message_id = old.id
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;

-- A rating.
CREATE TRIGGER figures_asked_in AFTER INSERT ON ticket_ratings
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, asked, answered, csat, satisfied, csat_sum, promoters, passives, detractors, 0
  FROM rating_figures WHERE ticket_id = new.ticket_id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;

CREATE TRIGGER figures_asked_from BEFORE UPDATE OF ticket_id, user_id, queue_id, type, asked_at, value, satisfied, top ON ticket_ratings
WHEN (old.ticket_id IS NOT new.ticket_id OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id OR old.type IS NOT new.type OR old.asked_at IS NOT new.asked_at OR old.value IS NOT new.value OR old.satisfied IS NOT new.satisfied OR old.top IS NOT new.top) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, -asked, -answered, -csat, -satisfied, -csat_sum, -promoters, -passives, -detractors, 0
  FROM rating_figures WHERE ticket_id = old.ticket_id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;

CREATE TRIGGER figures_asked_to AFTER UPDATE OF ticket_id, user_id, queue_id, type, asked_at, value, satisfied, top ON ticket_ratings
WHEN (old.ticket_id IS NOT new.ticket_id OR old.user_id IS NOT new.user_id OR old.queue_id IS NOT new.queue_id OR old.type IS NOT new.type OR old.asked_at IS NOT new.asked_at OR old.value IS NOT new.value OR old.satisfied IS NOT new.satisfied OR old.top IS NOT new.top) AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, asked, answered, csat, satisfied, csat_sum, promoters, passives, detractors, 0
  FROM rating_figures WHERE ticket_id = new.ticket_id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;

CREATE TRIGGER figures_asked_out BEFORE DELETE ON ticket_ratings
WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE old.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, 0, 0, 0, 0, 0, 0, -asked, -answered, -csat, -satisfied, -csat_sum, -promoters, -passives, -detractors, 0
  FROM rating_figures WHERE ticket_id = old.ticket_id
  ON CONFLICT DO UPDATE SET asked = asked + excluded.asked, answered = answered + excluded.answered, csat = csat + excluded.csat, satisfied = satisfied + excluded.satisfied, csat_sum = csat_sum + excluded.csat_sum, promoters = promoters + excluded.promoters, passives = passives + excluded.passives, detractors = detractors + excluded.detractors;
END;

-- A new contact.
CREATE TRIGGER figures_contact_in AFTER INSERT ON contacts
WHEN new.is_group = 0 BEGIN
  INSERT INTO figures VALUES (new.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;

CREATE TRIGGER figures_contact_from AFTER UPDATE OF is_group, created_at ON contacts
WHEN old.is_group = 0 AND (old.is_group IS NOT new.is_group OR old.created_at IS NOT new.created_at) BEGIN
  INSERT INTO figures VALUES (old.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;

CREATE TRIGGER figures_contact_to AFTER UPDATE OF is_group, created_at ON contacts
WHEN new.is_group = 0 AND (old.is_group IS NOT new.is_group OR old.created_at IS NOT new.created_at) BEGIN
  INSERT INTO figures VALUES (new.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;

CREATE TRIGGER figures_contact_out AFTER DELETE ON contacts
WHEN old.is_group = 0 BEGIN
  INSERT INTO figures VALUES (old.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;

INSERT INTO figures SELECT created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*) FROM contacts WHERE is_group = 0 GROUP BY 1;
