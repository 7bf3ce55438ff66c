/** Rows of session.db that would allow taking over a number are encrypted and bound to their place. */
import { afterEach, expect } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as baileys from '@whiskeysockets/baileys'
import Sqlite, { type Database } from 'better-sqlite3'
import {
  openSessionStore,
  SESSION_ID,
  sessionEncryption,
  sessionPath,
} from '../../../../src/channels/sessions/session-store'
import {
  archiveSession,
  isLocked,
  LOCKED,
  listArchives,
  restoreSession,
  undoLocked,
} from '../../../../src/channels/whatsapp/storage/archive'
import { whatIsStored } from '../../../../src/channels/whatsapp/storage/credentials'
import { decryptRow, encryptStored, type Store } from '../../../../src/channels/whatsapp/storage/encrypted-rows'
import { sessionSchema } from '../../../../src/channels/whatsapp/storage/session-schema'
import { copyDatabase } from '../../../../src/operator/backup/files'
import { schemaAt } from '../../../../src/platform/schema'
import { openSqlite } from '../../../../src/platform/sqlite'
import { test } from '../../../support/trace'
import { COMPANY, ENCRYPTION, MARIA, openSession, REF, sessionDb } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const ANOTHER = sessionEncryption(Buffer.alloc(32, 'another secret'))

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'encrypted-'))
  afterThisTest(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** All files in the folder, including write-ahead logs. */
const bytesIn = (dir: string) => Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name))))

/** All encodings of a key. */
const formsOf = (key: Uint8Array) => {
  const bytes = Buffer.from(key)
  return [bytes, bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]
}

const at = (db: Database, change: Partial<Store['ref']> = {}, encryption = ENCRYPTION): Store => ({
  db,
  ref: { ...REF, ...change },
  encryption,
})

type Stored = { readonly type: string; readonly id: string; readonly value: string }
const rowsOf = (db: Database, type: string) =>
  db.prepare('SELECT type, id, value FROM session_rows WHERE type = ?').all(type) as Stored[] // the columns are listed

/** Private keys as read by the session. A new Signal session may contain that of the signed pre-key. */
function keysOf(store: Store): Uint8Array[] {
  const valuesOf = (type: string) =>
    rowsOf(store.db, type).map(({ id, value }) =>
      JSON.parse(decryptRow(store, type, id, value), baileys.BufferJSON.reviver),
    )
  const [creds] = valuesOf('creds')
  const preKeys = valuesOf('pre-key').map((key) => key.private as Uint8Array)
  const { noiseKey, signedIdentityKey, signedPreKey, pairingEphemeralKeyPair, advSecretKey } = creds
  const pairs = [noiseKey, signedIdentityKey, signedPreKey.keyPair, pairingEphemeralKeyPair]
  return [...pairs.map((pair) => pair.private), Buffer.from(advSecretKey, 'base64'), ...preKeys.slice(0, 20)]
}

test('no key that would allow taking over the number is readable on disk, in a backup or in the log', async () => {
  const [dir, backup] = [folder(), folder()]
  const db = sessionDb(join(dir, 'session.db'))
  const { session, maria } = await linkedTestbed({ db })
  await maria.say(COMPANY, 'oi')
  await session.hears('oi')
  await session.say(MARIA, 'olá')
  await copyDatabase(join(dir, 'session.db'), join(backup, 'session.db'))
  const keys = keysOf(at(db))
  expect(keys.length).toBeGreaterThan(10)
  const written = Buffer.concat([bytesIn(dir), bytesIn(backup), Buffer.from(JSON.stringify(session.logged))])
  for (const key of keys) for (const form of formsOf(key)) expect(written.includes(form)).toBe(false)
})

test('a row is valid only in its own company, connection and place', () => {
  const db = sessionDb()
  const insert = db.prepare('INSERT INTO session_rows VALUES (?, ?, ?, ?)')
  const value = ENCRYPTION.encrypt(PAIRED, JSON.stringify([REF.tenantUuid, 1, 'creds', '']))
  for (const connectionId of [1, 2]) insert.run(connectionId, 'creds', '', value)
  expect(whatIsStored(at(db))).toBe('paired')
  expect(whatIsStored(at(db, { connectionId: 2 }))).toBe('locked')
  expect(whatIsStored(at(db, { tenantUuid: 'outra' }))).toBe('locked')
  expect(() => decryptRow(at(db), 'pre-key', '1', value)).toThrow()
})

test('with another secret.key a connection reports it and keeps everything; with the right one it reconnects', async () => {
  const { simulator, session } = await linkedTestbed()
  await session.close()
  const before = rowsOf(session.db, 'creds')
  const locked = openSession(simulator, { db: session.db, encryption: ANOTHER })
  locked.channel.start(REF)
  expect(locked.latest()).toMatchObject({ status: 'DISCONNECTED', reason: 'locked' })
  await locked.close()
  expect(rowsOf(session.db, 'creds')).toEqual(before)
  const right = openSession(simulator, { db: session.db })
  afterThisTest(right.close)
  right.channel.start(REF)
  await right.becomes('CONNECTED')
})

