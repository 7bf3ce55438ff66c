-- Plans, what a company pays, and the operator's settings.

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

ALTER TABLE companies ADD COLUMN plan_id INTEGER REFERENCES plans (id); -- null: every feature, no limits
CREATE INDEX companies_plan ON companies (plan_id);

-- One plan for each set of features in use.
INSERT INTO plans (name, amount, is_public, uses_menus, menus, features, created_at, updated_at)
SELECT 'Personalizado ' || row_number() OVER (ORDER BY min(id)), 0, 0, 0, '[]', features, unixepoch() * 1000, unixepoch() * 1000
FROM companies WHERE features IS NOT NULL GROUP BY features;
UPDATE companies SET plan_id = (SELECT id FROM plans WHERE plans.features = companies.features) WHERE features IS NOT NULL;
ALTER TABLE companies DROP COLUMN features;

ALTER TABLE companies ADD COLUMN email TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN document TEXT NOT NULL DEFAULT ''; -- CPF or CNPJ, digits only
ALTER TABLE companies ADD COLUMN recurrence TEXT NOT NULL DEFAULT 'MENSAL' CHECK (recurrence IN ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'));
ALTER TABLE companies ADD COLUMN payment_method TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN billing_name TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN billing_zip TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN billing_street TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN billing_district TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN billing_city TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN billing_state TEXT NOT NULL DEFAULT '';
ALTER TABLE companies ADD COLUMN billing_country TEXT NOT NULL DEFAULT 'BR';
ALTER TABLE companies ADD COLUMN last_login_at INTEGER;

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
  UNIQUE (company_id, period)
);
CREATE INDEX invoices_due ON invoices (status, due_at);

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
  UNIQUE (provider, reference)
);
CREATE INDEX charges_invoice ON charges (invoice_id);

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
