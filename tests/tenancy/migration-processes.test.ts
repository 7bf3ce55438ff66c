/** After an upgrade companies are migrated in child processes, and a failure affects only one company. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { SESSION_ID, sessionPath } from '../../src/channels/sessions/session-store'
import { sessionSchema } from '../../src/channels/whatsapp/storage/session-schema'
import { readVersion } from '../../src/operator/inspect'
import { listSchemaVersions } from '../../src/operator/migrations'
import { openTenantFile, tenantFolder, tenantPath } from '../../src/platform/databases'
import { createLog } from '../../src/platform/log'
import { newestOf, schemaAt } from '../../src/platform/schema'
import { isBusy, openSqlite } from '../../src/platform/sqlite'
import { openServer } from '../../src/server/server'
import { companies } from '../../src/tenancy/tables'
import { afterEachTest } from '../support/after-each'
import { program } from '../support/program'
import { createTelephones } from '../support/telephones'
import { until } from '../support/until'
import { leaveOldInstallation, NEW_STEP, OLD_STEP } from '../survival/support/old-version'

setDefaultTimeout(180_000)

const cleanups: (() => unknown)[] = []
afterEachTest(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function oldInstallation() {
  const dataDir = mkdtempSync(join(tmpdir(), 'migration-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, uuids: leaveOldInstallation(dataDir, 3) as [string, string, string] } // as many as requested
}

function open(dataDir: string, program: readonly string[]) {
  const server = openServer({
    dataDir,
    log: createLog('silent'),
    program,
    createChannel: ({ listener }) => createTelephones(listener, Date.now).channel,
  })
  cleanups.push(() => server.close())
  return server
}

/** Stores credentials as an earlier version did. Returns the file. */
function leaveOldSessions(dataDir: string, uuid: string): string {
  const path = sessionPath(tenantFolder(dataDir, uuid))
  const identity = { applicationId: SESSION_ID, identity: uuid }
  const old = openSqlite(path, schemaAt(sessionSchema, 2), identity, { create: true })
  old.exec(`INSERT INTO session_rows VALUES (1, 'creds', '', '{"noiseKey":"only the owner may know"}')`)
  old.close()
  return path
}

/** Read from the files directly. */
const steps = (dataDir: string) =>
  listSchemaVersions(dataDir).flatMap(({ database, step }) => (database.endsWith('tenant.db') ? [step] : []))

/** A program that migrates like ours and crashes at one company. */
function killable(dataDir: string, fatal: string) {
  const script = join(dataDir, 'killable.sh')
  const apply = [...program, '"$@"'].join(' ')
  writeFileSync(script, `while read uuid; do [ "$uuid" = ${fatal} ] && kill -9 $$; echo "$uuid" | ${apply}; done`)
  return ['sh', script]
}

test('all companies are migrated and running after the round, without being opened in this process first', async () => {
  const { dataDir, uuids } = oldInstallation()
  const sessions = leaveOldSessions(dataDir, uuids[1])
  const server = open(dataDir, program)
  const found: unknown[] = []
  const { peek } = server.databases
  server.databases.peek = (uuid, read) => {
    found.push(readVersion(tenantPath(dataDir, uuid)))
    return peek(uuid, read)
  }
  await server.wakeUp()
  expect(found.slice(0, 3)).toEqual([NEW_STEP, NEW_STEP, NEW_STEP])
  expect(readVersion(sessions)).toBe(newestOf(sessionSchema))
  expect(readFileSync(sessions).includes('only the owner may know')).toBe(false)
})

test('a suspended company is migrated too', async () => {
  const { dataDir, uuids } = oldInstallation()
  const sessions = leaveOldSessions(dataDir, uuids[1])
  const server = open(dataDir, program)
  server.databases.writableControl().update(companies).set({ active: false }).where(eq(companies.uuid, uuids[1])).run()
  await server.wakeUp()
  expect(steps(dataDir)).toEqual([NEW_STEP, NEW_STEP, NEW_STEP])
  expect(readFileSync(sessions).includes('only the owner may know')).toBe(false)
  expect(server.databases.damagedTenants().size).toBe(0)
})

test('only the company that fails a step goes out of service, unchanged', async () => {
  const { dataDir, uuids } = oldInstallation()
  const raw = new Sqlite(tenantPath(dataDir, uuids[1]))
  raw.exec('ALTER TABLE tickets ADD COLUMN heard_id')
  raw.close()
  const server = open(dataDir, program)
  await server.wakeUp()
  expect([...server.databases.damagedTenants()]).toEqual([
    [uuids[1], expect.stringContaining(`from step ${OLD_STEP} to ${NEW_STEP}: duplicate column name: heard_id`)],
  ])
  expect(steps(dataDir)).toEqual([NEW_STEP, OLD_STEP, NEW_STEP])
})

test('only the company whose migration crashes the process goes out of service', async () => {
  const { dataDir, uuids } = oldInstallation()
  const server = open(dataDir, killable(dataDir, uuids[0]))
  await server.wakeUp()
  expect([...server.databases.damagedTenants()]).toEqual([[uuids[0], expect.stringContaining('died (SIGKILL)')]])
  expect(steps(dataDir)).toEqual([OLD_STEP, NEW_STEP, NEW_STEP])
})

test('without child processes, companies are migrated when they are opened', async () => {
  const { dataDir } = oldInstallation()
  await open(dataDir, [join(dataDir, 'nothing')]).wakeUp()
  expect(steps(dataDir)).toEqual([NEW_STEP, NEW_STEP, NEW_STEP])
})

test('a replaced executable on disk does not migrate our companies', async () => {
  const { dataDir, uuids } = oldInstallation()
  const newer = Bun.spawn([...program, 'migrate', 'apply', '--steps', '3', '--data', dataDir], { stdin: 'pipe' })
  newer.stdin.write(`${uuids[0]}\n`)
  newer.stdin.end()
  expect(await newer.exited).toBe(0)
  expect(steps(dataDir)).toEqual([OLD_STEP, OLD_STEP, OLD_STEP])
})

test('when two processes open an old file, one migrates it and the other waits', async () => {
  const { dataDir, uuids } = oldInstallation()
  const [uuid] = uuids
  const other = Bun.spawn([process.execPath, '-e', migrateSlowly, tenantPath(dataDir, uuid)], { stdout: 'pipe' })
  await other.stdout.getReader().read()
  const db = await until(() => {
    try {
      return openTenantFile(dataDir, uuid, { create: false })
    } catch (error) {
      if (isBusy(error)) return undefined
      throw error
    }
  })
  db.$client.close()
  expect(await other.exited).toBe(0)
})

const migrateSlowly = `
  const { default: Sqlite } = await import('better-sqlite3')
  const { tenantSchema } = await import('${join(import.meta.dir, '..', '..', 'migrations', 'index.ts')}')
  const raw = new Sqlite(process.argv[1])
  raw.exec('BEGIN IMMEDIATE')
  for (const step of tenantSchema.steps.slice(1)) raw.exec(step)
  raw.pragma('user_version = ' + (tenantSchema.first + tenantSchema.steps.length - 1))
  console.log('migrated')
  await Bun.sleep(20)
  raw.exec('COMMIT')`
