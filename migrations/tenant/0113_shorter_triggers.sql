-- The triggers again, shorter: SQLite keeps the parsed body of every trigger in memory for each open company, so what several
-- of them do is written once. Nobody reads the views that are named after it: a row inserted into one calls its trigger, as
-- one calls a procedure. `times` is 1 to add and -1 to take away.
DROP TRIGGER contact_search_new;
DROP TRIGGER contact_search_changed;
DROP TRIGGER contact_search_gone;
DROP TRIGGER contact_words_slice;
DROP TRIGGER contact_words_new;
DROP TRIGGER contact_words_gone;
DROP TRIGGER contact_words_left;
DROP TRIGGER contact_words_changed;
DROP TRIGGER contacts_counted_in;
DROP TRIGGER contacts_counted_out;
DROP TRIGGER contact_duplicates_new;
DROP TRIGGER contact_duplicates_gone;
DROP TRIGGER contact_duplicates_changed;
DROP TRIGGER contact_duplicates_hidden;
DROP TRIGGER figures_contact_in;
DROP TRIGGER figures_contact_from;
DROP TRIGGER figures_contact_to;
DROP TRIGGER figures_contact_out;
DROP TRIGGER tickets_counted_in;
DROP TRIGGER tickets_counted_out;
DROP TRIGGER tickets_counted_over;
DROP TRIGGER ticket_notes_follow;
DROP TRIGGER tickets_of_contact_new;
DROP TRIGGER tickets_of_contact_moved;
DROP TRIGGER tickets_of_contact_gone;
DROP TRIGGER tickets_of_contact_left;
DROP TRIGGER figures_ticket_in;
DROP TRIGGER figures_ticket_from;
DROP TRIGGER figures_ticket_to;
DROP TRIGGER figures_messages_from;
DROP TRIGGER figures_messages_to;
DROP TRIGGER figures_rating_from;
DROP TRIGGER figures_rating_to;
DROP TRIGGER figures_ticket_out;
DROP TRIGGER rating_counts_ticket_from;
DROP TRIGGER rating_counts_ticket_to;
DROP TRIGGER rating_counts_ticket_out;
DROP TRIGGER figures_asked_in;
DROP TRIGGER figures_asked_from;
DROP TRIGGER figures_asked_to;
DROP TRIGGER figures_asked_out;
DROP TRIGGER rating_counts_in;
DROP TRIGGER rating_counts_from;
DROP TRIGGER rating_counts_to;
DROP TRIGGER rating_counts_out;
DROP TRIGGER messages_deleted;
DROP TRIGGER message_search_gone;
DROP TRIGGER figures_message_from;
DROP TRIGGER figures_message_to;
DROP TRIGGER figures_message_out;
DROP TRIGGER webhook_delivery_waits;
DROP TRIGGER webhook_delivery_added;
DROP TRIGGER webhook_delivery_moved;
DROP TRIGGER webhook_delivery_removed;

-- What ratings add to the figures is read from their own counts (0079), which have all of it.
DROP VIEW rating_figures;
CREATE TABLE new_figures (
  hour INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  opened INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  wait INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  attended INTEGER NOT NULL,
  support INTEGER NOT NULL,
  contacts INTEGER NOT NULL,
  PRIMARY KEY (hour, user_id, queue_id, connection_id)
) WITHOUT ROWID;
INSERT INTO new_figures SELECT hour, queue_id, user_id, connection_id, opened, accepted, wait, closed, attended, support, contacts FROM figures
  WHERE opened OR accepted OR wait OR closed OR attended OR support OR contacts ORDER BY hour, user_id, queue_id, connection_id;
DROP TABLE figures;
ALTER TABLE new_figures RENAME TO figures;

