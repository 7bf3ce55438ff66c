-- Automatic texts of the phone's own app: recognised by their speed, and by going to several contacts.

-- When the contact's latest message was sent, by the messenger's clock. Null before this version.
ALTER TABLE tickets ADD COLUMN heard_at INTEGER;

-- What was written on the connections' phones lately: a digest of each text, and who got it last.
CREATE TABLE phone_texts (
  connection_id INTEGER NOT NULL,
  contact_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  -- By the messenger's clock.
  sent_at INTEGER NOT NULL,
  -- Sent within seconds of the contact's message.
  at_once INTEGER NOT NULL,
  PRIMARY KEY (connection_id, contact_id, text)
) WITHOUT ROWID;
CREATE INDEX phone_texts_text ON phone_texts (connection_id, text, at_once);
CREATE INDEX phone_texts_sent ON phone_texts (sent_at);

-- Whether the app of this number sends such texts ('found'), and the administrators know it ('seen').
ALTER TABLE connections ADD COLUMN app_texts TEXT NOT NULL DEFAULT 'none';
