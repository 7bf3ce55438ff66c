/** Who signs in with an e-mail, in the schema of the served version: earlier ones have an index instead of claims. */
import type Sqlite from 'better-sqlite3'

const hasClaims = (control: Sqlite.Database): boolean =>
  control.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'claims'").get() !== undefined

/** For people of company 1. */
export function loginWriter(control: Sqlite.Database): (email: string, userId: number) => void {
  const claim = hasClaims(control)
  const write = control.prepare(
    claim
      ? "INSERT INTO claims (kind, value, tenant_uuid, taken_at) SELECT 'email', ?, uuid, 0 FROM companies WHERE id = 1"
      : 'INSERT INTO login_index (email, company_id, user_id) VALUES (?, 1, ?)',
  )
  return (email, userId) => void (claim ? write.run(email) : write.run(email, userId))
}

type Copied = { readonly id: number; readonly uuid: string }

/** Gives the people of a copied company the e-mails of the first one behind a prefix. */
export function copyLogins(control: Sqlite.Database, prefix: string, from: Copied, to: Copied): void {
  if (hasClaims(control))
    control
      .prepare(
        "INSERT INTO claims (kind, value, tenant_uuid, taken_at) SELECT kind, ? || '.' || value, ?, 0 FROM claims WHERE tenant_uuid = ? AND kind = 'email'",
      )
      .run(prefix, to.uuid, from.uuid)
  else
    control
      .prepare(
        "INSERT INTO login_index (email, company_id, user_id) SELECT ? || '.' || email, ?, user_id FROM login_index WHERE company_id = ?",
      )
      .run(prefix, to.id, from.id)
}
