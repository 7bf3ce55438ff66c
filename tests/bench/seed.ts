/** A company of a given size, the same for the same seed: people, queues, contacts, tickets and messages as a year of work leaves them. */

import { hashPassword } from '../../src/access/password'
import { createUser } from '../../src/access/people'
import type { Databases } from '../../src/platform/databases'
import type { Raw } from '../../src/platform/sqlite'
import { fold } from '../../src/platform/text'
import { createQueue } from '../../src/queues/queries'
import { createCompany, NEVER } from '../../src/tenancy/companies'
import { random } from './figures'

export type Size = { readonly contacts: number; readonly tickets: number; readonly messages: number }
export const sizes = {
  S: { contacts: 5_000, tickets: 10_000, messages: 200_000 },
  M: { contacts: 20_000, tickets: 50_000, messages: 1_000_000 },
  L: { contacts: 300_000, tickets: 1_000_000, messages: 10_000_000 },
  /** Known to more people than it has written with. */
  known: { contacts: 300_000, tickets: 30_000, messages: 60_000 },
  /** One of many companies in one process: a file of 11 MB. */
  shop: { contacts: 1_000, tickets: 2_000, messages: 48_000 },
  new: { contacts: 1, tickets: 1, messages: 1 },
} as const satisfies Record<string, Size>
export type SizeName = keyof typeof sizes

export const ADMIN = { email: 'admin@bench.local', password: 'bench123' }
export const PEOPLE = 20
const NOW = Date.UTC(2026, 10, 20, 15)
const YEAR = 365 * 86_400_000
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

/** Founds one company and fills it; a tenth of the tickets is alive, the rest closed. Returns ids worth asking for. */
export async function seedCompany(databases: Databases, size: Size, { seed = 1, people = PEOPLE } = {}) {
  const { company, db } = createCompany(databases, NOW, { name: 'Bench', dueAt: NEVER })
  const passwordHash = await hashPassword(ADMIN.password)
  const queues = Array.from({ length: 10 }, (_, n) =>
    createQueue(db, NOW, { name: `Fila ${n + 1}`, color: `#0${n}4f8${n}`, position: n }),
  )
  createUser(databases.control, db, company.id, NOW, {
    name: 'Admin',
    email: ADMIN.email,
    passwordHash,
    profile: 'admin',
  })
  for (let n = 1; n < people; n++)
    createUser(databases.control, db, company.id, NOW, {
      name: `Pessoa ${n}`,
      email: `p${n}@bench.local`,
      passwordHash,
      profile: 'user',
      queueIds: queues.slice(n % 7, (n % 7) + 3).map(({ id }) => id),
    })
  fill(db.$client, size, { people, next: random(seed) })
  return { company, db }
}

type Dice = { readonly people: number; next(): number }

function fill(raw: Raw, size: Size, dice: Dice) {
  const { next } = dice
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T // the index is in range
  raw.pragma('synchronous = OFF')
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
  fillTickets(raw, size, { ...dice, pick })
  raw.exec('COMMIT')
  raw.pragma('foreign_keys = ON')
  raw.pragma('synchronous = FULL')
  raw.pragma('wal_checkpoint(TRUNCATE)')
}

function fillTickets(raw: Raw, size: Size, { people, next, pick }: Dice & { pick<T>(list: readonly T[]): T }) {
  const ticket = raw.prepare(
    `INSERT INTO tickets (id, uuid, status, channel, contact_id, connection_id, queue_id, user_id, last_message, last_message_id, last_kind, last_ack, last_message_at, unread, created_at, updated_at, closed_at)
     VALUES (?, ?, ?, 'whatsapp', ?, 1, ?, ?, ?, ?, 'chat', 0, ?, ?, ?, ?, ?)`,
  )
  const message = raw.prepare(
    'INSERT INTO messages (ticket_id, contact_id, connection_id, external_id, from_me, kind, body, ack, user_id, created_at) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?)',
  )
  const perTicket = size.messages / size.tickets
  const alive = Math.min(size.contacts, Math.floor(size.tickets / 10))
  for (let id = 1; id <= size.tickets; id++) {
    const isAlive = id > size.tickets - alive
    const contactId = isAlive ? size.tickets - id + 1 : 1 + Math.floor(next() * size.contacts)
    const status = isAlive ? (next() < 0.6 ? 'open' : 'pending') : 'closed'
    const queueId = next() < 0.1 ? null : 1 + Math.floor(next() * 10)
    const userId = status === 'pending' ? null : 1 + Math.floor(next() * people)
    const createdAt = NOW - YEAR + Math.floor((YEAR * id) / size.tickets) - 3_600_000
    let at = createdAt
    let lastId = 0
    let body = ''
    for (let n = 0; n < perTicket; n++) {
      at += Math.floor(next() * 120_000)
      body = Array.from({ length: 4 + Math.floor(next() * 14) }, () => pick(words)).join(' ')
      const fromMe = next() < 0.5 ? 1 : 0
      lastId = Number(
        message.run(id, contactId, `B${id}.${n}`, fromMe, 'chat', body, fromMe ? 4 : 0, fromMe ? userId : null, at)
          .lastInsertRowid,
      )
    }
    ticket.run(
      id,
      crypto.randomUUID(),
      status,
      contactId,
      queueId,
      userId,
      body,
      lastId,
      at,
      status === 'pending' ? 1 + Math.floor(next() * 4) : 0,
      createdAt,
      at,
      status === 'closed' ? at : null,
    )
  }
}
