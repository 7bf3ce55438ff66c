/** WebSockets of open pages. A page authenticates in its first frame, then receives the events its user may see. */
import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import { awayIn, awayReason } from './away'
import type { Hub } from './hub'
import { createAllowance, createTally } from './limiter'
import type { Listener } from './listeners'
import { getOrMake } from './maps'
import { newSocketFacts, type SocketFacts } from './socket-facts'
import { SECOND, systemClock } from './time'
import type { Visitor } from './visitor'
import {
  ClientFrame,
  COMPANY_AWAY,
  NOT_AUTHENTICATED,
  SERVED_AGAIN,
  type ServerFrame,
  TOO_MANY_PAGES,
  type TypingSign,
} from './wire'

/** Time limit to authenticate; then the socket is closed. */
const AUTHENTICATE_WITHIN = 5 * SECOND
/** Open sockets per person. Each may buffer up to a megabyte for a client that does not read. */
export const MOST_PAGES = 20
/** Unauthenticated sockets per network: each may hold a whole frame in memory. A page authenticates at once. */
export const MOST_UNAUTHENTICATED = 1_000
/** Frames per socket. A page sends five a minute, and a few more while its user types. */
const FRAMES = { most: 100, window: 10 * SECOND }
/** Typing frames per person; excess frames are dropped. */
const TYPING = { most: 30, window: 10 * SECOND }
const PONG = JSON.stringify({ event: 'pong', data: {}, seq: 0 } satisfies ServerFrame)

export type SocketDeps = {
  readonly hub: Hub
  readonly visitor: Visitor
  /** The user of a token, in the company from the path (uuid without dashes); undefined if invalid. */
  authenticate(token: string, company: string): Promise<Actor | undefined>
  /** Resolves when the company's commits of before the call may show; rejects if one of them is lost. */
  acknowledged(actor: Actor): Promise<void> | undefined
  /** Called when the person is active. */
  seen(actor: Actor): void
  typing(actor: Actor, sign: TypingSign): void
  /** Called when the page shows this ticket's conversation; null for none. */
  looks(page: Listener, ticketId: number | null): void
}

type Raw = {
  send(frame: string): number
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  close(code: number, reason: string): void
  /** Closes the socket without a close frame. */
  terminate(): void
  getBufferedAmount(): number
  readyState: number
}

/** The sockets of people who have authenticated. */
class Pages {
  readonly #deps: Pick<SocketDeps, 'hub' | 'seen' | 'typing' | 'looks'>
  readonly #listeners = new WeakMap<Raw, Listener>()
  /** Sockets of each person, oldest first. */
  readonly #byPerson = new Map<string, Set<Raw>>()
  readonly #signs = createAllowance(systemClock, TYPING)

  constructor(deps: Pick<SocketDeps, 'hub' | 'seen' | 'typing' | 'looks'>) {
    this.#deps = deps
  }

  find(raw: Raw): Listener | undefined {
    return this.#listeners.get(raw)
  }

