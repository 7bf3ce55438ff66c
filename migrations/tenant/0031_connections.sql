-- Which client speaks for it; stored for those who ask, and not shown.
ALTER TABLE connections ADD COLUMN provider TEXT NOT NULL DEFAULT 'beta';
-- Of the token with which the external API uses it.
ALTER TABLE connections ADD COLUMN token_hash TEXT;
CREATE INDEX connections_token ON connections (token_hash) WHERE token_hash IS NOT NULL; -- whose token is this

-- What the present state does not tell; one without a row has not changed since this table exists.
CREATE TABLE connection_health (
  connection_id INTEGER PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
  status_since INTEGER NOT NULL,
  -- The reason of the last state that had one.
  last_error TEXT,
  last_error_at INTEGER
);
