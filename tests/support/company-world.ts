/** One company of a test's world: its people, queues, connections, contacts and tickets, made in one line each. */
import { treaty } from '@elysiajs/eden/treaty2'
import { eq } from 'drizzle-orm'
import { createUser, limitConnections, setUserQueues } from '../../src/access/people'
import { openSession } from '../../src/access/sessions'
import { type User, users } from '../../src/access/tables'
import { createTokens } from '../../src/access/tokens'
import type { Actor, Profile } from '../../src/actor'
import type { App } from '../../src/app'
import type { Address, ConnectionRef, Incoming } from '../../src/channels/channel'
import { createConnection } from '../../src/channels/connections/actions'
import { type Connection, connections } from '../../src/channels/connections/tables'
import { recogniseContact } from '../../src/contacts/actions'
import type { Contact } from '../../src/contacts/tables'
import type { House } from '../../src/house'
import type { Listener } from '../../src/platform/crowd'
import { type Cx, createCx } from '../../src/platform/cx'
import { type LiveEvent, wireName } from '../../src/platform/events'
import { loadSecret } from '../../src/platform/secret'
import type { Db } from '../../src/platform/sqlite'
import { createQueue } from '../../src/queues/queries'
import { createCompany, NEVER, setCompanyActive } from '../../src/tenancy/companies'
import { type Company, companies } from '../../src/tenancy/tables'
import { findTicket } from '../../src/tickets/queries'
import { type Ticket, tickets } from '../../src/tickets/tables'
import type { Sent, Telephones } from './telephones'

/** The two queues every company of a world begins with. */
export const SALES = 1
export const SUPPORT = 2
/** The connection every company of a world begins with: open, without a queue. */
export const LOJA = 1