  enter(raw: Raw, actor: Actor, { seq, operatorSeq }: Token, facts: SocketFacts): Listener {
    this.#makeRoom(personOf(actor))
    getOrMake(this.#byPerson, personOf(actor), () => new Set()).add(raw)
    const listener: Listener = {
      actor,
      send(text) {
        facts.sent++
        return raw.send(text) !== 0
      },
      backlog: () => raw.getBufferedAmount(),
      subscribe: (topic) => raw.subscribe(topic),
      unsubscribe: (topic) => raw.unsubscribe(topic),
      close: (code, reason) => end(raw, code, reason),
      facts,
    }
    this.#listeners.set(raw, listener)
    this.#deps.hub.join(listener, seq ?? null, operatorSeq ?? null)
    return listener
  }

  leave(raw: Raw): void {
    const listener = this.#listeners.get(raw)
    if (!listener) return
    this.#listeners.delete(raw)
    const person = personOf(listener.actor)
    this.#byPerson.get(person)?.delete(raw)
    if (this.#byPerson.get(person)?.size === 0) this.#byPerson.delete(person)
    this.#deps.hub.leave(listener)
    this.#deps.looks(listener, null)
  }

  receive(page: Listener, frame: ClientFrame): void {
    const { seen, typing, looks } = this.#deps
    if (page.facts) page.facts.received++
    if (frame.emit === 'ping') page.send(PONG)
    if (page.actor.isOverdue) return
    if (frame.emit === 'userStatus') seen(page.actor)
    if (frame.emit === 'typing' && this.#signs.take(personOf(page.actor)) === 0) typing(page.actor, frame.data)
    if (frame.emit === 'joinChatBox') looks(page, frame.data)
    if (frame.emit === 'joinChatBoxLeave') looks(page, null)
  }

  /** Closes the oldest socket rather than the new one: it may belong to a laptop that was shut, and be dead. */
  #makeRoom(person: string): void {
    for (const oldest of this.#byPerson.get(person) ?? []) {
      if ((this.#byPerson.get(person)?.size ?? 0) < MOST_PAGES) return
      this.leave(oldest)
      end(oldest, TOO_MANY_PAGES, 'another page was opened')
    }
  }
}

export function socketRoutes({ hub, visitor, authenticate, acknowledged, seen, typing, looks }: SocketDeps) {
  const pages = new Pages({ hub, seen, typing, looks })
  /** Timers that close sockets that do not authenticate in time. */
  const deadlines = new WeakMap<Raw, ReturnType<typeof setTimeout>>()
  /** Pending or finished authentication of each socket. */
  const entering = new WeakMap<Raw, Promise<unknown>>()
  const frames = new WeakMap<Raw, ReturnType<typeof createAllowance>>()
  const unauthenticated = createTally()
  /** Call it when the socket authenticates or closes. Returns true the first time. */
  const endDeadline = (raw: Raw, network: string): boolean => {
    const timer = deadlines.get(raw)
    clearTimeout(timer)
    if (deadlines.delete(raw)) unauthenticated.leave(network)
    return timer !== undefined
  }
  const enter = async (raw: Raw, token: Token, company: string, facts: SocketFacts): Promise<Listener | undefined> => {
    let actor: Actor | undefined
    try {
      actor = await authenticate(token.token, company)
    } catch (error) {
      const away = awayIn(error)
      if (!away) throw error
      return void raw.close(COMPANY_AWAY, awayReason(away))
    }
    if (!actor) return void raw.close(NOT_AUTHENTICATED, 'token not accepted')
    try {
      await acknowledged(actor)
    } catch {
      return void raw.close(SERVED_AGAIN, 'connect again')
    }
    return raw.readyState === 1 ? pages.enter(raw, actor, token, facts) : undefined
  }

  const routes = new Elysia().derive(({ request, server }) => ({
    network: visitor.networkOf(request, server),
    userAgent: request.headers.get('user-agent') ?? '',
  }))
  return routes.ws('/ws/:company', {
    detail: { summary: 'Receive events over a WebSocket' },
    params: t.Object({ company: t.String({ maxLength: 64 }) }),
    query: t.Object({ userId: t.Optional(t.String({ maxLength: 20 })) }),
    beforeHandle({ request, server, network }) {
      visitor.requireOwnOrigin(request, server)
      if (unauthenticated.at(network) >= MOST_UNAUTHENTICATED)
        fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: AUTHENTICATE_WITHIN / SECOND })
    },
    open(ws) {
      const raw = rawOf(ws)
      unauthenticated.enter(ws.data.network)
      frames.set(raw, createAllowance(systemClock, FRAMES))
      deadlines.set(
        raw,
        setTimeout(() => raw.close(NOT_AUTHENTICATED, 'not authenticated in time'), AUTHENTICATE_WITHIN),
      )
    },
    async message(ws, message) {
      const raw = rawOf(ws)
      if (frames.get(raw)?.take('')) return raw.close(1008, 'too many frames')
      const frame = v.safeParse(ClientFrame, message)
      if (!frame.success) return raw.close(1007, 'not a frame of ours')
      if (frame.output.emit === 'authenticate') {
        if (!endDeadline(raw, ws.data.network)) return
        const { network, userAgent } = ws.data
        const facts = newSocketFacts({ network, userAgent, now: systemClock() })
        const entered = enter(raw, frame.output.data, ws.data.params.company, facts)
        entering.set(raw, entered)
        const page = await entered
        if (page && !page.actor.isOverdue) seen(page.actor) // not part of authentication: the page is served even if storing it fails
        return
      }
      // A page may send more frames before the reply to its first one.
      await entering.get(raw)
      const known = pages.find(raw)
      if (!known) return raw.close(NOT_AUTHENTICATED, 'authenticate first')
      if (raw.readyState === 1) pages.receive(known, frame.output)
    },
    close(ws) {
      const raw = rawOf(ws)
      endDeadline(raw, ws.data.network)
      pages.leave(raw)
    },
    drain(ws) {
      const listener = pages.find(rawOf(ws))
      if (listener) hub.drained(listener)
    },
  })
}

type Token = Extract<ClientFrame, { emit: 'authenticate' }>['data']

/** A close frame would never get past unread data. */
function end(raw: Raw, code: number, reason: string) {
  if (raw.getBufferedAmount() > 0) raw.terminate()
  else raw.close(code, reason)
}

const personOf = ({ tenantId, userId }: Actor) => `${tenantId}/${userId}`

const rawOf = (ws: { raw: unknown }): Raw => ws.raw as Raw // Bun's socket inside Elysia's wrapper: the same object in every event
