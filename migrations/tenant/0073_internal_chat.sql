-- What the people of a company write to each other.
CREATE TABLE chats (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL, -- empty: it is called by its members
  owner_id INTEGER NOT NULL,
  created_by INTEGER NOT NULL,
  last_message_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL -- of the last message, or its beginning
);
CREATE TABLE chat_members (
  id INTEGER PRIMARY KEY, -- in the order in which they came: the next one owns
  chat_id INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id),
  unreads INTEGER NOT NULL DEFAULT 0, -- messages of others after read_id
  read_id INTEGER NOT NULL DEFAULT 0,
  UNIQUE (chat_id, user_id)
);
CREATE INDEX chat_members_user ON chat_members (user_id, chat_id); -- a person's chats
CREATE TABLE chat_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL,
  body TEXT NOT NULL,
  kind TEXT, -- of the file
  media TEXT,
  ticket_id INTEGER, -- a conversation with a contact that is shown as a card; it may be gone
  client_id TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX chat_messages_chat ON chat_messages (chat_id, id);
CREATE INDEX chat_messages_files ON chat_messages (chat_id, id) WHERE media IS NOT NULL; -- the files of a chat
CREATE INDEX chat_messages_file ON chat_messages (json_extract(media, '$.file')) WHERE media IS NOT NULL; -- is it still needed?
CREATE UNIQUE INDEX chat_messages_client ON chat_messages (chat_id, sender_id, client_id) WHERE client_id IS NOT NULL; -- sent again
CREATE VIRTUAL TABLE chat_message_search USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'trigram');
CREATE TRIGGER chat_message_search_gone AFTER DELETE ON chat_messages BEGIN
  DELETE FROM chat_message_search WHERE rowid = old.id;
END;
