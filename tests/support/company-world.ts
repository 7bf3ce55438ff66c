/** A company in a test's world, with one-line helpers for users, queues, connections, contacts and tickets. */
import { eq } from 'drizzle-orm'
import type { Profile } from '../../src/actor'
import type { Address, ConnectionRef } from '../../src/channels/channel'
import { createConnection } from '../../src/channels/connections/actions'
import { channelOf } from '../../src/channels/connections/queries'
import { type Connection, connections } from '../../src/channels/connections/tables'
import type { ChannelKind } from '../../src/channels/contract'
import { recogniseContact } from '../../src/contacts/actions'
import type { Contact } from '../../src/contacts/tables'
import { type Cx, createCx, noExits } from '../../src/platform/cx'
import { createEncryption } from '../../src/platform/encryption'
import { loadSecret } from '../../src/platform/secret'
import type { Db } from '../../src/platform/sqlite'
import { insertQueue } from '../../src/queues/queries'
import type { Server } from '../../src/server/server'
import { listCompanies, setCompanyActive } from '../../src/tenancy/companies'
import { type Company, companies } from '../../src/tenancy/tables'
import { findTicket } from '../../src/tickets/queries'
import { type Ticket, tickets } from '../../src/tickets/tables'
import { insertUser } from '../../src/users/people'
import { type User, users } from '../../src/users/tables'
import { createTokens } from '../../src/users/tokens'
import { claimNow } from './claims'
import type { createEmptyCompany } from './migrated'
import { openPage, type Topics } from './page'
import { openPerson, type PersonOptions } from './person'
import type { Telephones } from './telephones'

/** The two initial queues of every company. */
export const SALES = 1
export const SUPPORT = 2
/** The initial connection of every company: open, without a queue. */
export const LOJA = 1

