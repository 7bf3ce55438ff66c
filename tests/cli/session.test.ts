/** Messenger sessions that ended are archived, and come back by command. */
import { expect, test } from 'bun:test'
import { createConnection } from '../../src/channels/connections/actions'
import { listConnections } from '../../src/channels/connections/queries'
import { openSessionStore } from '../../src/channels/sessions/session-store'
import { archiveSession } from '../../src/channels/whatsapp/storage/archive'
import { isPaired } from '../../src/channels/whatsapp/storage/credentials'
import { createCx } from '../../src/platform/cx'
import { type Databases, tenantFolder } from '../../src/platform/databases'
import { findCompany, tenantOf } from '../../src/tenancy/companies'
import type { Company } from '../../src/tenancy/tables'
import { balcao, balcaoJson, eventually, installation, start, withDatabases } from './support'

const one = ({ control }: Databases): Company => {
  const company = findCompany(control, 1)
  if (!company) throw new Error('nothing was founded')
  return company
}

/** A connection whose phone unlinked it yesterday. */
async function withEndedSession(): Promise<string> {
  const data = await installation()
  await withDatabases(data, (databases) => {
    const company = one(databases)
    const cx = createCx(tenantOf(company), () => databases.tenant(company.uuid), Date.now, { emit() {}, signal() {} })
    const { id } = createConnection(cx, { name: 'Loja', queueIds: [] })
    const store = openSessionStore(tenantFolder(data, company.uuid), company.uuid)
    store
      .prepare("INSERT INTO session_rows VALUES (?, 'creds', '', ?)")
      .run(id, JSON.stringify({ account: {}, me: { id: '5521' } }))
    archiveSession(store, { connectionId: id, number: '552130421180', reason: 'loggedOut', at: Date.now() })
    store.close()
  })
  return data
}

const isBack = (data: string) =>
  withDatabases(data, (databases) => {
    const company = one(databases)
    const store = openSessionStore(tenantFolder(data, company.uuid), company.uuid)
    const connection = listConnections(databases.tenant(company.uuid))[0]
    const back = { paired: isPaired(store, connection?.id ?? 0), status: connection?.status }
    store.close()
    return back
  })

test('an archived session is listed and comes back into use', async () => {
  const data = await withEndedSession()
  const list = await balcaoJson<{ archived: { id: number }[] }>(['session', 'list', '--data', data])
  expect(list).toMatchObject({
    live: [],
    archived: [{ connection: 'Loja', number: '552130421180', reason: 'loggedOut' }],
  })
  expect((await balcao(['session', 'restore', String(list.archived[0]?.id), '--data', data])).code).toBe(0)
  expect(await isBack(data)).toEqual({ paired: true, status: 'OPENING' })
})

test('a session cannot be put over one that is in use, nor can one that never was', async () => {
  const data = await withEndedSession()
  expect((await balcao(['session', 'restore', '9', '--data', data])).code).toBe(1)
  await balcao(['session', 'restore', '1', '--data', data])
  expect(await balcao(['session', 'restore', '1', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('linked at present'),
  })
})

test('a session comes back while the server runs, which then opens it', async () => {
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
  // It was opened, and nobody answers at that address.
  expect(await eventually(async () => (await isBack(data)).status === 'TIMEOUT')).toBe(true)
})