test('a locked connection can be linked anew, and its old session restored with its secret.key', async () => {
  const { simulator, session, company } = await linkedTestbed()
  await session.close()
  const [creds] = rowsOf(session.db, 'creds')
  const next = openSession(simulator, { db: session.db, encryption: ANOTHER })
  afterThisTest(next.close)
  await next.link(company)
  const [archive] = listArchives(session.db)
  expect(archive).toMatchObject({ reason: 'locked', connectionId: 1, number: COMPANY })
  expect(isLocked(at(session.db, {}, ANOTHER), archive?.id ?? 0)).toBe(true)
  expect(isLocked(at(session.db), archive?.id ?? 0)).toBe(false)
  await next.channel.logout(REF)
  restoreSession(session.db, archive?.id ?? 0)
  expect(rowsOf(session.db, 'creds')).toEqual([creds as Stored])
  expect(whatIsStored(at(session.db))).toBe('paired')
})

test('a locked connection whose new linking is not completed still opens with its secret.key', async () => {
  const { simulator, session } = await linkedTestbed()
  await session.close()
  const next = openSession(simulator, { db: session.db, encryption: ANOTHER, limits: { pairingWindow: 200 } })
  for (const attempt of [1, 2]) {
    await next.channel.pair(REF, { by: 'qr' })
    await next.becomes('qrcode')
    await next.becomes('DISCONNECTED')
    expect([attempt, next.latest()?.reason, listArchives(session.db)]).toEqual([attempt, 'locked', []])
  }
  await next.channel.pair(REF, { by: 'qr' })
  await next.becomes('qrcode')
  await next.close()
  expect(listArchives(session.db)).toHaveLength(1) // as after a crash
  const right = openSession(simulator, { db: session.db })
  afterThisTest(right.close)
  right.channel.start(REF)
  await right.becomes('CONNECTED')
})

test('a locked session stays archived once another was linked, even if the clock was set back', () => {
  const db = sessionDb()
  const ended = { connectionId: 1, number: COMPANY }
  for (const [reason, at] of [[LOCKED, 2000] as const, ['loggedOut', 1000] as const]) {
    db.prepare("INSERT INTO session_rows VALUES (1, 'creds', '', ?)").run(reason)
    archiveSession(db, { ...ended, reason, at })
  }
  undoLocked(db, 1)
  expect([rowsOf(db, 'creds'), listArchives(db).length]).toEqual([[], 2])
})

