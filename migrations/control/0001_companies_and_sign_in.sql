-- The operator's own: companies, where each person signs in, live sessions, who holds which WhatsApp account.

CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  due_at INTEGER NOT NULL,
  time_zone TEXT NOT NULL DEFAULT 'America/Sao_Paulo',
  language TEXT NOT NULL DEFAULT 'pt-BR',
  created_at INTEGER NOT NULL
);

-- Derived from the companies' users: an e-mail leads to its company. Rebuilt by `balcao doctor --fix`.
CREATE TABLE login_index (
  email TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX login_index_user ON login_index (company_id, user_id); -- a person's address when it changes

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_because TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX sessions_live ON sessions (company_id, user_id) WHERE ended_at IS NULL; -- one live session per person

-- Every refresh token ever handed out for a session: one that was rotated out and comes back ends the session.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  rotated_at INTEGER
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id); -- clearing away ended sessions

-- One messenger account is linked to one connection only, across all companies.
CREATE TABLE channel_accounts (
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  PRIMARY KEY (channel, account)
) WITHOUT ROWID;
CREATE UNIQUE INDEX channel_accounts_connection ON channel_accounts (company_id, connection_id); -- which account a connection holds
