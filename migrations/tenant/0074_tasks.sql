-- The personal task lists of users.
CREATE TABLE tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  text TEXT NOT NULL,
  description TEXT NOT NULL,
  -- Ascending; new tasks are inserted above all others. Gaps allow a move to change one row.
  position INTEGER NOT NULL,
  -- Null while open.
  completed_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX tasks_user ON tasks (user_id, completed_at, position, id);
