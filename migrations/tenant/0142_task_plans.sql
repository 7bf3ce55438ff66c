-- What a task has beside its text: a date, a reminder, who gave it, and whom it is about. Most tasks have none of these.
CREATE TABLE task_plans (
  task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
  author_id INTEGER REFERENCES users (id), -- who gave it to its owner; NULL: nobody else
  due_at INTEGER,
  remind_at INTEGER, -- NULL once it has reminded
  reminding INTEGER NOT NULL DEFAULT 0, -- has reminded, and its owner has not seen it
  contact_id INTEGER REFERENCES contacts (id) ON DELETE SET NULL
);
CREATE INDEX task_plans_author ON task_plans (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX task_plans_remind ON task_plans (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX task_plans_contact ON task_plans (contact_id) WHERE contact_id IS NOT NULL;
