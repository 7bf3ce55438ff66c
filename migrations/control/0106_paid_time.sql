-- What the time until a company's due date was paid at, a change of plan that waits for a due date, and payments that go back.

-- The average monthly price, in cents, at which the time until `due_at` was paid; 0: it was given.
ALTER TABLE companies ADD COLUMN paid_price REAL NOT NULL DEFAULT 0 CHECK (paid_price >= 0);
-- From `next_at` on the company has this plan, paid at `next_paid_price`. The time until then is paid at `paid_price`.
ALTER TABLE companies ADD COLUMN next_plan_id INTEGER REFERENCES plans (id);
ALTER TABLE companies ADD COLUMN next_at INTEGER;
ALTER TABLE companies ADD COLUMN next_paid_price REAL NOT NULL DEFAULT 0;
-- Cents received that no invoice has used yet.
ALTER TABLE companies ADD COLUMN credit INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0);
ALTER TABLE companies ADD COLUMN trial_until INTEGER; -- it signed up and tries the product until then
CREATE INDEX companies_next ON companies (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX companies_next_plan ON companies (next_plan_id) WHERE next_plan_id IS NOT NULL;

ALTER TABLE invoices ADD COLUMN starts TEXT NOT NULL DEFAULT 'now' CHECK (starts IN ('now', 'due')); -- when `plan_id` begins
ALTER TABLE invoices ADD COLUMN credit INTEGER NOT NULL DEFAULT 0 CHECK (credit BETWEEN 0 AND amount); -- cents received before
ALTER TABLE invoices ADD COLUMN renewed_from INTEGER; -- the company's due date before the payment
ALTER TABLE invoices ADD COLUMN reversal TEXT CHECK (reversal IN ('refunded', 'partlyRefunded', 'disputed')); -- after the payment
ALTER TABLE invoices ADD COLUMN reversed INTEGER NOT NULL DEFAULT 0; -- cents that went back

ALTER TABLE charges ADD COLUMN paid_at INTEGER;
ALTER TABLE charges ADD COLUMN received INTEGER NOT NULL DEFAULT 0; -- cents, before anything went back
ALTER TABLE charges ADD COLUMN returned INTEGER NOT NULL DEFAULT 0; -- cents that went back
ALTER TABLE charges ADD COLUMN disputed INTEGER NOT NULL DEFAULT 0; -- the payer's bank asks for it
ALTER TABLE charges ADD COLUMN to_withdraw INTEGER NOT NULL DEFAULT 0; -- cancelled here, not yet at the provider
UPDATE charges SET paid_at = ifnull(checked_at, created_at), received = amount WHERE status = 'paid';
CREATE INDEX charges_paid ON charges (checked_at) WHERE status = 'paid' AND provider <> 'manual';
CREATE INDEX charges_to_withdraw ON charges (id) WHERE to_withdraw = 1;

UPDATE companies SET paid_price = ifnull((
  SELECT i.amount * 1.0 / CASE i.recurrence WHEN 'BIMESTRAL' THEN 2 WHEN 'TRIMESTRAL' THEN 3 WHEN 'SEMESTRAL' THEN 6 WHEN 'ANUAL' THEN 12 ELSE 1 END
  FROM invoices i WHERE i.company_id = companies.id AND i.status = 'paid' ORDER BY i.paid_at DESC, i.id DESC LIMIT 1), 0);

-- Payments that did not fit their invoice, until the operator settles them.
CREATE TABLE odd_payments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  invoice_id INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  charge_id INTEGER REFERENCES charges (id) ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('short', 'over', 'again', 'late', 'refunded', 'partlyRefunded', 'disputed')),
  cents INTEGER NOT NULL CHECK (cents >= 0), -- what does not fit, or went back
  at INTEGER NOT NULL,
  settled TEXT CHECK (settled IN ('accepted', 'credited', 'returned', 'shortened', 'kept', 'obsolete')), -- null: waits for the operator
  settled_at INTEGER,
  mailed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX odd_payments_invoice ON odd_payments (invoice_id);
CREATE INDEX odd_payments_open ON odd_payments (id) WHERE settled IS NULL;
