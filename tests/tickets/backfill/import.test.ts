/** Linking a phone with a backfill: what is imported, where it goes, and that nobody is disturbed. */
import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { deleteConnection } from '../../../src/channels/connections/actions'
import { stopImport } from '../../../src/channels/connections/backfill'
import { FETCH_PATH } from '../../../src/simulator/media/server'
import { requestShownFiles } from '../../../src/tickets/backfill/request-shown-files'
import { findVisibleConversation } from '../../../src/tickets/queries'
import { pageOfMessages } from '../../../src/tickets/reading/page'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import {
  ADMIN,
  afterThisTest,
  COMPANY,
  DAY,
  JOAO,
  OTHER_COMPANY,
  openInstallation,
  openTestbed,
  STORED,
  type Stored,
} from './support'

test('imports conversations with both sides, times and delivery status, into closed tickets of the chosen queue', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 3, messages: 8, days: 10 })
  const installation = await openInstallation(simulator)
  installation.configureImport()
  await installation.link(company)

  const done = await installation.ends()

  expect(done).toMatchObject({ state: 'done', percent: 100, reason: null, contacts: 3, tickets: 3, messages: 24 })
  const tickets = installation.rows<{ queue_id: number; status: string; unread: number }>('SELECT * FROM tickets')
  expect(tickets.map(({ queue_id, status, unread }) => [queue_id, status, unread])).toEqual(
    Array(3).fill([installation.queueId, 'closed', 0]),
  )
  const stored = installation.rows<Stored>(STORED)
  const { books = [] } = await run({ do: 'books', phone: COMPANY })
  const said = new Map(books.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]))
  expect(stored).toHaveLength(24)
  for (const { externalId, body, createdAt, fromMe } of stored) {
    const entry = said.get(externalId)
    expect(entry).toMatchObject({ text: body, fromMe: fromMe === 1 })
    expect(Math.floor((entry?.sentAt ?? 0) / 1000)).toBe(createdAt / 1000)
  }
  expect(stored.filter(({ fromMe, ack }) => fromMe === 1 && ack === 4)).toHaveLength(12)
  // One event per ticket, none per message.
  expect(installation.heard('appMessage.create')).toEqual([])
  expect(installation.heard('ticket.update')).toHaveLength(3)
})

test('leaves a ticket pending if the contact wrote last and nobody has read it on the phone', async () => {
  const { simulator, company, maria, joao } = await openTestbed()
  for (const text of ['oi', 'alguém aí?']) await maria.say(COMPANY, text)
  await joao.say(COMPANY, 'obrigado')
  await company.read(JOAO)
  const installation = await openInstallation(simulator)
  installation.configureImport()
  await installation.link(company)
  await installation.ends()
  expect(ticketsOf(installation)).toEqual([
    { name: 'João', status: 'closed', unread: 0, last: 'obrigado' },
    { name: 'Maria', status: 'pending', unread: 2, last: 'alguém aí?' },
  ])
})

test('leaves nothing pending with "close everything"', async () => {
  const { simulator, company, maria } = await openTestbed()
  await maria.say(COMPANY, 'oi')
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  await installation.link(company)
  await installation.ends()
  expect(ticketsOf(installation)).toEqual([{ name: 'Maria', status: 'closed', unread: 0, last: 'oi' }])
})

test('imports only the chosen days, and groups only if requested', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 4, messages: 10, days: 10, groups: 1 })
  const installation = await openInstallation(simulator)
  const from = new Date(Date.now() - 3 * DAY).toISOString()
  installation.configureImport({ importDateStartMessages: from })
  await installation.link(company)
  const done = await installation.ends()
  const stored = installation.rows<Stored>(STORED)
  expect(stored.every(({ createdAt }) => createdAt >= Date.parse(from))).toBe(true)
  expect(installation.rows('SELECT 1 FROM tickets WHERE is_group = 1')).toEqual([])
  expect(done).toMatchObject({ messages: stored.length, skipped: 40 - stored.length, tickets: 3 })
  expect(stored.length).toBeGreaterThan(3)

  const other = await openInstallation(simulator)
  other.configureImport({ importOldMessagesGroups: true })
  await other.link(company)
  expect(await other.ends()).toMatchObject({ messages: 40, tickets: 4, skipped: 0 })
  const group = other.rows<{ body: string; author: string | null; from_me: number }>(
    'SELECT m.body, m.author, m.from_me FROM messages m JOIN tickets t ON t.id = m.ticket_id WHERE t.is_group = 1',
  )
  expect(group).toHaveLength(10)
  expect(group.every(({ author, from_me }) => (author === null) === (from_me === 1))).toBe(true)
})

