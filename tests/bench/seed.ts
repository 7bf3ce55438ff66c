/**
 * Generates a company of a given size, deterministic for a seed: people, queues, contacts, tickets and messages of a year. The
 * executable that will serve it creates it, and only columns that every version has are written, so that versions are compared
 * on the same data, each in its own schema.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createCx, noExits } from '../../src/platform/cx'
import { openDatabases } from '../../src/platform/databases'
import { createLog } from '../../src/platform/log'
import { execute } from '../../src/platform/sql'
import { asDb, CACHE_KIB, type Db, keepInMemory, type Raw } from '../../src/platform/sqlite'
import { fold } from '../../src/platform/text'
import { DAY, MINUTE } from '../../src/platform/time'
import { listCompanies } from '../../src/tenancy/companies'
import { addTickets, kept, TABLES, ticketColumns } from '../../src/tickets/figures/columns'
import { countAnew } from '../../src/tickets/figures/recount'
import { nextMessageId } from '../../src/tickets/messages/ids'
import { indexNext } from '../../src/tickets/searching/indexing'
import { hashPassword } from '../../src/users/password'
import { createRandom, type Random } from '../support/random'
import { loginWriter } from './logins'
import { startServer } from './server'

export type Size = { readonly contacts: number; readonly tickets: number; readonly messages: number }
export const sizes = {
  S: { contacts: 5_000, tickets: 10_000, messages: 200_000 },
  M: { contacts: 20_000, tickets: 50_000, messages: 1_000_000 },
  L: { contacts: 300_000, tickets: 1_000_000, messages: 10_000_000 },
  /** Many more contacts than tickets. */
  known: { contacts: 300_000, tickets: 30_000, messages: 60_000 },
  /** For many companies in one process: a file of 11 MB. */
  small: { contacts: 1_000, tickets: 2_000, messages: 48_000 },
  new: { contacts: 1, tickets: 1, messages: 1 },
} as const satisfies Record<string, Size>
export type SizeName = keyof typeof sizes

export const ADMIN = { email: 'admin@bench.local', password: 'bench123' }
export const PEOPLE = 20
const NOW = Date.UTC(2026, 10, 20, 15)
const YEAR = 365 * DAY
const names =
  'Ana Bruno Carla Diego Elisa Fábio Gabriela Hugo Íris João Karina Luís Mariana Nelson Olívia Paulo Renata Sérgio Tânia Vítor'.split(
    ' ',
  )
const families =
  'Silva Souza Costa Santos Oliveira Pereira Rodrigues Almeida Nascimento Lima Araújo Fernandes Carvalho Gomes Martins'.split(
    ' ',
  )
const words =
  'bom dia boa tarde obrigado pedido entrega boleto prazo sofá mesa cadeira garantia troca nota fiscal endereço amanhã hoje sim não pode quanto custa frete pagamento cartão pix confirmo recebi perfeito'.split(
    ' ',
  )

/** First admin of a new installation. */
export const firstAdmin = { BALCAO_ADMIN_EMAIL: ADMIN.email, BALCAO_ADMIN_PASSWORD: ADMIN.password }

export type Seeding = {
  /** Creates the company and will serve it. */
  readonly executable?: string | undefined
  readonly people?: number
  /** Builds the search index of messages, with these sources. */
  readonly isSearchable?: boolean
}

/** The database of a folder's only company. */
export function fileIn(dataDir: string): string {
  const tenants = join(dataDir, 'tenants')
  return join(tenants, readdirSync(tenants)[0] ?? '', 'tenant.db')
}

/** Creates a company in an empty folder and fills it. A tenth of the tickets are open or pending, the rest closed. */
export async function seedCompany(dataDir: string, size: Size, seeding: Seeding = {}): Promise<void> {
  const { executable, people = PEOPLE, isSearchable = false } = seeding
  const founded = await startServer(dataDir, { env: firstAdmin, executable })
  await founded.stop()
  const raw = new Sqlite(fileIn(dataDir))
  for (let n = 0; n < 10; n++)
    raw
      .prepare('INSERT INTO queues (name, color, position, created_at) VALUES (?, ?, ?, ?)')
      .run(`Fila ${n + 1}`, `#0${n}4f8${n}`, n, NOW)
  const others = Array.from({ length: people - 1 }, (_, n) => n + 1)
  const wanted = others.map((n) => ({
    name: `Pessoa ${n}`,
    email: `p${n}@bench.local`,
    profile: 'user',
    queueIds: [0, 1, 2].map((next) => (n % 7) + next + 1),
  }))
  await addPeople(dataDir, wanted)
  fill(asDb(raw), size, people, createRandom(1))
  if (isSearchable) raw.exec('INSERT INTO message_search_due (message_id) SELECT id FROM messages')
  raw.close()
  if (isSearchable) indexSaid(dataDir)
}

