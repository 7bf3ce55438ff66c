/** Failures during an import: disks, files, parts, and a second linking. Nothing is lost or counted twice. */
import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { encodeWAMessage, proto } from '@whiskeysockets/baileys'
import Sqlite from 'better-sqlite3'
import { createConnection } from '../../../src/channels/connections/actions'
import { progressOf } from '../../../src/channels/connections/backfill'
import { tenantPath } from '../../../src/platform/databases'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import { afterThisTest, COMPANY, DAY, MARIA, OTHER_COMPANY, openInstallation, openTestbed } from './support'

type Installation = Awaited<ReturnType<typeof openInstallation>>

/** Two parts about people, and four with two conversations of five messages each, as files. */
async function testbedWithHistory() {
  const testbed = await openTestbed()
  await testbed.run({ do: 'setHabits', phone: COMPANY, historyBy: 'file', historyChunk: 2 })
  await testbed.run({ do: 'prepareHistory', phone: COMPANY, chats: 8, messages: 5, days: 5 })
  return testbed
}

const PARTS = 6
const ALL = { state: 'done', messages: 40, tickets: 8, contacts: 8, skipped: 0 } as const

function sessionFile({ dataDir }: Installation) {
  const [company = ''] = readdirSync(join(dataDir, 'tenants'))
  const db = new Sqlite(join(dataDir, 'tenants', company, 'session.db'))
  afterThisTest(() => db.close())
  return db
}

/** So often that anything with a limited number of retries would have given up. */
const standsStill = ({ logged }: Installation) => logged.filter((line) => line.includes('import failed')).length

