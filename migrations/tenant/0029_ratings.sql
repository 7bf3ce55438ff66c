-- The question a connection asks when a ticket is closed and no rating was chosen; empty for none.
ALTER TABLE connections ADD COLUMN rating_message TEXT NOT NULL DEFAULT '';

CREATE TABLE rating_categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  description TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE ratings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  message TEXT NOT NULL,
  -- JSON: [{ value, name, order, satisfied }].
  options TEXT NOT NULL,
  -- Empty: the usual words.
  thanks TEXT NOT NULL,
  asks_comment INTEGER NOT NULL,
  comment_message TEXT NOT NULL,
  active INTEGER NOT NULL,
  category_id INTEGER REFERENCES rating_categories (id) ON DELETE SET NULL,
  -- Who created it.
  user_id INTEGER,
  updated_at INTEGER NOT NULL
);
CREATE INDEX ratings_category ON ratings (category_id); -- what loses a category that is deleted

-- A contact was asked: the question as it was then, and the answer. Whose contact it is, its ticket says.
CREATE TABLE ticket_ratings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id INTEGER NOT NULL UNIQUE REFERENCES tickets (id) ON DELETE CASCADE,
  -- Who attended, and where.
  user_id INTEGER,
  queue_id INTEGER REFERENCES queues (id) ON DELETE SET NULL,
  -- Null: the connection's question, or a rating that was deleted.
  rating_id INTEGER REFERENCES ratings (id) ON DELETE SET NULL,
  -- Empty: the connection's question.
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  options TEXT NOT NULL,
  thanks TEXT NOT NULL,
  -- Empty: no comment is asked.
  comment_message TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  -- Until when an answer counts; 0 when the contact has another ticket since.
  expires_at INTEGER NOT NULL,
  value INTEGER,
  label TEXT,
  -- Of csat alone.
  satisfied INTEGER,
  -- The highest value of the scale.
  top INTEGER NOT NULL,
  answered_at INTEGER,
  comment TEXT,
  -- Until when what the contact writes is the comment.
  comment_until INTEGER
);
-- The results of a period, read from the index alone.
CREATE INDEX ticket_ratings_asked ON ticket_ratings (asked_at, rating_id, type, user_id, queue_id, value, satisfied, top, name, label);
-- The list of answers, and of those with a comment.
CREATE INDEX ticket_ratings_answered ON ticket_ratings (answered_at DESC, id DESC, asked_at, rating_id, user_id, queue_id, name)
  WHERE answered_at IS NOT NULL;
CREATE INDEX ticket_ratings_commented ON ticket_ratings (answered_at DESC, id DESC, asked_at, rating_id, user_id, queue_id, name)
  WHERE answered_at IS NOT NULL AND comment IS NOT NULL;
CREATE INDEX ticket_ratings_rating ON ticket_ratings (rating_id); -- what loses a rating that is deleted
CREATE INDEX ticket_ratings_queue ON ticket_ratings (queue_id); -- and a queue
