-- Values that belong to one company of the installation: e-mails to sign in with, and messenger accounts (channel:account).
-- They are taken before the company's transaction, perhaps before the company itself exists, so nothing refers to it here.
CREATE TABLE claims (
  revision INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('email', 'account')),
  value TEXT NOT NULL,
  tenant_uuid TEXT NOT NULL,
  connection_id INTEGER, -- of a linked phone
  taken_at INTEGER NOT NULL,
  UNIQUE (kind, value)
);
CREATE INDEX claims_tenant ON claims (tenant_uuid);
INSERT INTO claims (kind, value, tenant_uuid, taken_at)
  SELECT 'email', l.email, c.uuid, 0 FROM login_index l JOIN companies c ON c.id = l.company_id ORDER BY l.email;
INSERT INTO claims (kind, value, tenant_uuid, connection_id, taken_at)
  SELECT 'account', channel || ':' || account, uuid, CASE channel WHEN 'whatsapp' THEN connection_id END, 0
  FROM channel_accounts JOIN companies ON companies.id = company_id ORDER BY channel, account;
DROP TABLE login_index;
-- What is left says to which connection a webhook goes.
DELETE FROM channel_accounts WHERE channel = 'whatsapp';