-- The figures of a ticket (0070, 0079). `parts`: 1 the ticket itself, 2 its rating, 4 its messages.
CREATE VIEW count_ticket AS SELECT 0 AS ticket_id, 0 AS parts, 0 AS times;
CREATE TRIGGER count_ticket INSTEAD OF INSERT ON count_ticket WHEN NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO figures SELECT hour, queue_id, user_id, connection_id, opened * new.times, accepted * new.times, wait * new.times, closed * new.times, attended * new.times, support * new.times, 0
  FROM ticket_figures WHERE ticket_id = new.ticket_id AND new.parts & 1
  ON CONFLICT DO UPDATE SET opened = opened + excluded.opened, accepted = accepted + excluded.accepted, wait = wait + excluded.wait, closed = closed + excluded.closed, attended = attended + excluded.attended, support = support + excluded.support;
  INSERT INTO rating_counts SELECT quarter, rating_id, type, queue_id, user_id, value, connection_id, ticket_queue_id, ticket_user_id, name, label, satisfied, top, new.times
  FROM rating_cells WHERE ticket_id = new.ticket_id AND new.parts & 2
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, sum(received) * new.times, sum(sent) * new.times
  FROM message_figures WHERE ticket_id = new.ticket_id AND new.parts & 4 GROUP BY 1, 2, 3, 4
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;

-- In the numbers beside the tabs.
CREATE VIEW count_in_tabs AS SELECT '' AS status, 0 AS is_group, 0 AS queue_id, 0 AS user_id, 0 AS connection_id, 0 AS is_unread, 0 AS times;
CREATE TRIGGER count_in_tabs INSTEAD OF INSERT ON count_in_tabs WHEN new.status <> 'closed' BEGIN
  INSERT INTO ticket_counts VALUES (new.status, new.is_group, ifnull(new.queue_id, 0), ifnull(new.user_id, 0), new.connection_id, new.times, new.is_unread * new.times)
  ON CONFLICT DO UPDATE SET n = n + excluded.n, unread = unread + excluded.unread;
END;

CREATE TRIGGER ticket_added AFTER INSERT ON tickets BEGIN
  INSERT INTO count_in_tabs VALUES (new.status, new.is_group, new.queue_id, new.user_id, new.connection_id, new.unread > 0 OR new.marked_unread, 1);
  INSERT INTO count_ticket VALUES (new.id, 1, 1);
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000, last_connection_id = new.connection_id
    WHERE id = new.contact_id AND last_ticket_at <= new.updated_at / 60000 * 60000;
END;
CREATE TRIGGER ticket_listed AFTER UPDATE OF status, is_group, queue_id, user_id, connection_id, unread, marked_unread ON tickets
WHEN (old.status, old.is_group, old.queue_id, old.user_id, old.connection_id, old.unread > 0 OR old.marked_unread)
  IS NOT (new.status, new.is_group, new.queue_id, new.user_id, new.connection_id, new.unread > 0 OR new.marked_unread) BEGIN
  INSERT INTO count_in_tabs VALUES (old.status, old.is_group, old.queue_id, old.user_id, old.connection_id, old.unread > 0 OR old.marked_unread, -1);
  INSERT INTO count_in_tabs VALUES (new.status, new.is_group, new.queue_id, new.user_id, new.connection_id, new.unread > 0 OR new.marked_unread, 1);
END;
CREATE TRIGGER ticket_counted_from BEFORE UPDATE OF status, is_group, imported, queue_id, user_id, connection_id, created_at, accepted_at, closed_at ON tickets BEGIN
  INSERT INTO count_ticket VALUES (old.id, 3 + 4 * ((old.queue_id, old.is_group, old.imported) IS NOT (new.queue_id, new.is_group, new.imported)), -1);
END;
CREATE TRIGGER ticket_counted_to AFTER UPDATE OF status, is_group, imported, queue_id, user_id, connection_id, created_at, accepted_at, closed_at ON tickets BEGIN
  INSERT INTO count_ticket VALUES (new.id, 3 + 4 * ((old.queue_id, old.is_group, old.imported) IS NOT (new.queue_id, new.is_group, new.imported)), 1);
