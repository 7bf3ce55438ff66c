/** What goes wrong while a past comes over: disks, files, parts, and a second linking. Nothing of it is lost or counted twice. */
import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeWAMessage } from '@whiskeysockets/baileys'
import Sqlite from 'better-sqlite3'
import { createConnection } from '../../../src/channels/connections/actions'
import { progressOf } from '../../../src/channels/connections/import'
import { tenantPath } from '../../../src/platform/databases'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import { afterThisTest, COMPANY, DAY, MARIA, OTHER_COMPANY, openShop, openTown } from './support'

type Shop = Awaited<ReturnType<typeof openShop>>

/** Two parts about people, and four of two conversations with five messages each, as files. */
async function townWithPast() {
  const town = await openTown()
  await town.run({ do: 'setHabits', phone: COMPANY, historyBy: 'file', historyChunk: 2 })
  await town.run({ do: 'prepareHistory', phone: COMPANY, chats: 8, messages: 5, days: 5 })
  return town
}

const PARTS = 6
const ALL = { state: 'done', messages: 40, tickets: 8, contacts: 8, skipped: 0 } as const

function sessionFile({ dataDir }: Shop) {
  const [company = ''] = readdirSync(join(dataDir, 'tenants'))
  const db = new Sqlite(join(dataDir, 'tenants', company, 'session.db'))
  afterThisTest(() => db.close())
  return db
}

/** So often that nothing which gives up after a few tries would have gone on. */
const standsStill = ({ logged }: Shop) => logged.filter((line) => line.includes('stands still')).length

