-- The company's steps, for queues without their own (`queues.escalation` is null).
CREATE TABLE escalation_company (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  steps TEXT NOT NULL
);
-- How many conversations reached whom, by day in the company's time zone.
CREATE TABLE escalation_days (
  day TEXT PRIMARY KEY,
  supervisor INTEGER NOT NULL DEFAULT 0,
  whatsapp INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
