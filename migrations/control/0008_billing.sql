-- What the payment of an invoice changes, and how its charges are found again.

-- The day of the month on which a company pays, when its due date fell on a shorter month's last day.
ALTER TABLE companies ADD COLUMN due_day INTEGER CHECK (due_day BETWEEN 29 AND 31);
CREATE INDEX companies_due ON companies (due_at);

ALTER TABLE invoices ADD COLUMN plan_id INTEGER REFERENCES plans (id) ON DELETE SET NULL; -- chosen at the checkout: the payment assigns it
CREATE INDEX invoices_plan ON invoices (plan_id) WHERE plan_id IS NOT NULL;

ALTER TABLE charges ADD COLUMN external_id TEXT; -- the provider's id, where it is not `reference`
CREATE INDEX charges_pending ON charges (checked_at) WHERE status = 'pending' AND provider <> 'manual';
