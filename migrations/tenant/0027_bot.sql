-- The bot of a connection. What there is already keeps greeting without one; a new connection has it.
ALTER TABLE connections ADD COLUMN enable_queue_chatbot INTEGER NOT NULL DEFAULT 0;
-- How often it repeats a menu; 0: without limit.
ALTER TABLE connections ADD COLUMN max_use_bot_queues INTEGER NOT NULL DEFAULT 0;
-- After so many minutes without a choice (0: never) the ticket goes to this queue.
ALTER TABLE connections ADD COLUMN time_send_queue INTEGER NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN send_id_queue INTEGER REFERENCES queues (id) ON DELETE SET NULL;
-- The greeting's file.
ALTER TABLE connections ADD COLUMN greeting_media_file TEXT;
ALTER TABLE connections ADD COLUMN greeting_media_name TEXT;
ALTER TABLE connections ADD COLUMN greeting_media_type TEXT;
ALTER TABLE connections ADD COLUMN greeting_media_size INTEGER;
CREATE INDEX connections_greeting_media ON connections (greeting_media_file) WHERE greeting_media_file IS NOT NULL; -- is this file still needed?

ALTER TABLE queues ADD COLUMN completion_message TEXT NOT NULL DEFAULT '';
ALTER TABLE queues ADD COLUMN out_of_hours_message TEXT NOT NULL DEFAULT '';
-- WeekHours as JSON; null: as the company.
ALTER TABLE queues ADD COLUMN schedules TEXT;
ALTER TABLE queues ADD COLUMN is_restricted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE queues ADD COLUMN token_hash TEXT;
-- Whether the bot repeats the menu after an answer it does not know; else it falls silent.
ALTER TABLE queues ADD COLUMN reset_chatbot_msg INTEGER NOT NULL DEFAULT 1;
ALTER TABLE queues ADD COLUMN type_chatbot TEXT NOT NULL DEFAULT 'option';
ALTER TABLE queues ADD COLUMN integration_id INTEGER;
ALTER TABLE queues ADD COLUMN workspace_typebot TEXT;
ALTER TABLE queues ADD COLUMN typebot_id TEXT;
-- Goes out after its greeting.
ALTER TABLE queues ADD COLUMN media_file TEXT;
ALTER TABLE queues ADD COLUMN media_name TEXT;
ALTER TABLE queues ADD COLUMN media_type TEXT;
ALTER TABLE queues ADD COLUMN media_size INTEGER;
CREATE INDEX queues_media ON queues (media_file) WHERE media_file IS NOT NULL; -- is this file still needed?

-- The tree of what the bot offers in a queue. A target stays named when it is gone, so that the tree shows what is broken.
CREATE TABLE queue_options (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
  parent_id INTEGER REFERENCES queue_options (id) ON DELETE CASCADE,
  -- From 0 among its siblings: what the contact types is one more.
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  option_type TEXT NOT NULL CHECK (option_type IN ('Texto', 'Arquivo', 'Fila', 'Atendente')),
  target_queue_id INTEGER,
  target_user_id INTEGER,
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER
);
CREATE INDEX queue_options_tree ON queue_options (queue_id, parent_id, position); -- the tree of a queue, in its order
CREATE INDEX queue_options_parent ON queue_options (parent_id); -- its children go with it
CREATE INDEX queue_options_media ON queue_options (media_file) WHERE media_file IS NOT NULL; -- is this file still needed?

-- Where the bot stands in a ticket. The row stays when it has ended, so that it does not begin anew.
CREATE TABLE bot_sessions (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  -- JSON.
  state TEXT NOT NULL,
  -- With which it began: one that is decrypted later comes twice. Null: it ended before it began.
  message_id INTEGER,
  -- Since when it waits for the choice of a queue.
  asking_since INTEGER
);
CREATE INDEX bot_sessions_asking ON bot_sessions (connection_id, asking_since) WHERE asking_since IS NOT NULL; -- redirected after a while
CREATE INDEX tickets_bot ON tickets (connection_id) WHERE is_bot = 1; -- the bot was switched off

-- What a waiting contact was told of their place in the queue.
CREATE TABLE queue_positions (
  ticket_id INTEGER PRIMARY KEY REFERENCES tickets (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  told_at INTEGER NOT NULL
);
