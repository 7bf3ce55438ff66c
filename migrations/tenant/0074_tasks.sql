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
CREATE INDEX tasks_open ON tasks (user_id, position, id) WHERE completed_at IS NULL;
CREATE INDEX tasks_completed ON tasks (user_id, completed_at DESC, id DESC) WHERE completed_at IS NOT NULL;
