-- Conversations with the AI assistant. Each belongs to one person, and nobody else sees it.
CREATE TABLE ai_chats (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL -- of the last question
);
CREATE INDEX ai_chats_user ON ai_chats (user_id, updated_at);
CREATE TABLE ai_turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id INTEGER NOT NULL,
  prompt TEXT NOT NULL,
  answer TEXT NOT NULL DEFAULT '', -- as far as it has come
  outcome TEXT NOT NULL DEFAULT 'writing',
  error TEXT, -- code, if the outcome is failed
  created_at INTEGER NOT NULL
);
CREATE INDEX ai_turns_chat ON ai_turns (chat_id, id);
