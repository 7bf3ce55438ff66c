-- The key pair (VAPID) by which push services know this installation. Made at the first start; one row.
CREATE TABLE push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL, -- encrypted
  created_at INTEGER NOT NULL
) STRICT;
