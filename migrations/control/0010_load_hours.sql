-- Load of the process by hour, for the monitor's charts of a week: the worst delay and memory, and the sum of what was done.
CREATE TABLE load_hours (
  at INTEGER PRIMARY KEY, -- the hour's start
  p50 REAL NOT NULL, -- milliseconds that the event loop was late
  p99 REAL NOT NULL,
  max REAL NOT NULL,
  memory INTEGER NOT NULL, -- megabytes
  received INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  slow INTEGER NOT NULL
);
