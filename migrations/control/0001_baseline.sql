CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  due_at INTEGER NOT NULL,
  time_zone TEXT NOT NULL DEFAULT 'America/Sao_Paulo',
  language TEXT NOT NULL DEFAULT 'pt-BR',
  created_at INTEGER NOT NULL,
  resting_since INTEGER,
  plan_id INTEGER REFERENCES plans (id),
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  document TEXT NOT NULL DEFAULT '',
  recurrence TEXT NOT NULL DEFAULT 'MENSAL' CHECK (recurrence IN ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  payment_method TEXT NOT NULL DEFAULT '',
  billing_name TEXT NOT NULL DEFAULT '',
  billing_zip TEXT NOT NULL DEFAULT '',
  billing_street TEXT NOT NULL DEFAULT '',
  billing_district TEXT NOT NULL DEFAULT '',
  billing_city TEXT NOT NULL DEFAULT '',
  billing_state TEXT NOT NULL DEFAULT '',
  billing_country TEXT NOT NULL DEFAULT 'BR',
  last_login_at INTEGER,
  due_day INTEGER CHECK (due_day BETWEEN 29 AND 31)
);
CREATE INDEX companies_plan ON companies (plan_id);
CREATE INDEX companies_due ON companies (due_at);

-- Derived from the companies' users: an e-mail leads to its company. Rebuilt by `balcao doctor --fix`.
CREATE TABLE login_index (
  email TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX login_index_user ON login_index (company_id, user_id);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_because TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX sessions_live ON sessions (company_id, user_id) WHERE ended_at IS NULL;

-- Every refresh token ever handed out for a session: one that was rotated out and comes back ends the session.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  rotated_at INTEGER,
  used_by TEXT
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- One messenger account is linked to one connection only, across all companies.
CREATE TABLE channel_accounts (
  channel TEXT NOT NULL,
  account TEXT NOT NULL,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  connection_id INTEGER NOT NULL,
  PRIMARY KEY (channel, account)
) WITHOUT ROWID;
CREATE UNIQUE INDEX channel_accounts_connection ON channel_accounts (company_id, connection_id);

CREATE TABLE announcements (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again: companies remember what their people have read
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  words TEXT NOT NULL, -- title and text as search sees them
  priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 3),
  active INTEGER NOT NULL,
  media_file TEXT,
  media_name TEXT,
  media_type TEXT,
  media_size INTEGER,
  published_at INTEGER, -- when it was first active
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

-- How many people of a company have read it: counted where they read, so that nobody opens a thousand files to count.
CREATE TABLE announcement_readers (
  announcement_id INTEGER NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  readers INTEGER NOT NULL,
  PRIMARY KEY (announcement_id, company_id)
) WITHOUT ROWID;
CREATE INDEX announcement_readers_company ON announcement_readers (company_id);

CREATE TABLE helps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  words TEXT NOT NULL, -- both as search sees them
  video TEXT NOT NULL, -- the code of a YouTube video
  seconds INTEGER, -- how long it runs
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  users INTEGER CHECK (users >= 0), -- null: no limit, as for the two below
  connections INTEGER CHECK (connections >= 0),
  queues INTEGER CHECK (queues >= 0),
  amount INTEGER NOT NULL CHECK (amount >= 0), -- cents for each month
  is_public INTEGER NOT NULL,
  uses_menus INTEGER NOT NULL, -- its features follow from `menus`
  menus TEXT NOT NULL CHECK (json_type(menus) = 'array'), -- menu ids
  features TEXT NOT NULL CHECK (json_type(features) = 'array'),
  company_id INTEGER REFERENCES companies (id) ON DELETE CASCADE, -- the only company of a custom plan
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX plans_company ON plans (company_id) WHERE company_id IS NOT NULL;

CREATE TABLE invoices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  period TEXT NOT NULL, -- the due date that it renews, YYYY-MM-DD in the company's time zone: one invoice for each
  detail TEXT NOT NULL,
  users INTEGER, -- limits of the plan; null: none
  connections INTEGER,
  queues INTEGER,
  amount INTEGER NOT NULL CHECK (amount >= 0), -- cents
  recurrence TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'cancelled')),
  paid_at INTEGER,
  paid_by TEXT, -- the provider, or 'operator'
  renewed_until INTEGER, -- the company's due date after the payment
  created_at INTEGER NOT NULL,
  plan_id INTEGER REFERENCES plans (id) ON DELETE SET NULL,
  UNIQUE (company_id, period)
);
CREATE INDEX invoices_due ON invoices (status, due_at);
CREATE INDEX invoices_plan ON invoices (plan_id) WHERE plan_id IS NOT NULL;

-- What a payment provider was asked to collect for an invoice.
CREATE TABLE charges (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  invoice_id INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  reference TEXT NOT NULL, -- the provider's id (txid)
  amount INTEGER NOT NULL, -- cents
  code TEXT NOT NULL, -- Pix copy-and-paste code
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid', 'expired', 'cancelled')),
  expires_at INTEGER,
  checked_at INTEGER,
  created_at INTEGER NOT NULL,
  external_id TEXT,
  end_to_end_id TEXT,
  UNIQUE (provider, reference)
);
CREATE INDEX charges_invoice ON charges (invoice_id);
CREATE INDEX charges_pending ON charges (checked_at) WHERE status = 'pending' AND provider <> 'manual';

-- Mails about an invoice that were sent: `kind` is the day, such as -10, 0 or 3 from the due date.
CREATE TABLE invoice_mails (
  invoice_id INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (invoice_id, kind)
) WITHOUT ROWID;

-- Overrides defaults; an environment variable overrides both. Secrets are encrypted.
CREATE TABLE operator_settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

-- One password reset code for each user.
CREATE TABLE reset_codes (
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  code TEXT NOT NULL, -- encrypted
  expires_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, user_id)
) WITHOUT ROWID;

CREATE TABLE backup_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('scheduled', 'manual', 'command')),
  folder TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'verified', 'failed')),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  verified_at INTEGER, -- when its files were last compared
  bytes INTEGER,
  companies INTEGER,
  problem TEXT -- why it failed
);

-- Errors of the log, grouped: without values, so that no customer's text is in them.
CREATE TABLE error_groups (
  key TEXT PRIMARY KEY,
  words TEXT NOT NULL, -- the log's own words
  error TEXT NOT NULL, -- name and masked message
  place TEXT NOT NULL, -- request, job or event
  reference TEXT, -- of the latest one, to find it in the log
  count INTEGER NOT NULL,
  companies TEXT NOT NULL CHECK (json_type(companies) = 'array'), -- uuids
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Load of the process by hour, for the monitor's charts of a week: the worst delay and memory, and the sum of what was done.
CREATE TABLE load_hours (
  at INTEGER PRIMARY KEY, -- the hour's start
  p50 REAL NOT NULL, -- milliseconds that the event loop was late
  p99 REAL NOT NULL,
  max REAL NOT NULL,
  memory INTEGER NOT NULL, -- megabytes
  received INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  slow INTEGER NOT NULL
);
