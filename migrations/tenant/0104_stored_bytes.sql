-- Bytes of the company's stored files. Without a row they are not counted yet.
CREATE TABLE stored_bytes (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;
-- A new company has no files.
INSERT INTO stored_bytes (id, bytes) SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM users);