END;
CREATE TRIGGER ticket_moved AFTER UPDATE OF updated_at, contact_id, connection_id ON tickets
WHEN new.updated_at / 60000 > old.updated_at / 60000 OR new.contact_id <> old.contact_id OR new.connection_id <> old.connection_id BEGIN
  UPDATE contacts SET last_ticket_at = new.updated_at / 60000 * 60000, last_connection_id = new.connection_id
    WHERE id = new.contact_id AND last_ticket_at <= new.updated_at / 60000 * 60000;
END;
CREATE TRIGGER ticket_left AFTER UPDATE OF contact_id ON tickets WHEN new.contact_id <> old.contact_id BEGIN
  UPDATE ticket_notes SET contact_id = new.contact_id WHERE ticket_id = new.id;
  UPDATE contacts SET last_ticket_at = 0, last_connection_id = NULL WHERE id = old.contact_id AND NOT EXISTS (SELECT 1 FROM tickets WHERE contact_id = old.contact_id);
END;
-- With everything that hangs on it; what the foreign keys remove afterwards finds no ticket and counts for nothing.
CREATE TRIGGER ticket_going BEFORE DELETE ON tickets BEGIN
  INSERT INTO count_ticket VALUES (old.id, 7, -1);
END;
CREATE TRIGGER ticket_gone AFTER DELETE ON tickets BEGIN
  INSERT INTO count_in_tabs VALUES (old.status, old.is_group, old.queue_id, old.user_id, old.connection_id, old.unread > 0 OR old.marked_unread, -1);
  UPDATE contacts SET last_ticket_at = 0, last_connection_id = NULL WHERE id = old.contact_id AND NOT EXISTS (SELECT 1 FROM tickets WHERE contact_id = old.contact_id);
END;

CREATE TRIGGER rating_added AFTER INSERT ON ticket_ratings BEGIN
  INSERT INTO count_ticket VALUES (new.ticket_id, 2, 1);
END;
CREATE TRIGGER rating_counted_from BEFORE UPDATE OF ticket_id, user_id, queue_id, rating_id, name, type, asked_at, value, label, satisfied, top ON ticket_ratings BEGIN
  INSERT INTO count_ticket VALUES (old.ticket_id, 2, -1);
END;
CREATE TRIGGER rating_counted_to AFTER UPDATE OF ticket_id, user_id, queue_id, rating_id, name, type, asked_at, value, label, satisfied, top ON ticket_ratings BEGIN
  INSERT INTO count_ticket VALUES (new.ticket_id, 2, 1);
END;
CREATE TRIGGER rating_going BEFORE DELETE ON ticket_ratings BEGIN
  INSERT INTO count_ticket VALUES (old.ticket_id, 2, -1);
END;

-- The figures of a message, once it is there. Its insertion is counted by tickets/figures/count-message.ts.
CREATE VIEW count_message AS SELECT 0 AS id, 0 AS ticket_id, 0 AS times;
CREATE TRIGGER count_message INSTEAD OF INSERT ON count_message
WHEN new.ticket_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM figures_due WHERE new.ticket_id < below) BEGIN
  INSERT INTO message_hours SELECT hour, queue_id, user_id, connection_id, received * new.times, sent * new.times
  FROM message_figures WHERE message_id = new.id
  ON CONFLICT DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent;
END;
CREATE TRIGGER message_counted_from BEFORE UPDATE OF ticket_id, imported, kind, created_at, from_me, user_id, connection_id ON messages BEGIN
  INSERT INTO count_message VALUES (old.id, old.ticket_id, -1);
END;
CREATE TRIGGER message_counted_to AFTER UPDATE OF ticket_id, imported, kind, created_at, from_me, user_id, connection_id ON messages BEGIN
  INSERT INTO count_message VALUES (new.id, new.ticket_id, 1);
END;
CREATE TRIGGER message_going BEFORE DELETE ON messages BEGIN
  INSERT INTO count_message VALUES (old.id, old.ticket_id, -1);
  INSERT INTO deleted_message_ids VALUES (old.id >> 26, old.id) ON CONFLICT DO UPDATE SET highest = max(highest, excluded.highest);
  INSERT INTO message_search_due (message_id) SELECT old.id WHERE old.body <> '' OR old.kind = 'document';
