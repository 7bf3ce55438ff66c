-- The operator enters a company with the consent of one of its admins, for a time.
CREATE TABLE support_grants (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  asked_by INTEGER NOT NULL, -- a super user of company 1
  asker TEXT NOT NULL,
  reason TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'granted', 'refused', 'ended')),
  decided_by TEXT, -- the admin's name
  until INTEGER -- of a consent
);
CREATE INDEX support_grants_company ON support_grants (company_id, id);

-- A session by consent cannot be renewed beyond this. Null: an ordinary one.
ALTER TABLE sessions ADD COLUMN until INTEGER;
