-- When each connection was last linked to a phone: WhatsApp limits the first days of a link.
CREATE TABLE connection_links (
  connection_id INTEGER PRIMARY KEY,
  linked_at INTEGER NOT NULL
) STRICT;
