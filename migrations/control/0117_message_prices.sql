-- What each message costs at Meta, in ten-thousandths of a real, from a day on. The first row is Meta's table for Brazil
-- at 5.60 reais for a dollar.
CREATE TABLE message_prices (
  valid_from TEXT PRIMARY KEY,
  service INTEGER NOT NULL,
  utility INTEGER NOT NULL,
  marketing INTEGER NOT NULL,
  authentication INTEGER NOT NULL,
  free_service INTEGER NOT NULL -- service messages of each month and number that cost nothing
) STRICT, WITHOUT ROWID;
INSERT INTO message_prices VALUES ('2026-10-01', 381, 381, 3500, 381, 1000);
