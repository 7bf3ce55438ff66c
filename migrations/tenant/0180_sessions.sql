-- Sign-in sessions, one live per user.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- companies.session_generation of control.db when it began.
  generation INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_because TEXT,
  -- Of a session by consent, which ends then.
  until INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX sessions_live ON sessions (user_id) WHERE ended_at IS NULL;

-- Every refresh token that was handed out for a session: one that was rotated out and comes back ends the session.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  rotated_at INTEGER,
  used_by TEXT
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id, rotated_at);
