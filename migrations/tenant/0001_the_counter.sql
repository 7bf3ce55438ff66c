-- Everything of one company: its people, queues, connections, contacts, tickets, messages and what waits to leave.

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  profile TEXT NOT NULL DEFAULT 'user' CHECK (profile IN ('admin', 'supervisor', 'user')),
  super INTEGER NOT NULL DEFAULT 0,
  all_user_chat INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 1,
  farewell_message TEXT NOT NULL DEFAULT '',
  last_seen_at INTEGER,
  created_at INTEGER NOT NULL
);

CREATE TABLE queues (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  color TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE TABLE user_queues (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, queue_id)
) WITHOUT ROWID;

CREATE TABLE connections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL DEFAULT 'whatsapp',
  name TEXT NOT NULL,
  number TEXT,
  status TEXT NOT NULL DEFAULT 'DISCONNECTED',
  reason TEXT,
  is_default INTEGER NOT NULL DEFAULT 0,
  greeting_message TEXT NOT NULL DEFAULT '',
  completion_message TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- A deleted connection stays as the name on its closed tickets.
  deleted_at INTEGER
);
CREATE UNIQUE INDEX connections_name ON connections (name) WHERE deleted_at IS NULL; -- two of one name cannot be told apart
CREATE TABLE connection_queues (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, queue_id)
) WITHOUT ROWID;
-- Connections a person is limited to, where the company restricts channels.
CREATE TABLE user_connections (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, connection_id)
) WITHOUT ROWID;

CREATE TABLE contacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  name_by TEXT NOT NULL DEFAULT 'channel' CHECK (name_by IN ('channel', 'person')),
  number TEXT,
  email TEXT,
  picture_url TEXT,
  is_group INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 1,
  accept_audio INTEGER NOT NULL DEFAULT 1,
  disable_bot INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX contacts_name ON contacts (name_folded, id); -- the contacts screen, by name
CREATE UNIQUE INDEX contacts_number ON contacts (number) WHERE number IS NOT NULL; -- "number must be unique"

-- Every way to find a person: phone, LID, group id. Any of them finds the contact.
CREATE TABLE contact_addresses (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
) WITHOUT ROWID;
CREATE INDEX contact_addresses_contact ON contact_addresses (contact_id); -- where to send to

CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  color TEXT NOT NULL
);

CREATE TABLE tickets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'open', 'closed')),
  is_group INTEGER NOT NULL DEFAULT 0,
  is_bot INTEGER NOT NULL DEFAULT 0,
  channel TEXT NOT NULL,
  contact_id INTEGER NOT NULL REFERENCES contacts (id),
  connection_id INTEGER NOT NULL REFERENCES connections (id),
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  last_message TEXT NOT NULL DEFAULT '',
  last_message_id INTEGER,
  -- Copied from that message, so that a row of the list needs no second look: kind, side, tick, who of us or of the group.
  last_kind TEXT,
  last_from_me INTEGER NOT NULL DEFAULT 0,
  last_ack INTEGER NOT NULL DEFAULT 0,
  last_author TEXT,
  last_message_at INTEGER NOT NULL,
  unread INTEGER NOT NULL DEFAULT 0,
  marked_unread INTEGER NOT NULL DEFAULT 0,
  waiting_since INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  accepted_at INTEGER,
  closed_at INTEGER
);
-- One pending or open ticket for a contact on a connection.
CREATE UNIQUE INDEX tickets_active ON tickets (contact_id, connection_id) WHERE status <> 'closed';
-- A page of a tab: filter and order are answered from the index alone.
CREATE INDEX tickets_tab ON tickets (status, is_group, updated_at DESC, id DESC, queue_id, user_id, connection_id);
-- A person's own tickets.
CREATE INDEX tickets_own ON tickets (user_id, status, is_group, updated_at DESC, id DESC);
-- A contact's tickets, newest first.
CREATE INDEX tickets_contact ON tickets (contact_id, created_at DESC);
CREATE INDEX tickets_connection ON tickets (connection_id, status); -- active tickets of a connection before it is deleted

CREATE TABLE ticket_tags (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (ticket_id, tag_id)
) WITHOUT ROWID;

