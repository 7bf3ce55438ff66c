-- The attendants pool of a queue as JSON: how its conversations are given to people; null: they wait until somebody takes one.
ALTER TABLE queues ADD COLUMN attendants_pool TEXT;

-- To whom a conversation went, and why. Nobody: it stayed in the queue.
CREATE TABLE distributions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  user_id INTEGER,
  -- Who had it before: they did not answer, or gave it back.
  from_user_id INTEGER,
  reason TEXT NOT NULL,
  -- The numbers in the reason, as JSON.
  data TEXT NOT NULL,
  -- Given, and not answered yet.
  awaits_answer INTEGER NOT NULL DEFAULT 0,
  -- Supervisors were told that nobody is there.
  told INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX distributions_queue ON distributions (queue_id, id); -- the latest of a queue
CREATE INDEX distributions_user ON distributions (queue_id, user_id, id); -- whose turn it is
CREATE INDEX distributions_ticket ON distributions (ticket_id, id); -- who has had it
CREATE INDEX distributions_awaiting ON distributions (queue_id, created_at) WHERE awaits_answer = 1; -- who has not answered in time
CREATE INDEX distributions_told ON distributions (queue_id, id) WHERE told = 1; -- when supervisors were told last
CREATE INDEX distributions_old ON distributions (created_at); -- forgotten after a while