export const PASSWORD = 'Segredo123'
/** `PASSWORD`, hashed once with weak settings: production settings would cost 20 ms per user. */
const passwordHash = Bun.password.hashSync(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

export type AttendantOptions = {
  readonly profile?: Profile
  readonly name?: string
  readonly email?: string
  readonly super?: boolean
  readonly allUserChat?: boolean
  readonly farewell?: string
  /** Limits the user to these connections; the company must restrict channels. */
  readonly connections?: readonly number[]
}

export type Attendant = ReturnType<CompanyWorld['attendant']>
export type CompanyWorld = ReturnType<typeof createCompanyWorld>

type Parts = {
  readonly server: Server
  handle(request: Request): Promise<Response>
  readonly network: Telephones
  readonly topics: Topics
  now(): number
  readonly name: string
  readonly create: typeof createEmptyCompany
  /** Whether the company exists with its earlier data (`left`) or furnished only (`new`); null creates it. */
  readonly there: 'left' | 'new' | null
}

const INITIAL_QUEUES = ['Vendas', 'Suporte'] as const

/** Two queues and a connection, which is not linked. */
export function furnishCompany(cx: Cx): void {
  for (const [at, name] of INITIAL_QUEUES.entries())
    insertQueue(cx.db, cx.now(), { name, color: colorOf(at + 1), position: at + 1 })
  const { id } = createConnection(cx, { name: 'Loja', queueIds: [], greetingMessage: '', complationMessage: '' })
  cx.db.update(connections).set({ enableQueueChatbot: false }).where(eq(connections.id, id)).run()
}

const colorOf = (number: number) => `#${number.toString(16).padStart(6, '0')}`

export function createCompanyWorld({ server, handle, network, topics, now, name, create, there }: Parts) {
  const control = server.databases.writableControl()
  const company = there ? firstCompany() : create(server.databases, now(), name)
  const cx: Cx = server.cxOf(company.uuid)
  const { db } = cx
  /** Preparing a test emits no events. */
  const silent = createCx(cx.tenant, () => db, now, noExits)
  const secret = loadSecret(server.databases.dataDir)
  const tokens = createTokens(secret, now)
  // A reopened folder already contains users and queues with these numbers.
  let count = there === 'left' ? 1000 : INITIAL_QUEUES.length
  const next = () => ++count

  function firstCompany(): Company {
    const first = listCompanies(control)[0]
    if (!first) throw new Error('no company in this folder')
    return first
  }

  const refOf = (connectionId: number): ConnectionRef => ({ tenantUuid: company.uuid, connectionId })

  const queue = (wanted: { name?: string; color?: string } = {}) => {
    const number = next()
    return insertQueue(db, now(), {
      name: wanted.name ?? `Fila ${number}`,
      color: wanted.color ?? colorOf(number),
      position: number,
    }).id
  }

  /** `open` (default): linked to a phone and ready to send. */
  const connection = (
    wanted: {
      name?: string
      queueIds?: readonly number[]
      open?: boolean
      number?: string
      greetingMessage?: string
      complationMessage?: string
      /** Off by default. */
      bot?: boolean
      channel?: ChannelKind
    } = {},
  ): Connection => {
    const { name = `Conexão ${next()}`, queueIds = [], greetingMessage = '', complationMessage = '' } = wanted
    const made = createConnection(cx, { name, queueIds: [...queueIds], greetingMessage, complationMessage })
    if (!wanted.bot) db.update(connections).set({ enableQueueChatbot: false }).where(eq(connections.id, made.id)).run()
    const { channel = 'whatsapp' } = wanted
    if (channel !== 'whatsapp') db.update(connections).set({ channel }).where(eq(connections.id, made.id)).run()
    if (wanted.open !== false) connect(made.id, wanted.number)
    return { ...made, channel, enableQueueChatbot: wanted.bot ?? false }
  }

  const connect = (
    id: number,
    number = `55119${company.id.toString().padStart(4, '0')}${id.toString().padStart(4, '0')}`,
  ) => network.report(refOf(id), { status: 'CONNECTED', number })

  const attendant = (queueIds: readonly number[] = [], options: AttendantOptions = {}) => {
    const number = next()
    const { email = `pessoa${number}@empresa${company.id}.example` } = options
    claimNow(control, 'email', email, { tenantUuid: company.uuid })
    const made = insertUser(db, now(), {
      name: options.name ?? `Pessoa ${number}`,
      email,
      passwordHash,
      profile: options.profile ?? 'user',
      super: options.super ?? false,
      queueIds,
    })
    if (options.allUserChat || options.farewell)
      db.update(users)
        .set({ allUserChat: options.allUserChat ?? false, farewellMessage: options.farewell ?? '' })
        .where(eq(users.id, made.id))
        .run()
    // Written directly, because no route limits users to connections yet.
    for (const connectionId of options.connections ?? [])
      db.$client.prepare('INSERT INTO user_connections VALUES (?, ?)').run(made.id, connectionId)
    return signedIn(made)
  }

  /** A signed-in user with an open page. */
  const signedIn = (user: User) => openPage({ server, handle, topics, tokens, company, now }, user)

  const contact = (
    wanted: { name?: string; number?: string; addresses?: readonly Address[]; isGroup?: boolean } = {},
  ): Contact => {
    const number = wanted.number ?? `55219${(90_000_000 + next()).toString()}`
    return recogniseContact(silent, {
      addresses: wanted.addresses ?? [{ kind: 'phone', value: number }],
      name: wanted.name ?? `Contato ${count}`,
      isGroup: wanted.isGroup ?? false,
    })
  }

  /** Inserts a ticket directly; by default pending, without queue and user. */
  const ticket = (wanted: Partial<typeof tickets.$inferInsert> = {}): Ticket =>
    db
      .insert(tickets)
      .values({
        uuid: crypto.randomUUID(),
        status: wanted.userId ? 'open' : 'pending',
        channel: channelOf(db, wanted.connectionId ?? LOJA),
        contactId: wanted.contactId ?? contact().id,
        connectionId: LOJA,
        lastMessageAt: now(),
        createdAt: now(),
        updatedAt: now(),
        ...wanted,
      })
      .returning()
      .get()

  /** A contact with a phone who writes to a connection of this company. */
  const person = (number: string, { connectionId = LOJA, ...who }: PersonOptions & { connectionId?: number } = {}) =>
    openPerson(network, refOf(connectionId), { number, ...who })

  const wakeOutbox = () => {
    if (!server.databases.isOpen(company.uuid)) return
    for (const { id } of cx.db.select({ id: connections.id }).from(connections).all()) server.outbox.wake(refOf(id))
  }

  if (there === null) furnishCompany(cx)
  if (there !== 'left') connect(LOJA)

  return {
    tenant: cx.tenant,
    cx,
    db: db as Db,
    encryptionFor: (purpose: string) => createEncryption(secret, purpose),
    refOf,
    queue,
    connection,
    connect,
    attendant,
    signedIn,
    admin: (options: AttendantOptions = {}) => attendant([], { profile: 'admin', ...options }),
    contact,
    ticket,
    whatsapp: { person },
    wakeOutbox,
    ticketNow: (id: number): Ticket => {
      const found = findTicket(db, id)
      if (!found) throw new Error(`no ticket ${id}`)
      return found
    },
    /** Runs plain SQL. */
    rows: <T = Record<string, unknown>>(sql: string, ...params: unknown[]): T[] =>
      db.$client.prepare(sql).all(...params) as T[], // the caller states the type
    suspend: () => void setCompanyActive(control, company.id, false),
    control,
    setDue: (dueAt: number) => void control.update(companies).set({ dueAt }).where(eq(companies.id, company.id)).run(),
  }
}