END;

-- The words of contacts' names (0012), from one number to below another.
CREATE VIEW index_names AS SELECT 0 AS first, 0 AS below;
CREATE TRIGGER index_names INSTEAD OF INSERT ON index_names BEGIN
  INSERT INTO name_words (word) SELECT word FROM name_pieces WHERE contact_id >= new.first AND contact_id < new.below ON CONFLICT DO NOTHING;
  INSERT INTO contact_words SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word
    WHERE p.contact_id >= new.first AND p.contact_id < new.below ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER contact_words_slice AFTER UPDATE ON contact_words_due BEGIN
  INSERT INTO index_names VALUES (new.below, old.below);
END;
CREATE VIEW forget_name AS SELECT 0 AS contact_id;
CREATE TRIGGER forget_name INSTEAD OF INSERT ON forget_name BEGIN
  DELETE FROM contact_words WHERE (word_id, rest, contact_id) IN (
    SELECT w.id, p.rest, p.contact_id FROM name_pieces p CROSS JOIN name_words w ON w.word = p.word WHERE p.contact_id = new.contact_id);
  DELETE FROM name_words WHERE word IN (SELECT word FROM name_pieces WHERE contact_id = new.contact_id)
    AND NOT EXISTS (SELECT 1 FROM contact_words WHERE word_id = name_words.id);
END;

-- Who may be the same person (0035): a contact with the same number written otherwise, and the first one with the same name.
-- `with_any`: also one whose number is hidden.
CREATE VIEW find_duplicates AS SELECT 0 AS contact_id, 0 AS with_any;
CREATE TRIGGER find_duplicates INSTEAD OF INSERT ON find_duplicates BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(t.id, c.id), max(t.id, c.id), 'number' FROM contact_twins t JOIN contacts c ON c.number = t.other WHERE t.id = new.contact_id AND c.id <> t.id;
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT min(c.id, o.id), max(c.id, o.id), 'name' FROM contacts c JOIN contacts o ON o.id = (
      SELECT x.id FROM contacts x WHERE x.is_group = 0 AND x.name_folded = c.name_folded AND x.id <> c.id AND (new.with_any OR x.number IS NOT NULL)
      ORDER BY x.name_folded, x.id LIMIT 1)
    WHERE c.id = new.contact_id AND c.is_group = 0 AND c.name_folded GLOB '?*?? ??*'
      AND (c.number IS NOT NULL OR EXISTS (SELECT 1 FROM contact_addresses WHERE contact_id = c.id AND kind = 'lid'));
END;
-- The next one with the name takes the place of the first.
CREATE VIEW forget_duplicates AS SELECT 0 AS contact_id;
CREATE TRIGGER forget_duplicates INSTEAD OF INSERT ON forget_duplicates BEGIN
  INSERT OR IGNORE INTO contact_duplicates (older_id, newer_id, reason)
    SELECT n.next, d.newer_id, 'name' FROM contact_duplicates d,
      (SELECT min(newer_id) AS next FROM contact_duplicates WHERE older_id = new.contact_id AND reason = 'name') n
    WHERE d.older_id = new.contact_id AND d.reason = 'name' AND d.newer_id > n.next;
  DELETE FROM contact_duplicates WHERE older_id = new.contact_id AND apart_at IS NULL;
  DELETE FROM contact_duplicates WHERE newer_id = new.contact_id AND apart_at IS NULL;
END;
CREATE TRIGGER contact_hidden AFTER INSERT ON contact_addresses
WHEN new.kind = 'lid' AND EXISTS (SELECT 1 FROM contacts WHERE id = new.contact_id AND number IS NULL) BEGIN
  INSERT INTO find_duplicates VALUES (new.contact_id, 1);
END;

-- In the figures of new contacts.
CREATE VIEW count_contact AS SELECT 0 AS is_group, 0 AS created_at, 0 AS times;
CREATE TRIGGER count_contact INSTEAD OF INSERT ON count_contact WHEN new.is_group = 0 BEGIN
  INSERT INTO figures VALUES (new.created_at / 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, new.times)
  ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts;
