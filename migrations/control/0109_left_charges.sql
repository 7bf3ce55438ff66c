-- Charges of deleted companies that can still be paid, until the provider has cancelled them.
CREATE TABLE left_charges (
  id INTEGER PRIMARY KEY,
  company TEXT NOT NULL, -- its name
  provider TEXT NOT NULL,
  reference TEXT NOT NULL,
  external_id TEXT,
  amount INTEGER NOT NULL, -- cents
  left_at INTEGER NOT NULL
);
