/** Checks and rebuilds the login index, which is derived from the companies' users. */
import { and, eq, isNull, ne } from 'drizzle-orm'
import { AppError } from '../errors'
import type { ControlDb, Db, WritableControl } from '../platform/sqlite'
import { indexLogin } from '../users/people'
import { loginIndex, users } from '../users/tables'
import { loginsOf } from './people'

export type IndexFault = { readonly email: string; readonly fault: 'missing' | 'stale' | 'duplicate' }

/** Compares a company's users with its entries. */
export function findIndexFaults(control: ControlDb, db: Db, companyId: number): IndexFault[] {
  const entries = new Map(loginsOf(control, companyId).map(({ email, userId }) => [email, userId]))
  const people = listLogins(db)
  const missing = people
    .filter(({ id, email }) => entries.get(email) !== id)
    .map(
      ({ email }): IndexFault => ({ email, fault: isElsewhere(control, companyId, email) ? 'duplicate' : 'missing' }),
    )
  const known = new Set(people.map(({ email }) => email))
  const stale = [...entries.keys()].filter((email) => !known.has(email))
  return [...missing, ...stale.map((email): IndexFault => ({ email, fault: 'stale' }))]
}

/** Rebuilds a company's entries. Returns the e-mails that cannot have one because another company uses them. */
export function rebuildLoginIndex(control: WritableControl, db: Db, companyId: number): string[] {
  const refused: string[] = []
  control.$client.transaction(() => {
    control.$client.prepare('DELETE FROM login_index WHERE company_id = ?').run(companyId)
    for (const { id, email } of listLogins(db)) {
      try {
        indexLogin(control, { email, companyId, userId: id })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refused.push(email)
      }
    }
  })()
  return refused
}

/** Deleted users have no login. */
const listLogins = (db: Db) =>
  db.select({ id: users.id, email: users.email }).from(users).where(isNull(users.deletedAt)).all()

const isElsewhere = (control: ControlDb, companyId: number, email: string): boolean =>
  control
    .select()
    .from(loginIndex)
    .where(and(eq(loginIndex.email, email), ne(loginIndex.companyId, companyId)))
    .get() !== undefined
