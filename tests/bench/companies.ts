/** Many companies in one installation: the first is seeded, the others are copies of it under other names. */
import { constants, copyFileSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { tenantPath } from '../../src/platform/databases'
import { getOrMake } from '../../src/platform/maps'
import { loadSecret } from '../../src/platform/secret'
import { DAY } from '../../src/platform/time'
import { createTokens } from '../../src/users/tokens'
import { copyLogins } from './logins'
import { addPeople, fileIn, type Seeding, type Size, seedCompany } from './seed'

export type SeededCompany = { readonly id: number; readonly uuid: string; readonly path: string }

/** Flushes the disk at the end, so that the next measurement does not wait for it. */
export async function seedCompanies(
  dataDir: string,
  { count, size, ...seeding }: Seeding & { readonly count: number; readonly size: Size },
): Promise<[SeededCompany, ...SeededCompany[]]> {
  await seedCompany(dataDir, size, seeding)
  const path = fileIn(dataDir)
  const first = { id: 1, uuid: basename(dirname(path)), path }
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
  db.prepare("UPDATE users SET email = ? || '.' || email, super = 0").run(`c${id}`)
  db.close()
  control
    .prepare(
      'INSERT INTO companies (id, uuid, name, due_at, created_at) SELECT ?, ?, ?, due_at, created_at FROM companies WHERE id = ?',
    )
    .run(id, uuid, `Bench ${id}`, first.id)
  copyLogins(control, `c${id}`, first, { id, uuid })
  return { id, uuid, path }
}

export type SignedInPerson = { readonly company: SeededCompany; readonly userId: number; readonly token: string }

/** Creates sessions for everybody, because hashing a thousand passwords would take longer than the measurement. */
export async function signInAll(dataDir: string, companies: readonly SeededCompany[], people: number) {
  const { signIn, close } = openDoor(dataDir)
  const found: SignedInPerson[] = []
  for (const company of companies)
    for (let userId = 1; userId <= people; userId++)
      found.push({ company, userId, token: await signIn(company.id, userId) })
  close()
  return found
}

/** Creates further admins of the first company while its server runs. Returns their tokens. */
export async function signInMore(dataDir: string, count: number): Promise<Omit<SignedInPerson, 'company'>[]> {
  const wanted = Array.from({ length: count }, (_, n) => ({
    name: `Bench ${n}`,
    email: `bench${n}@bench.example`,
    profile: 'admin',
    queueIds: [],
  }))
  const ids = await addPeople(dataDir, wanted)
  const { signIn, close } = openDoor(dataDir)
  const people = await Promise.all(ids.map(async (userId) => ({ userId, token: await signIn(1, userId) })))
  close()
  return people
}

/** Creates sessions directly in the databases, in the schema of the served version: earlier ones keep them in control.db. */
function openDoor(dataDir: string) {
  const control = new Sqlite(join(dataDir, 'control.db'), { timeout: 10_000 })
  const isEarlier = control.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get() !== undefined
  const tokens = createTokens(loadSecret(dataDir), Date.now)
  const files = new Map<number, Sqlite.Database>()
  const openFile = (companyId: number) => {
    const uuid = control.prepare('SELECT uuid FROM companies WHERE id = ?').pluck().get(companyId)
    return new Sqlite(tenantPath(dataDir, String(uuid)), { timeout: 10_000 })
  }
  const write = (companyId: number, userId: number, sessionId: string) => {
    const file = isEarlier ? control : getOrMake(files, companyId, () => openFile(companyId))
    const [column, value] = isEarlier ? ['company_id', companyId] : ['generation', 0]
    file
      .prepare(`INSERT INTO sessions (id, ${column}, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)`)
      .run(sessionId, value, userId, Date.now(), Date.now() + DAY)
  }
  return {
    signIn(companyId: number, userId: number) {
      const sessionId = crypto.randomUUID()
      write(companyId, userId, sessionId)
      return tokens.issue({ sessionId, companyId, userId })
    },
    close() {
      for (const file of files.values()) file.close()
      control.close()
    },
  }
}
