/**
 * An installation whose server is killed repeatedly while campaigns, confirmations and schedules are sent; then the
 * phones' books are compared with the stored data.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Campaign } from '../../../src/features/campaigns/contract'
import type { BookEntry } from '../../../src/simulator/contract'
import { inSuite } from '../../support/long'
import type { Client } from './client'
import { answerLate, openInstallation } from './installation'
import { journalCleared, readLedger } from './ledger'
import type { RepeatableRandom } from './random'
import { startServerProcess } from './server-process'
import { COMPANY, FIRST_CUSTOMER, numberOf, reached, type Testbed } from './testbed'
import { until } from './until'

/** Kills per round. */
export const KILLS = inSuite(2, 12)
/** Customers, the first of whom write to us beforehand. */
const PEOPLE = inSuite(90, 260)
const KNOWN = inSuite(15, 30)
/** Those of them who get a confirmation request. */
const ASKED = inSuite(50, 90)
const [OFFER, QUESTION, NEWS] = ['Oferta da semana', 'Posso enviar as novidades?', 'As novidades']
/** Milliseconds until WhatsApp confirms. */
const LATE = 250

/** Reply to our first message. */
function wordOf(number: string): 'SAIR' | 'sim' | 'agora não' {
  const at = Number(number) - FIRST_CUSTOMER
  return at % 41 === 40 ? 'SAIR' : at % 3 === 2 ? 'agora não' : 'sim'
}

export async function campaignAndAudit(random: RepeatableRandom): Promise<string[]> {
  const { testbed, client, dataDir, server: first } = await openInstallation()
  await testbed.prepare(KNOWN, KNOWN)
  await testbed.release()
  const known = await until(
    async () => {
      const all = await client.pendingTickets()
      return all.length === KNOWN && all
    },
    { every: 50 },
  )
  for (let at = KNOWN; at < PEOPLE; at++)
    await testbed.run({ do: 'addPhone', phone: numberOf(at), name: `Cliente ${at}`, role: 'customer' })
  await first.kill()
  const [everybody, some] = addLists(dataDir)
  let server = await startServerProcess({ dataDir, testbed })
  client.moveTo(server)
  await allow(client)
  await answerLate(testbed, [], LATE)

  const offer = await begin(client, { name: 'Oferta', message1: OFFER, contactListId: everybody })
  const news = await begin(client, {
    name: 'Novidades',
    message1: NEWS,
    confirmation: true,
    confirmationMessage1: QUESTION,
    contactListId: some,
  })
  for (const [at, { contactId }] of known.entries())
    await client.demand('POST', '/schedules', {
      contactId,
      whatsappId: 1,
      body: `Agendada ${at}`,
      sendAt: new Date(Date.now() + 1_000 + at * 400).toISOString(),
    })

  const customers = answering(testbed)
  for (let kill = 0; kill < KILLS; kill++) {
    await Bun.sleep(random.between(100, 900))
    await server.kill()
    server = await startServerProcess({ dataDir, testbed })
    client.moveTo(server)
  }
  const stateOf = (id: number) => client.demand<Campaign>('GET', `/campaigns/${id}`)
  const why = async () => JSON.stringify([await stateOf(offer), await stateOf(news)])
  await until(async () => (await stateOf(offer)).status === 'FINALIZADA', { within: 60_000, every: 200, why })
  await until(
    async () => {
      const { figures } = await stateOf(news)
      return figures.waiting === 0 && customers.yes() === figures.confirmed && figures
    },
    { every: 200, why },
  )
  await until(async () => readLedger(dataDir).outbox === 0, { every: 200 })
  await until(() => schedulesLeft(dataDir) === 0, { every: 200 })
  await customers.stop()
  await journalCleared(dataDir)
  await testbed.settled(20_000)
  await Bun.sleep(2 * LATE) // the last receipts come late
  await testbed.settled(5_000)
  await server.kill()
  return audit(dataDir, reached(await testbed.books()))
}

