/** Many companies in one installation: the first one is seeded, the others are copies of it under names of their own. */
import { constants, copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createUser } from '../../src/access/people'
import { openSession } from '../../src/access/sessions'
import { createTokens } from '../../src/access/tokens'
import { openDatabases, tenantPath } from '../../src/platform/databases'
import { createLog } from '../../src/platform/log'
import { loadSecret } from '../../src/platform/secret'
import type { ControlDb } from '../../src/platform/sqlite'
import { listCompanies } from '../../src/tenancy/companies'
import { type Size, seedCompany } from './seed'

export type SeededCompany = { readonly id: number; readonly uuid: string; readonly path: string }

/** The disk is left at rest, so that what is measured next does not wait for it. */
export async function seedCompanies(
  dataDir: string,
  { count, size, people }: { readonly count: number; readonly size: Size; readonly people: number },
): Promise<SeededCompany[]> {
  const databases = openDatabases(dataDir, createLog('silent'))
  loadSecret(dataDir)
  const { company } = await seedCompany(databases, size, { people })
  databases.close() // its log is in the file now
  const first = { id: company.id, uuid: company.uuid, path: tenantPath(dataDir, company.uuid) }
  const control = new Sqlite(join(dataDir, 'control.db'))
  const others = control.transaction(() =>
    Array.from({ length: count - 1 }, (_, n) => copy(control, dataDir, first, n + 2)),
  )()
  control.close()
  Bun.spawnSync(['sync'])
  return [first, ...others]
}

function copy(control: Sqlite.Database, dataDir: string, first: SeededCompany, id: number): SeededCompany {
  const uuid = crypto.randomUUID()
  const path = tenantPath(dataDir, uuid)
  mkdirSync(join(dirname(path), 'media'), { recursive: true, mode: 0o700 })
  copyFileSync(first.path, path, constants.COPYFILE_FICLONE)
  const db = new Sqlite(path)
  db.pragma('synchronous = OFF')
  db.prepare("UPDATE meta SET value = ? WHERE key = 'identity'").run(uuid)
  db.prepare("UPDATE users SET email = ? || '.' || email").run(`c${id}`)
  db.close()
  control
    .prepare(
      'INSERT INTO companies (id, uuid, name, due_at, created_at) SELECT ?, ?, ?, due_at, created_at FROM companies WHERE id = ?',
    )
    .run(id, uuid, `Bench ${id}`, first.id)
  control
    .prepare(
      "INSERT INTO login_index (email, company_id, user_id) SELECT ? || '.' || email, ?, user_id FROM login_index WHERE company_id = ?",
    )
    .run(`c${id}`, id, first.id)
  return { id, uuid, path }
}

export type Person = { readonly company: SeededCompany; readonly userId: number; readonly token: string }

/** Everybody of every company is signed in: a thousand passwords would take longer than what is measured. */
export async function signInAll(dataDir: string, companies: readonly SeededCompany[], people: number) {
  const databases = openDatabases(dataDir, createLog('silent'))
  const tokens = createTokens(loadSecret(dataDir), Date.now)
  const found: Person[] = []
  for (const company of companies)
    for (let userId = 1; userId <= people; userId++)
      found.push({ company, userId, token: await tokenFor(databases.control, tokens, company.id, userId) })
  databases.close()
  return found
}

/** So many more admins of the first company, beside the server that serves it; their tokens. */
export async function signInMore(dataDir: string, count: number): Promise<Omit<Person, 'company'>[]> {
  const databases = openDatabases(dataDir, createLog('silent'))
  const tokens = createTokens(loadSecret(dataDir), Date.now)
  const { id, uuid } = firstCompany(databases.control)
  const people: Omit<Person, 'company'>[] = []
  for (let n = 0; n < count; n++) {
    const wanted = { name: `Bench ${n}`, email: `bench${n}@bench.example`, passwordHash: '', profile: 'admin' } as const
    const { control } = databases
    const user = createUser({ control, db: databases.tenant(uuid), companyId: id, now: Date.now() }, wanted)
    people.push({ userId: user.id, token: await tokenFor(control, tokens, id, user.id) })
  }
  databases.close()
  return people
}

function firstCompany(control: ControlDb) {
  const [first] = listCompanies(control)
  if (!first) throw new Error('no company was founded')
  return first
}

function tokenFor(control: ControlDb, tokens: ReturnType<typeof createTokens>, companyId: number, userId: number) {
  const { session } = openSession(control, Date.now(), { companyId, userId })
  return tokens.issue({ sessionId: session.id, companyId, userId })
}