END;

CREATE TRIGGER contact_added AFTER INSERT ON contacts BEGIN
  INSERT INTO contact_search (rowid, name_folded, number) VALUES (new.id, new.name_folded, new.number);
  INSERT INTO index_names VALUES (new.id, new.id + 1);
  UPDATE contact_counts SET n = n + 1 WHERE is_group = new.is_group;
  INSERT INTO count_contact VALUES (new.is_group, new.created_at, 1);
  INSERT INTO find_duplicates VALUES (new.id, 0);
END;
CREATE TRIGGER contact_renaming BEFORE UPDATE OF name_folded ON contacts WHEN old.name_folded IS NOT new.name_folded BEGIN
  INSERT INTO forget_name VALUES (old.id);
END;
CREATE TRIGGER contact_renamed AFTER UPDATE OF name_folded ON contacts WHEN old.name_folded IS NOT new.name_folded BEGIN
  INSERT INTO index_names VALUES (new.id, new.id + 1);
END;
CREATE TRIGGER contact_changed AFTER UPDATE OF name_folded, number ON contacts WHEN (old.name_folded, old.number) IS NOT (new.name_folded, new.number) BEGIN
  DELETE FROM contact_search WHERE rowid = old.id;
  INSERT INTO contact_search (rowid, name_folded, number) VALUES (new.id, new.name_folded, new.number);
  INSERT INTO forget_duplicates SELECT new.id WHERE new.is_group = 0;
  INSERT INTO find_duplicates SELECT new.id, 0 WHERE new.is_group = 0;
END;
CREATE TRIGGER contact_counted_anew AFTER UPDATE OF is_group, created_at ON contacts BEGIN
  INSERT INTO count_contact VALUES (old.is_group, old.created_at, -1);
  INSERT INTO count_contact VALUES (new.is_group, new.created_at, 1);
END;
CREATE TRIGGER contact_going BEFORE DELETE ON contacts BEGIN
  INSERT INTO forget_name VALUES (old.id);
  DELETE FROM contact_search WHERE rowid = old.id;
  INSERT INTO forget_duplicates VALUES (old.id);
  UPDATE contact_counts SET n = n - 1 WHERE is_group = old.is_group;
  INSERT INTO count_contact VALUES (old.is_group, old.created_at, -1);
END;

-- In the counters of a webhook; its hours keep what is deleted (`hour` is null then).
CREATE VIEW count_delivery AS SELECT 0 AS webhook_id, 0 AS hour, '' AS status, 0 AS times;
CREATE TRIGGER count_delivery INSTEAD OF INSERT ON count_delivery BEGIN
  UPDATE webhook_states SET
    waiting = waiting + (new.status = 'waiting') * new.times,
    settled = settled + (new.status <> 'waiting') * new.times,
    failed = failed + (new.status = 'failed') * new.times
    WHERE webhook_id = new.webhook_id;
  INSERT INTO webhook_hours SELECT new.webhook_id, new.hour, new.times, (new.status = 'failed') * new.times
    WHERE new.hour IS NOT NULL AND new.status <> 'waiting'
    ON CONFLICT DO UPDATE SET settled = settled + excluded.settled, failed = failed + excluded.failed;
END;
CREATE TRIGGER delivery_added AFTER INSERT ON webhook_deliveries BEGIN
  INSERT INTO count_delivery VALUES (new.webhook_id, new.created_at / 3600000, new.status, 1);
END;
CREATE TRIGGER delivery_moved AFTER UPDATE OF status ON webhook_deliveries WHEN old.status <> new.status BEGIN
  INSERT INTO count_delivery VALUES (old.webhook_id, old.created_at / 3600000, old.status, -1);
  INSERT INTO count_delivery VALUES (new.webhook_id, new.created_at / 3600000, new.status, 1);
END;
CREATE TRIGGER delivery_gone AFTER DELETE ON webhook_deliveries BEGIN
  INSERT INTO count_delivery VALUES (old.webhook_id, NULL, old.status, -1);
END;
