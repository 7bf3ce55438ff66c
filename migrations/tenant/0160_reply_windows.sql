-- When a contact last did something that lets us write over a connection whose messenger limits that. Connections without
-- such a limit have no rows.
CREATE TABLE reply_windows (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  opened_at INTEGER NOT NULL, -- epoch milliseconds, by the messenger's clock
  PRIMARY KEY (connection_id, contact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reply_windows_contact ON reply_windows (contact_id);
