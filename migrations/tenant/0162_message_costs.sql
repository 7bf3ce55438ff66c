-- What a messenger that charges says about each of our messages, counted by connection, day and category.
CREATE TABLE message_charges (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  day TEXT NOT NULL, -- on which it was first reported, in the company's zone
  category TEXT NOT NULL,
  rate TEXT NOT NULL
) STRICT;
CREATE TABLE charged_days (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  category TEXT NOT NULL,
  billed INTEGER NOT NULL DEFAULT 0,
  free INTEGER NOT NULL DEFAULT 0,
  entry INTEGER NOT NULL DEFAULT 0, -- free, because an advertisement led to the conversation
  PRIMARY KEY (connection_id, day, category)
) STRICT, WITHOUT ROWID;
CREATE TABLE cost_ceilings (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  amount INTEGER NOT NULL, -- for each month, in ten-thousandths of a real
  near_in TEXT, -- the latest month that came near the ceiling, and the latest that reached it
  reached_in TEXT
) STRICT;
-- The messenger limits how many people may be written to within 24 hours.
DROP INDEX reached_connection;
CREATE INDEX reached_connection ON reached (connection_id, at);
-- What is sent outside the reply window: a template with the texts for its variables (JSON).
ALTER TABLE campaigns ADD COLUMN template TEXT;
ALTER TABLE schedules ADD COLUMN template TEXT;
ALTER TABLE connections ADD COLUMN joins_answers INTEGER; -- whether the bot answers with one message; NULL: as usual for the channel