/** Customers periodically read their phones and answer. */
function answering(testbed: Testbed) {
  const answered = new Set<string>()
  let [yes, isOver] = [0, false]
  const say = async (from: string, text: string) => {
    await testbed.run({ do: 'say', from, to: COMPANY, text })
  }
  async function look() {
    for (const [phone, entries] of reached(await testbed.books())) {
      const word = wordOf(phone)
      const cause = entries.find(({ text }) => (word === 'SAIR' ? text === OFFER : text === QUESTION))
      if (!cause || answered.has(cause.id)) continue
      answered.add(cause.id)
      if (word === 'sim') yes++
      await say(phone, word)
    }
  }
  const going = (async () => {
    while (!isOver) {
      await look()
      await Bun.sleep(150)
    }
  })()
  going.catch(() => {}) // `stop` reports the error
  return {
    yes: () => yes,
    async stop() {
      isOver = true
      await going
    },
  }
}

async function allow(client: Client) {
  const settings = {
    messageInterval: 0,
    longerIntervalAfter: 0,
    dailyCap: 0,
    coldCap: 10_000,
    sendFrom: '00:00',
    sendTo: '00:00',
    sendDays: [0, 1, 2, 3, 4, 5, 6],
  }
  await client.demand('POST', '/campaign-settings', { settings })
}

async function begin(client: Client, wanted: object): Promise<number> {
  const { id } = await client.demand<Campaign>('POST', '/campaigns', { ...wanted, whatsappId: 1 })
  await client.demand('POST', `/campaigns/${id}/start`, {})
  return id
}

function databaseOf(dataDir: string): string {
  const [company = ''] = readdirSync(join(dataDir, 'tenants'))
  return join(dataDir, 'tenants', company, 'tenant.db')
}

/** Stored data while the server is down: all people, and those with a confirmation request. */
function addLists(dataDir: string): [number, number] {
  const db = new Sqlite(databaseOf(dataDir))
  try {
    const list = db
      .prepare('INSERT INTO contact_lists (name, name_folded, created_at, updated_at) VALUES (?, ?, 0, 0) RETURNING id')
      .pluck()
    const item = db.prepare(
      `INSERT INTO contact_list_items (list_id, name, name_folded, number, is_whatsapp_valid, created_at, updated_at)
       VALUES (?, 'Cliente', 'cliente', ?, 1, 0, 0)`,
    )
    const made = ([name, count]: readonly [string, number]) =>
      db.transaction(() => {
        const id = Number(list.get(name, name))
        for (let at = 0; at < count; at++) item.run(id, numberOf(at))
        return id
      })()
    return [made(['todos', PEOPLE]), made(['alguns', ASKED])]
  } finally {
    db.close()
  }
}