export type NewPerson = {
  readonly name: string
  readonly email: string
  readonly profile: string
  readonly queueIds: readonly number[]
}

/** Adds people to a folder's only company, which may be running. Their password is the admin's. Returns their ids. */
export async function addPeople(dataDir: string, people: readonly NewPerson[]): Promise<number[]> {
  const passwordHash = await hashPassword(ADMIN.password)
  const [control, raw] = [new Sqlite(join(dataDir, 'control.db')), new Sqlite(fileIn(dataDir))]
  const user = raw.prepare(
    'INSERT INTO users (name, email, password_hash, profile, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
  )
  const writeLogin = loginWriter(control)
  const queue = raw.prepare('INSERT INTO user_queues (user_id, queue_id) VALUES (?, ?)')
  const ids = raw.transaction(() =>
    people.map(({ name, email, profile, queueIds }) => {
      const id = Number(user.pluck().get(name, email, passwordHash, profile, NOW))
      writeLogin(email, id)
      for (const queueId of queueIds) queue.run(id, queueId)
      return id
    }),
  )()
  control.close()
  raw.close()
  return ids
}

/** Builds the search index now, so that no job builds it during a measurement. */
function indexSaid(dataDir: string) {
  const databases = openDatabases(dataDir, createLog('silent'))
  const [company] = listCompanies(databases.control)
  if (!company) throw new Error('no company was created')
  const db = databases.tenant(company.uuid)
  const tenant = { ...company, features: null, limits: {}, standbySince: null }
  const cx = createCx(
    tenant,
    () => db,
    () => NOW,
    noExits,
  )
  db.$client.pragma('synchronous = OFF')
  while (indexNext(cx));
  db.$client.pragma('synchronous = FULL')
  databases.close()
}

