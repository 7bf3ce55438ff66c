-- When a company is open, and what it says while it is closed.

-- The company's week, as JSON; without a row the usual one.
CREATE TABLE company_hours (id INTEGER PRIMARY KEY CHECK (id = 1), week TEXT NOT NULL);

-- Days off: of the whole company, or of one queue.
CREATE TABLE holidays (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  queue_id INTEGER REFERENCES queues (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX holidays_day ON holidays (day, ifnull(queue_id, 0)); -- is this day one, and each only once
CREATE INDEX holidays_queue ON holidays (queue_id) WHERE queue_id IS NOT NULL; -- a queue takes its own with it

-- When a contact was last told that nobody is there.
CREATE TABLE told_closed (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  at INTEGER NOT NULL
);

-- Empty: nothing is said.
ALTER TABLE connections ADD COLUMN out_of_hours_message TEXT NOT NULL DEFAULT '';