/** Reads a copy, because the server may be running. */
function reading<T>(dataDir: string, read: (db: Sqlite.Database) => T): T {
  const copy = mkdtempSync(join(tmpdir(), 'campaigns-'))
  const path = databaseOf(dataDir)
  try {
    for (const suffix of ['', '-wal'])
      if (existsSync(path + suffix)) copyFileSync(path + suffix, join(copy, `tenant.db${suffix}`))
    const db = new Sqlite(join(copy, 'tenant.db'))
    try {
      return read(db)
    } finally {
      db.close()
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

const schedulesLeft = (dataDir: string) =>
  reading(dataDir, (db) =>
    Number(db.prepare("SELECT count(*) FROM schedules WHERE status IN ('pending', 'sending')").pluck().get()),
  )

type Row = {
  readonly campaignId: number
  readonly number: string
  readonly state: string
  readonly messageId: string | null
  readonly questionId: string | null
  readonly deliveredAt: number | null
}

function audit(dataDir: string, got: ReadonlyMap<string, readonly BookEntry[]>): string[] {
  return reading(dataDir, (db) => {
    const rows = db
      .prepare(
        `SELECT d.campaign_id AS campaignId, d.number, d.state, m.external_id AS messageId, q.external_id AS questionId,
           d.delivered_at AS deliveredAt
         FROM campaign_deliveries d LEFT JOIN messages m ON m.id = d.message_id LEFT JOIN messages q ON q.id = d.confirmation_id`,
      )
      .all() as Row[] // the columns are listed
    const has = (number: string, id: string | null) => got.get(number)?.some((entry) => entry.id === id) ?? false
    const findings: string[] = []
    for (const { campaignId, number, state, messageId, questionId, deliveredAt } of rows) {
      const who = `${number} in campaign ${campaignId} (${state})`
      const isSent = ['sent', 'delivered', 'read', 'answered'].includes(state)
      if (isSent && !has(number, messageId)) findings.push(`${who} has not got the message`)
      if (isSent && deliveredAt === null) findings.push(`${who} has it, and is not counted as delivered`)
      if ((state === 'waiting' || state === 'skipped') && has(number, messageId)) findings.push(`${who} has got it`)
      if (state === 'asked' && !has(number, questionId)) findings.push(`${who} was not asked`)
      if (state === 'failed' || state === 'sending') findings.push(`${who} is stuck`)
    }
    for (const [phone, entries] of got)
      for (const text of [OFFER, QUESTION, NEWS])
        if (entries.filter((entry) => entry.text === text).length > 1) findings.push(`${phone} has “${text}” twice`)
    for (let at = 0; at < KNOWN; at++) {
      const times = [...got.values()].flat().filter(({ text }) => text === `Agendada ${at}`).length
      if (times !== 1) findings.push(`“Agendada ${at}” arrived ${times} times`)
    }
    const yes = rows.filter(({ number, questionId }) => wordOf(number) === 'sim' && has(number, questionId))
    for (const { number, state } of yes)
      if (!got.get(number)?.some(({ text }) => text === NEWS)) findings.push(`${number} said yes in vain (${state})`)
    for (const [phone, entries] of got)
      if (wordOf(phone) === 'agora não' && entries.some(({ text }) => text === NEWS))
        findings.push(`${phone} got what it did not confirm`)
    findings.push(...writtenTo(db), ...miscounted(db))
    const integrity = String(db.pragma('integrity_check', { simple: true }))
    return integrity === 'ok' ? findings : [...findings, integrity]
  })
}

/** Campaign messages posted to people after their opt-out. */
const writtenTo = (db: Sqlite.Database): string[] =>
  (
    db
      .prepare(
        `SELECT m.body FROM opt_outs o JOIN messages m ON m.contact_id = o.contact_id AND m.created_at > o.at
         WHERE m.from_me = 1 AND m.id IN (SELECT message_id FROM campaign_deliveries UNION SELECT confirmation_id FROM campaign_deliveries)`,
      )
      .pluck()
      .all() as string[]
  ) // the column is a text
    .map((body) => `“${body}” was written to somebody who wanted no more`)

/** Counters, hours and days that differ from the rows. */
function miscounted(db: Sqlite.Database): string[] {
  const is = (condition: string) => `sum(${condition})`
  const counted = {
    total: 'count(*)',
    waiting: is("state IN ('waiting', 'sending')"),
    cold_waiting: is("state = 'waiting' AND is_cold"),
    asked: is("state = 'asked'"),
    sent: is('sent_at IS NOT NULL'),
    failed: is("state = 'failed'"),
    skipped: is("state = 'skipped' OR (state = 'optedOut' AND sent_at IS NULL)"),
    delivered: is('delivered_at IS NOT NULL'),
    read: is('read_at IS NOT NULL'),
    answered: is('answered_at IS NOT NULL'),
    opted_out: is("state = 'optedOut'"),
    confirmed: is('confirmed_at IS NOT NULL'),
    tickets: is('ticket_id IS NOT NULL'),
  }
  const names = Object.keys(counted).join(', ')
  const rows = `SELECT campaign_id, ${Object.values(counted).join(', ')} FROM campaign_deliveries GROUP BY campaign_id`
  const wrong = db.prepare(`SELECT campaign_id, ${names} FROM campaign_progress EXCEPT ${rows}`).all()
  const drawn = ['delivered', 'read', 'answered', 'opted_out'].flatMap((name) => {
    const sums = ['campaign_progress', 'campaign_points'].map((table) =>
      Number(db.prepare(`SELECT ifnull(sum(${name}), 0) FROM ${table}`).pluck().get()),
    )
    return new Set(sums).size === 1 ? [] : [`${name} is ${sums.join(', ')} in counters and hours`]
  })
  return [...wrong.map((row) => `miscounted: ${JSON.stringify(row)}`), ...drawn]
}