test('a locked connection is not lost when the disk is too full to archive it', async () => {
  const { simulator, session } = await linkedTestbed()
  await session.close()
  session.db.exec("CREATE TRIGGER full BEFORE INSERT ON archives BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  const next = openSession(simulator, { db: session.db, encryption: ANOTHER })
  afterThisTest(next.close)
  const refused = await next.channel.pair(REF, { by: 'qr' }).catch((error: Error) => error.message)
  expect(refused).toBe('disk full')
  await next.channel.logout(REF)
  expect(whatIsStored(at(session.db))).toBe('paired')
})

const PAIRED = JSON.stringify({ account: {}, me: { id: '5521' }, noiseKey: 'SECRET'.repeat(1_000) })
const CLEAR = 'SECRETSECRETSECRET'

/** A file of an earlier version with current rows, deleted rows and an archive. */
function leaveOldFile(): { readonly dir: string; readonly reopen: (encryption?: typeof ENCRYPTION) => Database } {
  const dir = folder()
  const identity = { applicationId: SESSION_ID, identity: REF.tenantUuid }
  const old = openSqlite(sessionPath(dir), schemaAt(sessionSchema, 2), identity, { create: true })
  old.prepare("INSERT INTO session_rows VALUES (1, 'creds', '', ?)").run(PAIRED + ' '.repeat(20_000))
  old.prepare("UPDATE session_rows SET value = ? WHERE type = 'creds'").run(PAIRED)
  for (const id of ['1', '2', '3']) old.prepare("INSERT INTO session_rows VALUES (1, 'pre-key', ?, ?)").run(id, PAIRED)
  old.exec("INSERT INTO session_rows VALUES (1, 'session', '5.0', '{}')")
  old.exec("INSERT INTO archives VALUES (7, 2, '55', 'loggedOut', 9)")
  old.prepare("INSERT INTO archived_rows VALUES (7, 'creds', '', ?)").run(PAIRED)
  old.close()
  return { dir, reopen: (encryption = ENCRYPTION) => openSessionStore(dir, REF.tenantUuid, encryption) }
}

function expectEncrypted(dir: string, db: Database) {
  expect(bytesIn(dir).includes(CLEAR)).toBe(false)
  expect(whatIsStored(at(db))).toBe('paired')
  expect(rowsOf(db, 'pre-key').map(({ id, value }) => decryptRow(at(db), 'pre-key', id, value))).toEqual(
    Array(3).fill(PAIRED),
  )
  expect(rowsOf(db, 'session')).toMatchObject([{ value: '{}' }])
  expect(isLocked(at(db, { connectionId: 2 }), 7)).toBe(false)
  expect(db.prepare('SELECT name FROM facts').all()).toEqual([])
}

test('a file of an earlier version is encrypted at opening, without traces of plain text', () => {
  const { dir, reopen } = leaveOldFile()
  expect(bytesIn(dir).includes(CLEAR)).toBe(true)
  const db = reopen()
  expectEncrypted(dir, db)
  db.close()
})

const STORE = join(import.meta.dir, '../../../../src/channels/sessions/session-store.ts')

for (const row of [3, 5])
  test(`a file whose encryption was killed at row ${row} is readable and encrypted at the next opening`, async () => {
    const { dir, reopen } = leaveOldFile()
    const script = `
    const { openSessionStore, sessionEncryption } = await import(${JSON.stringify(STORE)})
    const { encrypt } = sessionEncryption(Buffer.alloc(32, 'secret'))
    let rows = 0
    const die = () => process.kill(process.pid, 'SIGKILL')
    openSessionStore(${JSON.stringify(dir)}, 'loja', { encrypt: (...text) => (++rows === ${row} ? die() : encrypt(...text)) })`
    const child = Bun.spawn([process.execPath, '-e', script], { stderr: 'inherit' })
    await child.exited
    expect(child.signalCode).toBe('SIGKILL')
    const db = reopen()
    expectEncrypted(dir, db)
    db.close()
  })

test('a full disk leaves no incomplete new file, which would count as damaged later', async () => {
  const dir = folder()
  const script = `
    const { openSessionStore, sessionEncryption } = await import(${JSON.stringify(STORE)})
    const { readdirSync } = await import('node:fs')
    const [dir, encryption] = [${JSON.stringify(dir)}, sessionEncryption(Buffer.alloc(32, 'secret'))]
    const open = () => openSessionStore(dir, 'loja', encryption)
    try { open() } catch ({ code }) { console.log(code, readdirSync(dir).join()) }
    Bun.spawnSync(['mount', '-o', 'remount,size=8m', dir])
    open().close()
    console.log('opened', readdirSync(dir).join())`
  const mounted = 'mount -t tmpfs -o size=64k balcao "$0" && exec "$@"'
  const child = Bun.spawnSync(['unshare', '--mount', 'sh', '-c', mounted, dir, process.execPath, '-e', script])
  expect(child.stdout.toString()).toBe('SQLITE_FULL \nopened session.db\n')
})

test('a file is created in place when it cannot be linked', () => {
  const dir = folder()
  symlinkSync(join(folder(), 'elsewhere.db'), sessionPath(dir)) // a name that is taken by a dangling link
  const encryption = sessionEncryption(Buffer.alloc(32, 'secret'))
  for (const _ of ['makes', 'opens']) openSessionStore(dir, 'loja', encryption).close()
  expect(readdirSync(dir)).toEqual(['session.db'])
})

test('rewriting a large file does not hold it in memory', async () => {
  const { dir } = leaveOldFile()
  const old = new Sqlite(sessionPath(dir))
  old.exec(`WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 4000)
    INSERT INTO session_rows SELECT 1, 'session', value, hex(zeroblob(8000)) FROM n`)
  old.close()
  const script = `
    const { openSessionStore, sessionEncryption } = await import(${JSON.stringify(STORE)})
    const { readFileSync } = await import('node:fs')
    const peak = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
    const before = peak()
    openSessionStore(${JSON.stringify(dir)}, 'loja', sessionEncryption(Buffer.alloc(32, 'secret'))).close()
    console.log(peak() - before)`
  const child = Bun.spawn([process.execPath, '-e', script], { stderr: 'inherit' })
  expect(Number(await new Response(child.stdout).text())).toBeLessThan(statSync(sessionPath(dir)).size / 2)
  expect(bytesIn(dir).includes(CLEAR)).toBe(false)
})

test('plain text that cannot be removed while another process reads is removed at the next opening', () => {
  const { dir, reopen } = leaveOldFile()
  const reader = new Sqlite(sessionPath(dir))
  reader.exec('BEGIN')
  reader.prepare('SELECT * FROM session_rows').get()
  const db = reopen()
  expect(whatIsStored(at(db))).toBe('paired')
  reader.close()
  expect(bytesIn(dir).includes(CLEAR)).toBe(true)
  const next = reopen()
  expectEncrypted(dir, next)
  for (const one of [db, next]) one.close()
})

test('rows of a file that cannot be written are read as they are', () => {
  const db = sessionDb()
  db.prepare("INSERT INTO session_rows VALUES (1, 'creds', '', ?)").run(PAIRED)
  db.exec("INSERT INTO facts VALUES ('credentials.unencrypted', '', 0)")
  db.pragma('query_only = ON')
  encryptStored(db, REF.tenantUuid, ENCRYPTION)
  expect(whatIsStored(at(db))).toBe('paired')
})
