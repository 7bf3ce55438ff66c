-- Gigabytes of files that a company of the plan may store; NULL: no limit.
ALTER TABLE plans ADD COLUMN storage INTEGER CHECK (storage > 0);
