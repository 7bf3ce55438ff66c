/** A company of a given size, the same for the same seed: people, queues, contacts, tickets and messages as a year of work leaves them. */
import { hashPassword } from '../../src/access/password'
import { createUser } from '../../src/access/people'
import { createCx, noExits } from '../../src/platform/cx'
import type { Databases } from '../../src/platform/databases'
import { CACHE_KIB, type Db, keepInMemory } from '../../src/platform/sqlite'
import { fold } from '../../src/platform/text'
import { DAY, MINUTE } from '../../src/platform/time'
import { createQueue } from '../../src/queues/queries'
import { createCompany, NEVER } from '../../src/tenancy/companies'
import type { Company } from '../../src/tenancy/tables'
import { insertMessage } from '../../src/tickets/messages/queries'
import { indexNext } from '../../src/tickets/messages/searching/indexing'
import { createRandom, type Random } from '../support/random'

export type Size = { readonly contacts: number; readonly tickets: number; readonly messages: number }
export const sizes = {
  S: { contacts: 5_000, tickets: 10_000, messages: 200_000 },
  M: { contacts: 20_000, tickets: 50_000, messages: 1_000_000 },
  L: { contacts: 300_000, tickets: 1_000_000, messages: 10_000_000 },
  /** Far more contacts than have written. */
  known: { contacts: 300_000, tickets: 30_000, messages: 60_000 },
  /** One of many companies in one process: a file of 11 MB. */
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

/** Founds one company and fills it; `isSearchable`: what was said is indexed. a tenth of the tickets is open or pending, the rest closed. */
export async function seedCompany(
  databases: Databases,
  size: Size,
  { seed = 1, people = PEOPLE, isSearchable = false } = {},
) {
  const { company, db } = createCompany(databases, NOW, { name: 'Bench', dueAt: NEVER }, (company, db) => ({
    company,
    db,
  }))
  const passwordHash = await hashPassword(ADMIN.password)
  const queues = Array.from({ length: 10 }, (_, n) =>
    createQueue(db, NOW, { name: `Fila ${n + 1}`, color: `#0${n}4f8${n}`, position: n }),
  )
  const founding = { control: databases.control, db, companyId: company.id, now: NOW }
  createUser(founding, { name: 'Admin', email: ADMIN.email, passwordHash, profile: 'admin' })
  for (let n = 1; n < people; n++)
    createUser(founding, {
      name: `Pessoa ${n}`,
      email: `p${n}@bench.local`,
      passwordHash,
      profile: 'user',
      queueIds: queues.slice(n % 7, (n % 7) + 3).map(({ id }) => id),
    })
  fill(db, size, people, createRandom(seed))
  // Or the index would be built while something else is measured.
  if (isSearchable) indexSaid(company, db)
  else db.$client.exec('DELETE FROM message_search_due')
  return { company, db }
}

function indexSaid(company: Company, db: Db) {
  const tenant = { ...company, features: null }
  const cx = createCx(
    tenant,
    () => db,
    () => NOW,
    noExits,
  )
  db.$client.pragma('synchronous = OFF')
  while (indexNext(cx));
  db.$client.pragma('synchronous = FULL')
}

/** Rows in the order of their times go to pages all over the file. */
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

/** Tickets that are drawn before their messages are stored. */
const AT_ONCE = 500

/** Messages are stored in the order of their times over all conversations, as they arrive: many tickets are active at once. */
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
    if (id % AT_ONCE > 0 && id < size.tickets) continue
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

/** Evenly over a year; the last ones have had time for all their messages. */
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

/** So that twenty messages take about 15 hours. */
const LONGEST_PAUSE = 90 * MINUTE

function drawMessages(size: Size, ticket: Ticket, { next, pick }: Random): SeededMessage[] {
  let at = ticket.createdAt
  return Array.from({ length: size.messages / size.tickets }, (_, n) => {
    at += Math.floor(next() * LONGEST_PAUSE)
    const body = Array.from({ length: 4 + Math.floor(next() * 14) }, () => pick(words)).join(' ')
    return { ticket, externalId: `B${ticket.id}.${n}`, fromMe: next() < 0.5, body, at }
  })
}

const storeMessage = (db: Db, { ticket, externalId, fromMe, body, at }: SeededMessage): number =>
  insertMessage(db, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: 1,
    externalId,
    chat: null,
    clientId: null,
    fromMe,
    kind: 'chat',
    body,
    ack: fromMe ? 4 : 0,
    failure: null,
    quotedId: null,
    quoted: null,
    author: null,
    authorAddresses: null,
    userId: fromMe ? ticket.userId : null,
    media: null,
    extra: null,
    secret: null,
    createdAt: at,
  })

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
