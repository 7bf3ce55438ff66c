/** Commands to archive and restore messenger sessions. */
import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection } from '../../src/channels/connections/actions'
import { listConnections } from '../../src/channels/connections/queries'
import { openSessionStore, SESSION_ID, sessionEncryption, sessionPath } from '../../src/channels/sessions/session-store'
import { archiveSession } from '../../src/channels/whatsapp/storage/archive'
import { whatIsStored } from '../../src/channels/whatsapp/storage/credentials'
import { encryptRow, type Store } from '../../src/channels/whatsapp/storage/encrypted-rows'
import { sessionSchema } from '../../src/channels/whatsapp/storage/session-schema'
import { createCx, noExits } from '../../src/platform/cx'
import { type Databases, tenantFolder } from '../../src/platform/databases'
import { newestOf, schemaAt } from '../../src/platform/schema'
import { loadSecret } from '../../src/platform/secret'
import { openSqlite } from '../../src/platform/sqlite'
import { findCompany, tenantOf } from '../../src/tenancy/companies'
import type { Company } from '../../src/tenancy/tables'
import { balcao, balcaoJson, eventually, installation, start, withDatabases } from './support'

const one = ({ control }: Databases): Company => {
  const company = findCompany(control, 1)
  if (!company) throw new Error('no company was created')
  return company
}

/** The session store of a connection; the test closes the file. */
function storeOf(data: string, { uuid }: Company, connectionId: number): Store {
  const encryption = sessionEncryption(loadSecret(data))
  const db = openSessionStore(tenantFolder(data, uuid), uuid, encryption)
  return { db, ref: { tenantUuid: uuid, connectionId }, encryption }
}

/** A connection whose phone unlinked it yesterday. */
async function withEndedSession(): Promise<string> {
  const data = await installation()
  await withDatabases(data, (databases) => {
    const company = one(databases)
    const cx = createCx(tenantOf(company), () => databases.tenant(company.uuid), Date.now, noExits)
    const { id } = createConnection(cx, { name: 'Loja', queueIds: [] })
    const store = storeOf(data, company, id)
    store.db
      .prepare("INSERT INTO session_rows VALUES (?, 'creds', '', ?)")
      .run(id, encryptRow(store, 'creds', '', JSON.stringify({ account: {}, me: { id: '5521' } })))
    archiveSession(store.db, { connectionId: id, number: '552130421180', reason: 'loggedOut', at: Date.now() })
    store.db.close()
  })
  return data
}

const isBack = (data: string) =>
  withDatabases(data, (databases) => {
    const company = one(databases)
    const connection = listConnections(databases.tenant(company.uuid))[0]
    const store = storeOf(data, company, connection?.id ?? 0)
    const back = { stored: whatIsStored(store), status: connection?.status }
    store.db.close()
    return back
  })

test('an archived session is listed and can be restored', async () => {
  const data = await withEndedSession()
  const list = await balcaoJson<{ archived: { id: number }[] }>(['session', 'list', '--data', data])
  expect(list).toMatchObject({
    live: [],
    archived: [{ connection: 'Loja', number: '552130421180', reason: 'loggedOut' }],
  })
  expect((await balcao(['session', 'restore', String(list.archived[0]?.id), '--data', data])).code).toBe(0)
  expect(await isBack(data)).toEqual({ stored: 'paired', status: 'OPENING' })
})

test('without a running server, files of an earlier version are migrated', async () => {
  const data = await installation()
  const { uuid } = await withDatabases(data, one)
  const path = sessionPath(tenantFolder(data, uuid))
  const identity = { applicationId: SESSION_ID, identity: uuid }
  openSqlite(path, schemaAt(sessionSchema, newestOf(sessionSchema) - 1), identity, { create: true }).close()
  expect(await balcao(['session', 'restore', '9', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('has no archived session 9'),
  })
})

test('a session does not replace one in use, and an unknown one is refused', async () => {
  const data = await withEndedSession()
  expect((await balcao(['session', 'restore', '9', '--data', data])).code).toBe(1)
  await balcao(['session', 'restore', '1', '--data', data])
  expect(await balcao(['session', 'restore', '1', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('currently linked'),
  })
})

test('a session encrypted with another secret.key is neither restored nor lost, and without a key none is', async () => {
  const data = await withEndedSession()
  const [key, ours] = [join(data, 'secret.key'), loadSecret(data).toString('hex')]
  writeFileSync(key, randomBytes(32).toString('hex'))
  const restore = () => balcao(['session', 'restore', '1', '--data', data])
  expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining('another secret.key') })
  rmSync(key)
  expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining('There is no secret.key') })
  expect(existsSync(key)).toBe(false)
  writeFileSync(key, ours, { mode: 0o600 })
  expect((await restore()).code).toBe(0)
  expect(await isBack(data)).toEqual({ stored: 'paired', status: 'OPENING' })
})

test('a session restored while the server runs is opened by it', async () => {
  const data = await withEndedSession()
  await start([
    'serve',
    '--data',
    data,
    '--whatsapp-url',
    'ws://127.0.0.1:9/ws',
    '--whatsapp-root-key',
    '00'.repeat(32),
  ])
  expect((await balcao(['session', 'restore', '1', '--data', data])).code).toBe(0)
  // It was opened, but the address does not respond.
  expect(await eventually(async () => (await isBack(data)).status === 'TIMEOUT')).toBe(true)
})