export const PASSWORD = 'Segredo123'
/** `PASSWORD`, hashed once with weak settings: hashing as in production would cost 20 ms a person. */
const passwordHash = Bun.password.hashSync(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

export type Frame = { readonly event: string; readonly data: Record<string, unknown>; readonly seq: number }

export type AttendantWishes = {
  readonly profile?: Profile
  readonly name?: string
  readonly email?: string
  readonly super?: boolean
  readonly allUserChat?: boolean
  readonly farewell?: string
  /** Limits the person to these connections; the company must restrict channels. */
  readonly connections?: readonly number[]
}

/** What the runtime does for real sockets: one frame to all that subscribed to a topic. */
export type Topics = ReturnType<typeof createTopics>
export function createTopics() {
  const topics = new Map<string, Set<Listener>>()
  return {
    subscribe: (topic: string, listener: Listener) =>
      void topics.set(topic, (topics.get(topic) ?? new Set()).add(listener)),
    unsubscribe: (topic: string, listener: Listener) => void topics.get(topic)?.delete(listener),
    publish(topic: string, frame: string) {
      for (const listener of topics.get(topic) ?? []) listener.send(frame)
    },
  }
}

export type Attendant = ReturnType<CompanyWorld['attendant']>
export type CompanyWorld = ReturnType<typeof createCompanyWorld>

type Parts = {
  readonly house: House
  readonly app: App
  readonly network: Telephones
  readonly topics: Topics
  now(): number
  readonly name: string
  /** False: the company is there already, in a folder that is opened again. */
  readonly found: boolean
}

export function createCompanyWorld({ house, app, network, topics, now, name, found }: Parts) {
  const { control } = house.databases
  const company = found ? createCompany(house.databases, now(), { name, dueAt: NEVER }).company : firstCompany()
  const cx: Cx = house.cxOf(company.uuid)
  const { db } = cx
  /** Preparing a test is no news: nobody hears of it. */
  const silent = createCx(cx.tenant, db, now, { emit() {}, signal() {} })
  const tokens = createTokens(loadSecret(house.databases.dataDir), now)
  let count = 0
  const next = () => ++count

  function firstCompany(): Company {
    const first = control.select().from(companies).get()
    if (!first) throw new Error('no company in this folder')
    return first
  }

  const refOf = (connectionId: number): ConnectionRef => ({ tenantUuid: company.uuid, connectionId })

  const queue = (wanted: { name?: string; color?: string } = {}) => {
    const number = next()
    return createQueue(db, now(), {
      name: wanted.name ?? `Fila ${number}`,
      color: wanted.color ?? `#${number.toString(16).padStart(6, '0')}`,
      position: number,
    }).id
  }

  /** `open` (the default): linked to a telephone and ready to send. */
  const connection = (
    wanted: {
      name?: string
      queueIds?: readonly number[]
      open?: boolean
      number?: string
      complationMessage?: string
    } = {},
  ): Connection => {
    const made = createConnection(cx, {
      name: wanted.name ?? `Conexão ${next()}`,
      queueIds: [...(wanted.queueIds ?? [])],
      ...(wanted.complationMessage !== undefined && { complationMessage: wanted.complationMessage }),
    })
    if (wanted.open !== false) connect(made.id, wanted.number)
    return made
  }

  const connect = (
    id: number,
    number = `55119${company.id.toString().padStart(4, '0')}${id.toString().padStart(4, '0')}`,
  ) => network.tell(refOf(id), { status: 'CONNECTED', number })

  const attendant = (queueIds: readonly number[] = [], wishes: AttendantWishes = {}) => {
    const number = next()
    const made = createUser(control, db, company.id, now(), {
      name: wishes.name ?? `Pessoa ${number}`,
      email: wishes.email ?? `pessoa${number}@empresa${company.id}.example`,
      passwordHash,
      profile: wishes.profile ?? 'user',
      super: wishes.super ?? false,
      queueIds,
    })
    if (wishes.allUserChat || wishes.farewell)
      db.update(users)
        .set({ allUserChat: wishes.allUserChat ?? false, farewellMessage: wishes.farewell ?? '' })
        .where(eq(users.id, made.id))
        .run()
    if (wishes.connections) limitConnections(db, made.id, wishes.connections)
    return signedIn(made)
  }

  /** A person who has signed in and whose page is open. */
  function signedIn(user: User) {
    const { session } = openSession(control, now(), { companyId: company.id, userId: user.id })
    const identity = { sessionId: session.id, companyId: company.id, userId: user.id }
    const token = () => tokens.issue(identity)
    const frames: Frame[] = []
    const closed: number[] = []
    const listener: Listener = {
      actor: standing(user, session.id),
      send(frame) {
        frames.push(JSON.parse(frame) as Frame) // written by our own hub
        return true
      },
      subscribe: (topic) => topics.subscribe(topic, listener),
      unsubscribe: (topic) => topics.unsubscribe(topic, listener),
      close: (code) => void closed.push(code),
    }
    house.hub.join(listener, null)
    frames.length = 0

    /** Any request in this person's name. */
    const request = async (path: string, init: RequestInit = {}) =>
      app.handle(
        new Request(`http://localhost${path}`, {
          ...init,
          headers: { authorization: `Bearer ${await token()}`, ...(init.headers as Record<string, string>) }, // tests give plain objects
        }),
      )

    return {
      userId: user.id,
      name: user.name,
      email: user.email,
      sessionId: session.id,
      listener,
      frames,
      /** Close codes the page's socket was closed with. */
      closed,
      token,
      request,
      actor: () => standing(user, session.id),
      json: (path: string, method: string, body: unknown) =>
        request(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      /** The API as the screens use it. */
      api: treaty<App>('http://localhost', {
        parseDate: false,
        // Eden asks for a fetch; ours goes straight to the app.
        fetcher: ((url: string, init?: RequestInit) => {
          const { pathname, search } = new URL(url)
          return request(`${pathname}${search}`, { ...init, headers: Object.fromEntries(new Headers(init?.headers)) })
        }) as typeof fetch,
      }).api,
      /** The payloads of the events of one kind that reached this person's page. */
      heard<P>(definition: { (payload: P): LiveEvent; readonly eventName: string }): P[] {
        const { event, action } = wireName(definition.eventName, company.id)
        return frames
          .filter((frame) => frame.event === event && frame.data.action === action)
          .map(({ data: { action: _, ...payload } }) => payload as P) // checked against the schema when emitted
      },
      forget: () => void frames.splice(0),
      /** The rights as they are now reach the open socket, as the job does every five seconds. */
      refreshRights() {
        house.hub.changeActor(listener, standing(user, session.id))
      },
      setQueues: (queueIds: readonly number[]) => setUserQueues(db, user.id, queueIds),
    }
  }

  function standing(user: User, sessionId: string): Actor {
    const actor = house.gate.standing({ tenantId: company.id, userId: user.id, sessionId } as Actor) // these three are all it reads
    if (!actor) throw new Error(`${user.name} has no standing`)
    return actor
  }

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

  /** A ticket straight into the table; by default pending, without queue and person. */
  const ticket = (wanted: Partial<typeof tickets.$inferInsert> = {}): Ticket =>
    db
      .insert(tickets)
      .values({
        uuid: crypto.randomUUID(),
        status: wanted.userId ? 'open' : 'pending',
        channel: 'whatsapp',
        contactId: wanted.contactId ?? contact().id,
        connectionId: LOJA,
        lastMessageAt: now(),
        createdAt: now(),
        updatedAt: now(),
        ...wanted,
      })
      .returning()
      .get()

  /** Somebody with a telephone, writing to a connection of this company. */
  const person = (number: string, wishes: { name?: string; lid?: string; connectionId?: number } = {}) => {
    const ref = refOf(wishes.connectionId ?? LOJA)
    const chat: Address[] = [
      { kind: 'phone', value: number },
      ...(wishes.lid ? [{ kind: 'lid' as const, value: wishes.lid }] : []),
    ]
    const message = (body: string, wanted: Partial<Incoming> = {}) =>
      network.incoming({ chat, pushName: wishes.name ?? 'Maria', body, ...wanted })
    return {
      chat,
      message,
      says(body: string, wanted: Partial<Incoming> = {}): Incoming {
        const incoming = message(body, wanted)
        network.deliver(ref, incoming)
        return incoming
      },
      /** The company's own phone writes to this person. */
      isTold: (body: string) => network.deliver(ref, message(body, { fromMe: true, pushName: null })),
      got: (): Sent[] =>
        network.sent.filter(({ to, tenantUuid }) => to.value === number && tenantUuid === company.uuid),
    }
  }

  const wakeOutbox = () => {
    if (house.databases.damagedTenants().has(company.uuid)) return
    for (const { id } of db.select({ id: connections.id }).from(connections).all()) house.outbox.wake(refOf(id))
  }

  if (found) {
    queue({ name: 'Vendas' })
    queue({ name: 'Suporte' })
    connection({ name: 'Loja' })
  }

  return {
    tenant: cx.tenant,
    cx,
    db: db as Db,
    refOf,
    queue,
    connection,
    connect,
    attendant,
    signedIn,
    admin: (wishes: AttendantWishes = {}) => attendant([], { profile: 'admin', ...wishes }),
    contact,
    ticket,
    whatsapp: { person },
    wakeOutbox,
    ticketNow: (id: number): Ticket => {
      const found = findTicket(db, id)
      if (!found) throw new Error(`no ticket ${id}`)
      return found
    },
    /** Plain SQL where a test looks behind the curtain. */
    rows: <T = Record<string, unknown>>(sql: string, ...params: unknown[]): T[] =>
      db.$client.prepare(sql).all(...params) as T[], // the test says what it selected
    suspend: () => void setCompanyActive(control, company.id, false),
    setDue: (dueAt: number) => void control.update(companies).set({ dueAt }).where(eq(companies.id, company.id)).run(),
  }
}