-- Figures beside the tabs without counting: kept by the triggers below. 0 stands for "none".
CREATE TABLE ticket_counts (
  status TEXT NOT NULL,
  is_group INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  unread INTEGER NOT NULL,
  PRIMARY KEY (status, is_group, queue_id, user_id, connection_id)
) WITHOUT ROWID;
CREATE TRIGGER tickets_counted_in AFTER INSERT ON tickets WHEN new.status <> 'closed' BEGIN
  INSERT INTO ticket_counts VALUES (new.status, new.is_group, ifnull(new.queue_id, 0), ifnull(new.user_id, 0), new.connection_id, 1, new.unread > 0)
  ON CONFLICT DO UPDATE SET n = n + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER tickets_counted_out AFTER DELETE ON tickets WHEN old.status <> 'closed' BEGIN
  UPDATE ticket_counts SET n = n - 1, unread = unread - (old.unread > 0)
  WHERE status = old.status AND is_group = old.is_group AND queue_id = ifnull(old.queue_id, 0) AND user_id = ifnull(old.user_id, 0) AND connection_id = old.connection_id;
END;
CREATE TRIGGER tickets_counted_over AFTER UPDATE OF status, is_group, queue_id, user_id, connection_id, unread ON tickets
WHEN old.status <> new.status OR old.is_group <> new.is_group OR old.queue_id IS NOT new.queue_id OR old.user_id IS NOT new.user_id
  OR old.connection_id <> new.connection_id OR (old.unread > 0) <> (new.unread > 0) BEGIN
  UPDATE ticket_counts SET n = n - 1, unread = unread - (old.unread > 0)
  WHERE old.status <> 'closed' AND status = old.status AND is_group = old.is_group AND queue_id = ifnull(old.queue_id, 0)
    AND user_id = ifnull(old.user_id, 0) AND connection_id = old.connection_id;
  INSERT INTO ticket_counts
  SELECT new.status, new.is_group, ifnull(new.queue_id, 0), ifnull(new.user_id, 0), new.connection_id, 1, new.unread > 0 WHERE new.status <> 'closed'
  ON CONFLICT DO UPDATE SET n = n + 1, unread = unread + excluded.unread;
END;

CREATE TABLE ticket_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  user_id INTEGER,
  data TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL
);
CREATE INDEX ticket_log_ticket ON ticket_log (ticket_id, id); -- GET /tickets-log/{id}

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Null for what belongs to no ticket: from a blocked contact, or typed on the phone to somebody without one.
  ticket_id INTEGER REFERENCES tickets (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  connection_id INTEGER NOT NULL,
  external_id TEXT,
  client_id TEXT,
  from_me INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  ack INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  is_deleted INTEGER NOT NULL DEFAULT 0,
  is_edited INTEGER NOT NULL DEFAULT 0,
  quoted_id INTEGER,
  quoted TEXT,
  author TEXT,
  user_id INTEGER,
  media TEXT,
  created_at INTEGER NOT NULL
);
-- A messenger repeats itself after a reconnection: the same id on the same connection is the same message.
CREATE UNIQUE INDEX messages_external ON messages (connection_id, external_id) WHERE external_id IS NOT NULL;
-- A browser repeats a request whose answer was lost.
CREATE UNIQUE INDEX messages_client ON messages (client_id) WHERE client_id IS NOT NULL;
-- A page of the conversation, over the contact's tickets.
CREATE INDEX messages_page ON messages (contact_id, created_at DESC, id DESC);
CREATE INDEX messages_ticket ON messages (ticket_id, id); -- unread messages of a ticket, for read receipts

-- What waits to leave. A row goes when the messenger confirmed it or it failed for good.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX outbox_order ON outbox (connection_id, id); -- the sender takes rows of its connection in order

-- Files announced by a message and not fetched yet.
CREATE TABLE downloads (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL
);
CREATE INDEX downloads_due ON downloads (next_at); -- the worker takes what is due

-- Two records turned out to be one person: what moved, so that it can be undone.
CREATE TABLE contact_merges (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kept_id INTEGER NOT NULL,
  gone_id INTEGER NOT NULL,
  moved TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