test('imports nothing without an import, but learns which addresses belong together', async () => {
  const { simulator, company, maria } = await openTestbed()
  await maria.say(COMPANY, 'oi')
  const installation = await openInstallation(simulator)
  await installation.link(company)
  expect(installation.progress()).toBeNull()
  await until(() => pairsIn(installation.dataDir) > 0)
  expect(installation.rows('SELECT 1 FROM messages')).toEqual([])
  expect(installation.rows('SELECT 1 FROM contacts')).toEqual([])
})

test('imports nothing twice when the same phone is linked again, and leaves newer messages pending', async () => {
  const { simulator, company, maria } = await openTestbed()
  await maria.say(COMPANY, 'um')
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  await installation.link(company)
  await installation.ends()
  await installation.server.sessions.disconnect(installation.cx, installation.connectionId)
  await maria.say(COMPANY, 'dois')
  await installation.link(company)
  expect(await installation.ends()).toMatchObject({ state: 'done', messages: 0, tickets: 0, contacts: 0 })
  expect(installation.rows<Stored>(STORED).map(({ body }) => body)).toEqual(['um', 'dois'])
  expect(installation.rows('SELECT status, unread, imported FROM tickets ORDER BY id')).toEqual([
    { status: 'closed', unread: 0, imported: 1 },
    { status: 'pending', unread: 1, imported: 0 },
  ])
})

test('imports another phone on the same connection beside the first', async () => {
  const { simulator, company, maria } = await openTestbed()
  const second = simulator.addPhone({ phone: OTHER_COMPANY, name: 'Filial', role: 'company' })
  await maria.say(COMPANY, 'na matriz')
  await maria.say(OTHER_COMPANY, 'na filial')
  const installation = await openInstallation(simulator)
  installation.configureImport()
  await installation.link(company)
  await installation.ends()
  await installation.server.sessions.disconnect(installation.cx, installation.connectionId)
  await installation.link(second)
  await installation.ends()
  expect(installation.rows<Stored>(STORED).map(({ body }) => body)).toEqual(['na matriz', 'na filial'])
  expect(installation.rows('SELECT 1 FROM contacts')).toHaveLength(1)
})

test('receives live messages during an import without delay, in a current ticket', async () => {
  const { simulator, company, maria, run } = await openTestbed()
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 40, messages: 50, days: 10 })
  await maria.say(COMPANY, 'de ontem')
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  await installation.link(company)
  await maria.say(COMPANY, 'de agora')
  const arrived = await until(() => installation.heard('appMessage.create')[0])
  expect(installation.progress()?.finishedAt).toBeNull()
  expect(arrived.payload).toMatchObject({
    message: { body: 'de agora' },
    ticket: { status: 'pending', unreadMessages: 1 },
  })
  await installation.ends()
  expect(installation.rows<Stored>(STORED).filter(({ body }) => body.startsWith('de '))).toMatchObject([
    { body: 'de ontem', status: 'closed' },
    { body: 'de agora', status: 'pending' },
  ])
})

test('downloads imported files only when somebody opens the conversation', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 1, messages: 4, days: 1, photoEvery: 2 })
  const installation = await openInstallation(simulator)
  installation.configureImport()
  await installation.link(company)
  await installation.ends()
  expect(statesOf(installation)).toEqual(['missing', 'missing'])
  expect(installation.rows('SELECT 1 FROM downloads')).toEqual([])
  const admin = { ...ADMIN, tenantUuid: installation.ref.tenantUuid }
  const conversation = findVisibleConversation(installation.cx.db, admin, 1)
  requestShownFiles(installation.cx, pageOfMessages(installation.cx.db, admin, conversation, { page: 1 }).special)
  await until(() => statesOf(installation).every((state) => state === 'ready'), {
    why: () => installation.logged.join(''),
  })
})

test('imports a backfill of files in many parts, with more than the recent messages', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'setHabits', phone: COMPANY, historyBy: 'file', historyChunk: 3 })
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 7, messages: 130, days: 300 })
  const installation = await openInstallation(simulator)
  installation.configureImport({ importDateStartMessages: null })
  await installation.link(company)
  expect(await installation.ends()).toMatchObject({ state: 'done', messages: 910, tickets: 7, contacts: 7 })
  for (const { id } of installation.rows<{ id: number }>('SELECT id FROM tickets')) {
    const times = installation
      .rows<{ created_at: number }>('SELECT created_at FROM messages WHERE ticket_id = ? ORDER BY created_at', id)
      .map(({ created_at }) => created_at)
    expect(installation.rows('SELECT created_at, last_message_at, closed_at FROM tickets WHERE id = ?', id)).toEqual([
      { created_at: times[0], last_message_at: times.at(-1), closed_at: times.at(-1) },
    ])
  }
})

