-- The personal calendars of users.
CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  start_at INTEGER NOT NULL,
  -- After the start.
  end_at INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  -- Folded title and description, for search.
  words TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX events_user ON events (user_id, start_at, end_at, id);
