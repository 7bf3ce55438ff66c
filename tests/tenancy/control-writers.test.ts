/** Who has control.db to write, besides named operations: the installation's own code. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { controlSchema, tenantSchema } from '../../migrations/index'

const root = join(import.meta.dir, '../../src')
const files = [...new Bun.Glob('**/*.ts').scanSync(root)].map((path) => ({
  path,
  code: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}))

/** Files that ask for it, and whose code each runs. */
const writers: Readonly<Record<string, string>> = {
  'channels/meta/pages/deletion.ts': 'Meta tells the installation, and a job of the server goes on',
  'features/announcements/actions.ts': 'routes of the operator',
  'features/billing/daily.ts': 'a job of the server',
  'features/billing/left-charges.ts': 'a job of the server',
  'features/billing/mails.ts': 'a job of the server',
  'features/billing/operator.ts': 'routes of the operator',
  'features/email/answers/behind.ts': 'a job of the server',
  'features/email/answers/operator.ts': 'a job of the server',
  'features/help-videos/actions.ts': 'routes of the operator',
  'features/machines/sample.ts': 'a database of its own in memory',
  'features/machines/service.ts': 'routes of the operator, and a job of the installation',
  'features/message-costs/routes.ts': 'routes of the operator',
  'features/operator-settings/routes.ts': 'routes of the operator',
  'features/password-reset/module.ts': 'a job of the server',
  'features/plans/routes.ts': 'routes of the operator',
  'platform/databases.ts': 'gives it',
  'server/server.ts': 'opens the server',
  'settings/mail-sign-in/accounts.ts': 'the operator signs the installation in',
  'settings/operator/settings.ts': 'routes of the operator',
  'tenancy/claims.ts': 'claims are kept elsewhere in a fleet',
  'tenancy/companies.ts': 'creates companies',
  'users/ending.ts': 'the operator blocks a company; people of company 1, which is where control.db is written',
  'users/jobs.ts': 'a job of the server',
  'users/move-in.ts': 'companies moved in by the operator',
}
/** The operator's routes, services and commands. What a company's people ask of this module goes by operations. */
const operators = [
  'operator/backup/restore.ts',
  'operator/companies.ts',
  'operator/doctor/doctor.ts',
  'operator/installation.ts',
  'operator/moving-in/import.ts',
  'operator/sample/create.ts',
  'operator/support/grants.ts',
  'operator/support/routes.ts',
  'operator/tenants/actions.ts',
  'operator/tenants/delete.ts',
  'operator/tenants/restore.ts',
]

test('only the installation’s own code has control.db to write', () => {
  const found = files.flatMap(({ path, code }) => (code.includes('writableControl') ? path : []))
  expect(found.toSorted()).toEqual([...Object.keys(writers), ...operators].toSorted())
})

/** Services of every node of a fleet, and what each writes only where control.db is. */
const services: Readonly<Record<string, string>> = {
  'operator/backup/runner.ts': 'runs of a job of the installation and of routes of the operator',
  'operator/certificates/service.ts': 'attempts to get certificates',
  'operator/update/service.ts': 'runs of a job of the installation and of routes of the operator',
  'platform/databases.ts': 'gives it',
}

test('services that hold control.db write it only where it is', () => {
  const found = files.flatMap(({ path, code }) => (code.includes('serviceControl') ? path : []))
  expect(found.toSorted()).toEqual(Object.keys(services).toSorted())
})

/** Tables that no company's database has. */
const controlTables = (() => {
  const tablesOf = ({ steps }: typeof controlSchema): string[] => {
    const db = new Sqlite(':memory:')
    for (const step of steps) db.exec(step)
    return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[] // names are text
  }
  const companies = new Set(tablesOf(tenantSchema))
  return tablesOf(controlSchema).filter((name) => !companies.has(name))
})()

/** What the types cannot see: a statement that reads first, and one for a file that no type describes. */
test('SQL that writes its tables stands where a writable control.db is', () => {
  const write = new RegExp(
    `\\b(INSERT( OR \\w+)? INTO|UPDATE( OR \\w+)?|DELETE FROM|REPLACE INTO) (${controlTables.join('|')})\\b`,
  )
  const wrong = files.flatMap(({ path, code }) =>
    write.test(code) && !/WritableControl|writableControl|defineControlWrite/.test(code) ? path : [],
  )
  expect(wrong).toEqual([])
})

test('no statement begins like one that reads, and writes', () => {
  const disguised = files.flatMap(({ path, code }) =>
    [...code.matchAll(/[`'"]\s*WITH\b[^`]*?\b(INSERT|UPDATE|DELETE|REPLACE)\s+(INTO|FROM|OR|\w+ SET)\b/g)].map(
      () => path,
    ),
  )
  expect(disguised).toEqual([])
})