test('ends a backfill of recent messages once the phone has sent it, even if everything was requested', async () => {
  const { simulator, company, maria } = await openTestbed()
  await maria.say(COMPANY, 'oi')
  const installation = await openInstallation(simulator, { limits: { historySilence: 60_000 } })
  installation.configureImport({ importDateStartMessages: null })
  await installation.link(company)
  expect(await installation.ends()).toMatchObject({ state: 'done', percent: 100, messages: 1 })
})

test('reports a part that WhatsApp no longer has, and imports the others', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'setHabits', phone: COMPANY, historyBy: 'file', historyChunk: 2 })
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 4, messages: 5, days: 5 })
  const installation = await openInstallation(simulator)
  installation.configureImport()
  const fetched = globalThis.fetch
  let asked = 0
  globalThis.fetch = Object.assign(
    async (...words: Parameters<typeof fetch>) => {
      const isPart = String(words[0]).includes('/mms') || String(words[0]).includes(FETCH_PATH)
      asked += isPart ? 1 : 0
      return isPart && asked === 3 ? new Response(null, { status: 404 }) : fetched(...words)
    },
    { preconnect: fetched.preconnect },
  )
  afterThisTest(() => {
    globalThis.fetch = fetched
  })
  await installation.link(company)
  expect(await installation.ends()).toMatchObject({ state: 'failed', reason: 'expired', messages: 10, tickets: 2 })
})

test('imports nothing more after being stopped, and keeps what it has', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 40, messages: 30, days: 10 })
  const installation = await openInstallation(simulator)
  installation.configureImport()
  await installation.link(company)
  await until(() => (installation.progress()?.messages ?? 0) > 100)
  expect(stopImport(installation.cx, installation.connectionId)).toBe(true)
  const { messages } = installation.progress() ?? { messages: -1 }
  await until(() => partsIn(installation.dataDir) === 0)
  expect(installation.progress()).toMatchObject({ state: 'stopped', messages })
  expect(installation.rows('SELECT 1 FROM messages')).toHaveLength(messages)
  expect(messages).toBeLessThan(3_600)
})

test('imports nothing more once the connection is deleted', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 60, messages: 60, days: 10 })
  const installation = await openInstallation(simulator)
  installation.configureImport({ closedTicketsPostImported: true })
  await installation.link(company)
  await until(() => (installation.progress()?.messages ?? 0) > 100)
  deleteConnection(installation.cx, installation.connectionId)
  await installation.server.sessions.forget(installation.cx, installation.connectionId)
  const taken = installation.rows('SELECT 1 FROM messages').length
  await until(() => partsIn(installation.dataDir) === 0)
  await Bun.sleep(100)
  expect(installation.rows('SELECT 1 FROM messages')).toHaveLength(taken)
  expect(installation.logged).toEqual([])
})

test('announces progress at most twice a second, and finally what was imported', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 40, messages: 30, days: 10 })
  const installation = await openInstallation(simulator)
  installation.configureImport()
  await installation.link(company)
  const started = performance.now()
  // An import yields to everything else, also on a busy machine.
  await installation.ends(60_000)
  const progress = installation.heard('whatsapp.update').filter(({ payload }) => stateIn(payload) !== undefined)
  // Each is sent to users who may pair and to the others.
  expect(progress.length / 2).toBeLessThanOrEqual(Math.ceil((performance.now() - started) / 500) + 3)
  expect(progress.at(-1)?.payload).toMatchObject({
    whatsapp: { statusImportMessages: { state: 'done', messages: 1_200 } },
  })
}, 180_000)

type Installation = Awaited<ReturnType<typeof openInstallation>>

const stateIn = (payload: Record<string, unknown>) =>
  (payload as { whatsapp?: { statusImportMessages?: { state: string } | null } }).whatsapp?.statusImportMessages?.state

const ticketsOf = (installation: Installation) =>
  installation.rows(
    'SELECT c.name, t.status, t.unread, t.last_message AS last FROM tickets t JOIN contacts c ON c.id = t.contact_id ORDER BY c.name',
  )

const statesOf = (installation: Installation) =>
  installation
    .rows<{ state: string }>("SELECT media ->> 'state' AS state FROM messages WHERE media IS NOT NULL")
    .map(({ state }) => state)

const partsIn = (dataDir: string) => countIn(dataDir, 'SELECT count(*) FROM history_parts')
const pairsIn = (dataDir: string) => countIn(dataDir, "SELECT count(*) FROM session_rows WHERE type = 'lid-mapping'")

function countIn(dataDir: string, sql: string): number {
  const [company = ''] = readdirSync(join(dataDir, 'tenants'))
  const db = new Sqlite(join(dataDir, 'tenants', company, 'session.db'), { readonly: true })
  const count = db.prepare(sql).pluck().get()
  db.close()
  return Number(count)
}
