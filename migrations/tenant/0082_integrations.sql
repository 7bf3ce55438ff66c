-- Integrations: what answers in a queue in place of its options. Their health stands in a table of its own, because it
-- changes with every turn.
CREATE TABLE integrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  project_name TEXT NOT NULL DEFAULT '',
  json_content TEXT,
  language TEXT NOT NULL DEFAULT 'pt-BR',
  url_integration TEXT NOT NULL DEFAULT '',
  url_token TEXT,
  secret TEXT,
  typebot_delay_message INTEGER NOT NULL DEFAULT 1000,
  typebot_expires INTEGER NOT NULL DEFAULT 1,
  typebot_keyword_finish TEXT NOT NULL DEFAULT '',
  typebot_keyword_restart TEXT NOT NULL DEFAULT '',
  typebot_restart_message TEXT NOT NULL DEFAULT '',
  typebot_slug TEXT NOT NULL DEFAULT '',
  typebot_unknown_message TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
);

CREATE TABLE integration_states (
  integration_id INTEGER PRIMARY KEY,
  streak INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  last_at INTEGER
);

CREATE TABLE integration_sessions (
  ticket_id INTEGER PRIMARY KEY,
  integration_id INTEGER NOT NULL,
  queue_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  turn INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'null',
  last_message_id INTEGER,
  recent TEXT NOT NULL DEFAULT '[]',
  rest TEXT,
  rest_at INTEGER,
  wake_at INTEGER
);
CREATE INDEX integration_sessions_due ON integration_sessions (ifnull(rest_at, wake_at))
  WHERE rest_at IS NOT NULL OR wake_at IS NOT NULL;
CREATE INDEX integration_sessions_of ON integration_sessions (integration_id);

CREATE TABLE integration_turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  ticket_id INTEGER NOT NULL,
  message_id INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX integration_turns_of ON integration_turns (ticket_id, id);

CREATE TABLE integration_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  integration_id INTEGER NOT NULL,
  ticket_id INTEGER,
  at INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  status INTEGER,
  what TEXT NOT NULL,
  fault TEXT
);
CREATE INDEX integration_calls_of ON integration_calls (integration_id, id);