/** Another process writes in the company's file, and takes its time. */
function hold({ dataDir, ref }: Shop) {
  const other = new Sqlite(tenantPath(dataDir, ref.tenantUuid))
  afterThisTest(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  return () => other.exec('ROLLBACK')
}

const refusing = (table: string) =>
  `CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`

test('linked a second time while the first past is under way: the second counts for itself, and all is there once', async () => {
  const { simulator, company, run } = await townWithPast()
  const shop = await openShop(simulator)
  shop.wish({ closedTicketsPostImported: true })
  await run({ do: 'setFault', name: 'slowDownload', on: true, value: 2_000 })
  await shop.link(company)
  await until(() => shop.progress())
  await shop.house.sessions.disconnect(shop.cx, shop.connectionId)
  expect(shop.progress()).toMatchObject({ state: 'failed', reason: 'unlinked' })
  await run({ do: 'clearFaults' })
  await shop.link(company)
  await until(() => shop.progress()?.state !== 'failed', { within: 10_000 })
  expect(await shop.ends(20_000)).toMatchObject(ALL)
  expect(shop.rows('SELECT 1 FROM messages')).toHaveLength(40)
}, 40_000)

test('session.db has no room for the parts: they wait in the journal, and none is left behind', async () => {
  const { simulator, company } = await townWithPast()
  // On a busy machine the parts may be long in coming, and a silence would end the import before them.
  const shop = await openShop(simulator, { limits: { historySilence: 20_000 } })
  shop.wish({ closedTicketsPostImported: true })
  shop.house.channel.start(shop.ref) // which makes the file
  const file = sessionFile(shop)
  file.exec(refusing('history_parts'))
  await shop.link(company)
  await until(() => file.prepare('SELECT count(*) FROM inbox').pluck().get() === PARTS)
  file.exec('DROP TRIGGER full')
  expect(await shop.ends()).toMatchObject(ALL)
  expect(file.prepare('SELECT count(*) FROM inbox').pluck().get()).toBe(0)
})

test('the company’s file is held while a past comes: it stands still, and goes on when it is free', async () => {
  const { simulator, company, run } = await townWithPast()
  const shop = await openShop(simulator)
  shop.wish({ closedTicketsPostImported: true })
  await run({ do: 'setFault', name: 'slowDownload', on: true, value: 2_000 })
  await shop.link(company)
  const letGo = hold(shop)
  await run({ do: 'clearFaults' })
  await until(() => standsStill(shop) >= 6)
  letGo()
  expect(await shop.ends()).toMatchObject(ALL)
})

test('the end of a past that cannot be noted is noted when it can', async () => {
  const { simulator, company } = await townWithPast()
  const shop = await openShop(simulator)
  shop.wish({ closedTicketsPostImported: true })
  shop.cx.db.$client.exec(`CREATE TRIGGER full BEFORE UPDATE ON history_imports WHEN NEW.finished_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
  await shop.link(company)
  await until(() => shop.logged.filter((line) => line.includes('the end of a history')).length >= 2)
  shop.cx.db.$client.exec('DROP TRIGGER full')
  expect(await shop.ends()).toMatchObject(ALL)
})

test('what the company’s file refuses in itself is passed over, and the past goes on', async () => {
  const { simulator, company } = await townWithPast()
  const shop = await openShop(simulator)
  shop.wish({ closedTicketsPostImported: true })
  shop.cx.db.$client.exec(refusing('messages'))
  await shop.link(company)
  expect(await shop.ends()).toMatchObject({ state: 'done', messages: 0, skipped: 40 })
})

test('whoever waits for a slow media server keeps nobody else’s past waiting', async () => {
  const { simulator, company, run } = await townWithPast()
  const other = simulator.addPhone({ phone: OTHER_COMPANY, name: 'Filial', role: 'company' })
  await run({ do: 'prepareHistory', phone: OTHER_COMPANY, chats: 3, messages: 2, days: 5 })
  const shop = await openShop(simulator)
  shop.wish({ closedTicketsPostImported: true })
  const branch = createConnection(shop.cx, {
    name: 'Filial',
    importOldMessagesEnable: true,
    importDateStartMessages: new Date(Date.now() - 13 * DAY).toISOString(),
    queueIdImportMessages: shop.queueId,
  })
  await run({ do: 'setFault', name: 'slowDownload', on: true, value: 20 })
  await shop.link(company)
  await until(() => shop.progress())
  await shop.linkTo(branch.id, other)
  const progress = () => progressOf(shop.cx.db, branch.id)
  await until(() => progress()?.finishedAt, { within: 6_000, why: () => JSON.stringify(progress()) })
  expect([progress(), shop.progress()]).toMatchObject([{ state: 'done', messages: 6 }, { finishedAt: null }])
}, 15_000)

test('there is no temporary folder to put a part into: the past stands still, and goes on when there is', async () => {
  const { simulator, company } = await townWithPast()
  const shop = await openShop(simulator)
  shop.wish({ closedTicketsPostImported: true })
  const [before, dir] = [process.env.TMPDIR, mkdtempSync(join(tmpdir(), 'gone-'))]
  afterThisTest(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(dir, { recursive: true, force: true })
  })
  process.env.TMPDIR = join(dir, 'there', 'is', 'none')
  await shop.link(company)
  await until(() => standsStill(shop) >= 6)
  mkdirSync(process.env.TMPDIR, { recursive: true })
  expect(await shop.ends()).toMatchObject(ALL)
  expect(readdirSync(process.env.TMPDIR)).toEqual([])
})

test('parts of which a bit is wrong are told as such; the others are taken', async () => {
  const { simulator, company, run } = await townWithPast()
  const shop = await openShop(simulator)
  shop.wish({ closedTicketsPostImported: true })
  await run({ do: 'setFault', name: 'corruptMedia', on: true, times: 3 })
  await shop.link(company)
  expect(await shop.ends()).toMatchObject({ state: 'failed', reason: 'corrupt', messages: 30, tickets: 6 })
})

test('an entry of the journal that nobody can read keeps nothing back that lies beside it', async () => {
  const { simulator, company } = await openTown()
  const shop = await openShop(simulator)
  await shop.link(company)
  const insert = sessionFile(shop).prepare('INSERT INTO inbox (connection_id, seq, attrs, plain) VALUES (?, ?, ?, ?)')
  const peer = { category: 'peer', from: 'rubbish', id: 'X', t: '1' }
  insert.run(shop.connectionId, 9_000, JSON.stringify(peer), Buffer.from('rubbish'))
  const message = { from: `${MARIA}@s.whatsapp.net`, id: 'J1', t: '1700000000', type: 'text' }
  insert.run(shop.connectionId, 9_001, JSON.stringify(message), encodeWAMessage({ conversation: 'esperava' }))
  await shop.house.channel.stop(shop.ref)
  shop.house.channel.start(shop.ref)
  await until(() => shop.rows<{ body: string }>('SELECT body FROM messages')[0]?.body === 'esperava')
  await until(() => shop.status() === 'CONNECTED')
  expect(shop.logged.filter((line) => line.includes('could not be opened'))).toEqual([])
})
