/** E-mails of a company's people that somebody of another company here signs in with. */
import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import * as v from 'valibot'
import type { Source, SourceCompany } from '../../moving-in/source'
import { controlPath } from '../../platform/databases'
import { Email } from '../../platform/formats'
import { getTuples, getValue } from '../../platform/sql'

/** Companies by the e-mails of their people, and those that moved in by their id there. */
type Here = { readonly logins: ReadonlyMap<string, string>; ownOf(theirs: string): readonly string[] }

/** Reads control.db as it is: nothing is migrated before people have agreed. */
export function readTaken(dataDir: string, source: Source): (company: SourceCompany) => readonly string[] {
  if (!existsSync(controlPath(dataDir))) return () => []
  const raw = new Sqlite(controlPath(dataDir), { readonly: true })
  try {
    // An earlier version lacks the second, and what was killed while it was created may lack both.
    const has = (table: string) => getValue(raw, 'SELECT 1 FROM sqlite_schema WHERE name = ?', table) !== undefined
    const logins = has('claims')
      ? getTuples<[string, string]>(raw, "SELECT value, tenant_uuid FROM claims WHERE kind = 'email'")
      : has('login_index')
        ? getTuples<[string, string]>(
            raw,
            'SELECT l.email, c.uuid FROM login_index l JOIN companies c ON c.id = l.company_id',
          )
        : []
    const moved = has('moved_companies')
      ? getTuples<[string, string]>(
          raw,
          'SELECT m.theirs, c.uuid FROM moved_companies m JOIN companies c ON c.id = m.company_id WHERE m.family = ?',
          source.family,
        )
      : []
    const ownOf = (theirs: string) => moved.flatMap(([id, ours]) => (id === theirs ? [ours] : []))
    const here = { logins: new Map(logins), ownOf }
    return (company) => listTaken(source, company, here)
  } finally {
    raw.close()
  }
}

/** None if an administrator is left. */
function listTaken(source: Source, { id }: SourceCompany, { logins, ownOf }: Here): string[] {
  const own = ownOf(id)
  const taken: string[] = []
  for (const user of source.rows('users', id)) {
    const email = v.safeParse(Email, user.email)
    const holder = email.success ? logins.get(email.output) : undefined
    if (email.success && holder !== undefined && !own.includes(holder)) taken.push(email.output)
    else if (email.success && user.active && (user.super || /^\s*admin\s*$/i.test(user.profile ?? ''))) return []
  }
  return taken
}
