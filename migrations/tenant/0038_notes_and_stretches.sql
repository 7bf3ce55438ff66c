-- What people know of a contact, written in one of its tickets.
CREATE TABLE ticket_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  -- That of the ticket, also when it changes.
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX ticket_notes_contact ON ticket_notes (contact_id, id, ticket_id); -- the list, and whether there are any
CREATE INDEX ticket_notes_ticket ON ticket_notes (ticket_id); -- what follows its ticket
CREATE TRIGGER ticket_notes_follow AFTER UPDATE OF contact_id ON tickets WHEN new.contact_id <> old.contact_id BEGIN
  UPDATE ticket_notes SET contact_id = new.contact_id WHERE ticket_id = new.id;
END;

-- When a closed ticket was reopened last.
ALTER TABLE tickets ADD COLUMN reopened_at INTEGER;

-- From the beginning of a ticket, or its reopening, until it was closed. Of a deleted queue it keeps the number.
CREATE TABLE ticket_stretches (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  -- Null: nobody attended it.
  accepted_at INTEGER,
  closed_at INTEGER NOT NULL,
  -- In milliseconds: until it was accepted, and from there until it was closed.
  wait INTEGER,
  support INTEGER,
  -- Who had it at the end, and where.
  user_id INTEGER,
  queue_id INTEGER,
  PRIMARY KEY (ticket_id, began_at)
) WITHOUT ROWID;
-- The figures of a period, of a queue and of a person, read from the index alone.
CREATE INDEX ticket_stretches_day ON ticket_stretches (closed_at, queue_id, user_id, wait, support);
CREATE INDEX ticket_stretches_queue ON ticket_stretches (queue_id, closed_at, wait, support);
CREATE INDEX ticket_stretches_user ON ticket_stretches (user_id, closed_at, wait, support);

-- What was closed before gets its stretches later, in slices: tickets below this number have none yet.
CREATE TABLE ticket_stretches_due (below INTEGER NOT NULL);
INSERT INTO ticket_stretches_due SELECT max(id) + 1 FROM tickets HAVING max(id) IS NOT NULL;
