-- Old messages taken over when a phone is linked.

-- What a connection wishes for of the past, and where it goes. Times in epoch milliseconds; null: as far as there is.
ALTER TABLE connections ADD COLUMN import_on INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN import_from INTEGER;
ALTER TABLE connections ADD COLUMN import_to INTEGER;
ALTER TABLE connections ADD COLUMN import_groups INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN import_closed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN import_queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL;

-- The latest import of each connection. `part` and `position` say where it stands, written with the messages themselves.
CREATE TABLE history_imports (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'stopped')),
  reason TEXT,
  percent INTEGER NOT NULL DEFAULT 0,
  contacts INTEGER NOT NULL DEFAULT 0,
  tickets INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  part TEXT,
  position INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
);

ALTER TABLE messages ADD COLUMN imported INTEGER NOT NULL DEFAULT 0; -- came with the past; should it come live as well, it is news
ALTER TABLE tickets ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tickets_imported ON tickets (contact_id, connection_id) WHERE imported = 1; -- where more of a contact's past goes
