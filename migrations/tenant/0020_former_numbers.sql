-- The numbers of a connection that has been linked to more than one, counted from 0. Whose number never changed has no rows here.
CREATE TABLE connection_accounts (
  connection_id INTEGER NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  number TEXT NOT NULL,
  account INTEGER NOT NULL,
  PRIMARY KEY (connection_id, number) -- which of them it is linked to now
) WITHOUT ROWID;
ALTER TABLE messages ADD COLUMN account INTEGER NOT NULL DEFAULT 0; -- which of its connection's numbers it came or went over
