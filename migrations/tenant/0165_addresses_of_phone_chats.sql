-- Somebody whom Meta shows by a username alone has no other address than the one for one business (BSUID).
ALTER TABLE phone_chats RENAME TO former_phone_chats;
CREATE TABLE phone_chats (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('phone', 'lid', 'bsuid')),
  value TEXT NOT NULL,
  other_kind TEXT, -- the same person's address of another kind
  other TEXT,
  name TEXT,
  PRIMARY KEY (connection_id, kind, value)
) WITHOUT ROWID;
INSERT INTO phone_chats (connection_id, kind, value, other_kind, other, name)
SELECT connection_id, kind, value, CASE WHEN other IS NOT NULL THEN iif(kind = 'phone', 'lid', 'phone') END, other, name
FROM former_phone_chats;
DROP TABLE former_phone_chats;