/** Counts the seeded rows, in versions that have figures; otherwise a server would find a difference and count again. */
function countFigures(raw: Raw, { tickets }: Size) {
  if (raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'message_hours'").get() === undefined) return
  raw.prepare('INSERT INTO figures_compared VALUES (?)').run(Date.now())
  const columns = raw.prepare("SELECT name FROM pragma_table_info('figures')").pluck().all()
  if (columns.length !== kept.figures.key.length + ticketColumns.length) return // an earlier version's
  countAnew(raw)
  for (const sql of addTickets(TABLES)) raw.prepare(sql).run(1, tickets + 1)
  raw.exec('DELETE FROM figures_due')
}

/** SQLite cache for inserts that touch pages all over the file. */
const ROOM_KIB = 200_000

function fill(db: Db, size: Size, people: number, random: Random) {
  const { pick } = random
  const raw = db.$client
  raw.pragma('synchronous = OFF')
  keepInMemory(raw, ROOM_KIB)
  raw.pragma('foreign_keys = OFF') // a ticket names its last message, a message its ticket
  raw.exec('BEGIN')
  raw
    .prepare(
      "INSERT INTO connections (id, name, status, is_default, created_at, updated_at) VALUES (1, 'Loja', 'DISCONNECTED', 1, ?, ?)",
    )
    .run(NOW, NOW)
  const contact = raw.prepare('INSERT INTO contacts (id, name, name_folded, number, created_at) VALUES (?, ?, ?, ?, ?)')
  const address = raw.prepare("INSERT INTO contact_addresses (kind, value, contact_id) VALUES ('phone', ?, ?)")
  for (let id = 1; id <= size.contacts; id++) {
    const name = `${pick(names)} ${pick(families)} ${pick(families)}`
    const number = `55119${String(60_000_000 + id)}`
    contact.run(id, name, fold(name), number, NOW - YEAR)
    address.run(number, id)
  }
  fillTickets(db, size, people, random)
  countFigures(raw, size)
  raw.exec('COMMIT')
  raw.pragma('foreign_keys = ON')
  raw.pragma('synchronous = FULL')
  keepInMemory(raw, CACHE_KIB)
  raw.pragma('wal_checkpoint(TRUNCATE)')
}

type Ticket = {
  readonly id: number
  readonly contactId: number
  readonly status: 'open' | 'pending' | 'closed'
  readonly queueId: number | null
  readonly userId: number | null
  readonly createdAt: number
}
type SeededMessage = {
  readonly ticket: Ticket
  readonly externalId: string
  readonly fromMe: boolean
  readonly body: string
  readonly at: number
}

/** Tickets generated before their messages are stored. */
const TICKETS_PER_BATCH = 500

/** Stores messages in order of time over all conversations, as in real use, where many tickets are active at once. */
function fillTickets(db: Db, size: Size, people: number, random: Random) {
  const insertTicket = ticketInsert(db)
  let coming: SeededMessage[] = []
  let unfinished: { readonly ticket: Ticket; readonly last: SeededMessage; readonly unread: number }[] = []
  const lastIds = new Map<number, number>()
  for (let id = 1; id <= size.tickets; id++) {
    const ticket = drawTicket(size, id, people, random)
    const messages = drawMessages(size, ticket, random)
    const last = messages.at(-1)
    if (!last) throw new Error('each ticket of the bench has messages')
    coming.push(...messages)
    unfinished.push({ ticket, last, unread: ticket.status === 'pending' ? 1 + Math.floor(random.next() * 4) : 0 })
    if (id % TICKETS_PER_BATCH > 0 && id < size.tickets) continue
    const end = id < size.tickets ? openedAt(size, id + 1) : Number.POSITIVE_INFINITY
    coming.sort((a, b) => a.at - b.at)
    const due = coming.filter(({ at }) => at < end)
    for (const message of due) lastIds.set(message.ticket.id, storeMessage(db, message))
    coming = coming.slice(due.length)
    const [next = unfinished.length] = unfinished.flatMap(({ last }, index) => (last.at < end ? [] : index))
    for (const { ticket, last, unread } of unfinished.slice(0, next))
      insertTicket(ticket, last, { unread, lastId: lastIds.get(ticket.id) ?? 0 })
    unfinished = unfinished.slice(next)
  }
}

/** Spread evenly over a year, early enough for all messages of the last tickets. */
const openedAt = ({ tickets }: Size, id: number): number => NOW - YEAR + Math.floor((YEAR * id) / tickets) - 2 * DAY

function drawTicket(size: Size, id: number, people: number, { next }: Random): Ticket {
  const active = Math.min(size.contacts, Math.floor(size.tickets / 10))
  const isActive = id > size.tickets - active
  const contactId = isActive ? size.tickets - id + 1 : 1 + Math.floor(next() * size.contacts)
  const status = isActive ? (next() < 0.6 ? 'open' : 'pending') : 'closed'
  const queueId = next() < 0.1 ? null : 1 + Math.floor(next() * 10)
  const userId = status === 'pending' ? null : 1 + Math.floor(next() * people)
  return { id, contactId, status, queueId, userId, createdAt: openedAt(size, id) }
}

/** Twenty messages take about 15 hours. */
const LONGEST_PAUSE = 90 * MINUTE

function drawMessages(size: Size, ticket: Ticket, { next, pick }: Random): SeededMessage[] {
  let at = ticket.createdAt
  return Array.from({ length: size.messages / size.tickets }, (_, n) => {
    at += Math.floor(next() * LONGEST_PAUSE)
    const body = Array.from({ length: 4 + Math.floor(next() * 14) }, () => pick(words)).join(' ')
    return { ticket, externalId: `B${ticket.id}.${n}`, fromMe: next() < 0.5, body, at }
  })
}

function storeMessage(db: Db, { ticket, externalId, fromMe, body, at }: SeededMessage): number {
  const id = nextMessageId(db, ticket.contactId, at)
  execute(
    db,
    `INSERT INTO messages (id, ticket_id, contact_id, connection_id, external_id, from_me, kind, body, ack, user_id, created_at)
     VALUES (?, ?, ?, 1, ?, ?, 'chat', ?, ?, ?, ?)`,
    [
      id,
      ticket.id,
      ticket.contactId,
      externalId,
      fromMe ? 1 : 0,
      body,
      fromMe ? 4 : 0,
      fromMe ? ticket.userId : null,
      at,
    ],
  )
  return id
}

function ticketInsert({ $client }: Db) {
  const row = $client.prepare(
    `INSERT INTO tickets (id, uuid, status, channel, contact_id, connection_id, queue_id, user_id, last_message, last_message_id, last_kind, last_ack, last_message_at, unread, created_at, updated_at, closed_at)
     VALUES (?, ?, ?, 'whatsapp', ?, 1, ?, ?, ?, ?, 'chat', 0, ?, ?, ?, ?, ?)`,
  )
  return (
    { id, status, contactId, queueId, userId, createdAt }: Ticket,
    { body, at }: SeededMessage,
    { unread, lastId }: { readonly unread: number; readonly lastId: number },
  ) =>
    row.run(
      id,
      crypto.randomUUID(),
      status,
      contactId,
      queueId,
      userId,
      body,
      lastId,
      at,
      unread,
      createdAt,
      at,
      status === 'closed' ? at : null,
    )
}