/** Another process writes to the company's database, and takes its time. */
function hold({ dataDir, ref }: Installation) {
  const other = new Sqlite(tenantPath(dataDir, ref.tenantUuid))
  afterThisTest(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  return () => other.exec('ROLLBACK')
}

const refusing = (table: string) =>
  `CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`

test('counts a second linking during the first import on its own, and imports everything once', async () => {
  const { simulator, company, run } = await testbedWithHistory()
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  await run({ do: 'setFault', name: 'slowDownload', on: true, value: 2_000 })
  await installation.link(company)
  await until(() => installation.progress())
  await installation.server.sessions.disconnect(installation.cx, installation.connectionId)
  expect(installation.progress()).toMatchObject({ state: 'failed', reason: 'unlinked' })
  await run({ do: 'clearFaults' })
  await installation.link(company)
  await until(() => installation.progress()?.state !== 'failed')
  expect(await installation.ends()).toMatchObject(ALL)
  expect(installation.rows('SELECT 1 FROM messages')).toHaveLength(40)
}, 180_000)

test('keeps parts in the journal while session.db has no space for them, and loses none', async () => {
  const { simulator, company } = await testbedWithHistory()
  // On a busy machine the parts may be late, and a silence would end the import before them. Everything else from the
  // phone leaves the journal with the next commit, and there is none if all arrived in one.
  const installation = await openInstallation(simulator, { limits: { historySilence: 20_000, forget: 50 } })
  installation.configureImport({ closedTicketsPostImported: true })
  installation.server.channel.start(installation.ref) // which creates the file
  const file = sessionFile(installation)
  file.exec(refusing('history_parts'))
  await installation.link(company)
  await until(() => file.prepare('SELECT count(*) FROM inbox').pluck().get() === PARTS)
  file.exec('DROP TRIGGER full')
  expect(await installation.ends()).toMatchObject(ALL)
  expect(file.prepare('SELECT count(*) FROM inbox').pluck().get()).toBe(0)
})

test('pauses while the company’s database is locked, and resumes afterwards', async () => {
  const { simulator, company, run } = await testbedWithHistory()
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  await run({ do: 'setFault', name: 'slowDownload', on: true, value: 2_000 })
  await installation.link(company)
  const letGo = hold(installation)
  await run({ do: 'clearFaults' })
  await until(() => standsStill(installation) >= 6)
  letGo()
  expect(await installation.ends()).toMatchObject(ALL)
})

test('records the end of an import once that is possible', async () => {
  const { simulator, company } = await testbedWithHistory()
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  installation.cx.db.$client.exec(`CREATE TRIGGER full BEFORE UPDATE ON history_imports WHEN NEW.finished_at IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
  await installation.link(company)
  await until(() => installation.logged.filter((line) => line.includes('the end of a history')).length >= 2)
  installation.cx.db.$client.exec('DROP TRIGGER full')
  expect(await installation.ends()).toMatchObject(ALL)
})

test('skips what the company’s database rejects, and goes on', async () => {
  const { simulator, company } = await testbedWithHistory()
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  installation.cx.db.$client.exec(refusing('messages'))
  await installation.link(company)
  expect(await installation.ends()).toMatchObject({ state: 'done', messages: 0, skipped: 40 })
})

test('delays no other import while one waits for a slow media server', async () => {
  const { simulator, company, run } = await testbedWithHistory()
  const other = simulator.addPhone({ phone: OTHER_COMPANY, name: 'Filial', role: 'company' })
  await run({ do: 'prepareHistory', phone: OTHER_COMPANY, chats: 3, messages: 2, days: 5 })
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  const branch = createConnection(installation.cx, {
    name: 'Filial',
    importOldMessagesEnable: true,
    importDateStartMessages: new Date(Date.now() - 13 * DAY).toISOString(),
    queueIdImportMessages: installation.queueId,
  })
  await run({ do: 'setFault', name: 'slowDownload', on: true, value: 20 })
  await installation.link(company)
  await until(() => installation.progress())
  await installation.linkTo(branch.id, other)
  const progress = () => progressOf(installation.cx.db, branch.id)
  await until(() => progress()?.finishedAt, { why: () => JSON.stringify(progress()) })
  expect([progress(), installation.progress()]).toMatchObject([{ state: 'done', messages: 6 }, { finishedAt: null }])
})

test('pauses without a temporary folder for a part, and resumes with one', async () => {
  const { simulator, company } = await testbedWithHistory()
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  const [before, dir] = [process.env.TMPDIR, mkdtempSync(join(tmpdir(), 'gone-'))]
  afterThisTest(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(dir, { recursive: true, force: true })
  })
  process.env.TMPDIR = join(dir, 'there', 'is', 'none')
  await installation.link(company)
  await until(() => standsStill(installation) >= 6)
  mkdirSync(process.env.TMPDIR, { recursive: true })
  expect(await installation.ends()).toMatchObject(ALL)
  expect(readdirSync(process.env.TMPDIR)).toEqual([])
})

test('reports corrupted parts as such, and imports the others', async () => {
  const { simulator, company, run } = await testbedWithHistory()
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  await run({ do: 'setFault', name: 'corruptMedia', on: true, times: 4 })
  await installation.link(company)
  const end = await installation.ends()
  expect(end).toMatchObject({ state: 'failed', reason: 'corrupt' })
  // The parts about people take two of four answers, and on a busy machine a part that is requested again takes
  // another.
  expect([20, 30]).toContain(end?.messages ?? 0)
  expect(end?.tickets).toBe((end?.messages ?? 0) / 5)
})

/** An announcement of a part with one conversation, and with a pair and a name that are no protobuf. */
function partWithRubbish() {
  const message = { key: { id: 'P1' }, message: { conversation: 'antes' }, messageTimestamp: Date.now() / 1000 - 60 }
  const conversations = [{ id: `${MARIA}@s.whatsapp.net`, messages: [{ message }] }]
  const { RECENT } = proto.HistorySync.HistorySyncType
  const part = proto.HistorySync.encode({ syncType: RECENT, conversations }).finish()
  const [pair, name] = [0x7a, 0x3a].map((tag) => Uint8Array.of(tag, 1, 7))
  const initialHistBootstrapInlinePayload = deflateSync(Buffer.concat([part, pair, name] as Uint8Array[]))
  return encodeWAMessage({ protocolMessage: { historySyncNotification: { initialHistBootstrapInlinePayload } } })
}

test('keeps nothing back beside an unreadable entry of the journal or a backfill', async () => {
  const { simulator, company } = await openTestbed()
  const installation = await openInstallation(simulator)
  installation.configureImport()
  await installation.link(company)
  const insert = sessionFile(installation).prepare(
    'INSERT INTO inbox (connection_id, seq, attrs, plain) VALUES (?, ?, ?, ?)',
  )
  const peer = { category: 'peer', from: 'rubbish', id: 'X', t: '1' }
  insert.run(installation.connectionId, 9_000, JSON.stringify(peer), Buffer.from('rubbish'))
  const message = { from: `${MARIA}@s.whatsapp.net`, id: 'J1', t: '1700000000', type: 'text' }
  insert.run(installation.connectionId, 9_001, JSON.stringify(message), encodeWAMessage({ conversation: 'esperava' }))
  const toItself = { ...peer, from: `${COMPANY}@s.whatsapp.net` }
  insert.run(installation.connectionId, 9_002, JSON.stringify(toItself), partWithRubbish())
  await installation.server.channel.stop(installation.ref)
  installation.server.channel.start(installation.ref)
  const bodies = () => installation.rows<{ body: string }>('SELECT body FROM messages').map(({ body }) => body)
  await until(() => bodies().includes('esperava') && bodies().includes('antes'))
  await until(() => installation.status() === 'CONNECTED')
  expect(installation.logged.filter((line) => line.includes('could not be opened'))).toEqual([])
})
