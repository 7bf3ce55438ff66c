-- Texts and files that attendants send again and again. A general one is the company's, any other its author's.
CREATE TABLE quick_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  shortcode TEXT NOT NULL,
  shortcode_folded TEXT NOT NULL,
  message TEXT NOT NULL,
  words TEXT NOT NULL, -- shortcode and message as search sees them
  general INTEGER NOT NULL,
  active INTEGER NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  tag_id INTEGER REFERENCES tags (id) ON DELETE SET NULL,
  send_only_media INTEGER NOT NULL,
  kind TEXT, -- of the file, as it is sent
  media TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX quick_messages_shortcode ON quick_messages (shortcode_folded, id); -- their order, and whether one is taken
CREATE INDEX quick_messages_tag ON quick_messages (tag_id) WHERE tag_id IS NOT NULL; -- before a tag is deleted
CREATE INDEX quick_messages_file ON quick_messages (json_extract(media, '$.file')) WHERE media IS NOT NULL; -- is it still needed?
