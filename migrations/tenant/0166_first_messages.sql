-- Messages to people whose reply window was closed, of the last 24 hours: the messenger limits how many people get them.
CREATE TABLE first_messages (
  message_id INTEGER PRIMARY KEY,
  connection_id INTEGER NOT NULL,
  contact_id INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX first_messages_connection ON first_messages (connection_id, at);
CREATE INDEX first_messages_contact ON first_messages (contact_id);
