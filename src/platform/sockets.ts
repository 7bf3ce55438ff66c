/** The websocket of each open page: authenticates in its first frame, then receives what that person may see. */
import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Hub } from './hub'
import { createAllowance, createTally } from './limiter'
import type { Listener } from './listeners'
import { getOrMake } from './maps'
import { SECOND, systemClock } from './time'
import type { Visitor } from './visitor'
import { ClientFrame, NOT_AUTHENTICATED, type ServerFrame, TOO_MANY_PAGES, type TypingSign } from './wire'

/** A socket that has not authenticated by then is closed. */
const AUTHENTICATE_WITHIN = 5 * SECOND
/** Open sockets of one person. In each up to a megabyte waits for a client that does not read. */
export const MOST_PAGES = 20
/** Open sockets of one network that have not authenticated: each may hold a whole frame in memory. A page authenticates at once. */
export const MOST_UNAUTHENTICATED = 1_000
/** Per socket. A page sends five a minute, and a few more while somebody types. */
const FRAMES = { most: 100, window: 10 * SECOND }
/** Per person; anything beyond is dropped. */
const TYPING = { most: 30, window: 10 * SECOND }
const PONG = JSON.stringify({ event: 'pong', data: {}, seq: 0 } satisfies ServerFrame)

export type SocketDeps = {
  readonly hub: Hub
  readonly visitor: Visitor
  /** The person a token stands for, in the company of the address (its uuid without dashes); undefined when there is none. */
  authenticate(token: string, company: string): Promise<Actor | undefined>
  /** The person is active. */
  seen(actor: Actor): void
  typing(actor: Actor, sign: TypingSign): void
  /** The page now shows this ticket's conversation; null when none. */
  looks(page: Listener, ticketId: number | null): void
}

type Raw = {
  send(frame: string): number
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  close(code: number, reason: string): void
  /** Ends it at once, without a word. */
  terminate(): void
  getBufferedAmount(): number
  readyState: number
}

export function socketRoutes({ hub, visitor, authenticate, seen, typing, looks }: SocketDeps) {
  const listeners = new WeakMap<Raw, Listener>()
  /** Close sockets that do not authenticate in time. */
  const deadlines = new WeakMap<Raw, ReturnType<typeof setTimeout>>()
  /** The authentication that is under way on a socket, or over. */
  const entering = new WeakMap<Raw, Promise<unknown>>()
  const frames = new WeakMap<Raw, ReturnType<typeof createAllowance>>()
  const signs = createAllowance(systemClock, TYPING)
  /** Each person's, the oldest first. */
  const pages = new Map<string, Set<Raw>>()
  const unauthenticated = createTally()
  /** The socket authenticates, or is closed; true the first time. */
  const endDeadline = (raw: Raw, network: string): boolean => {
    const timer = deadlines.get(raw)
    clearTimeout(timer)
    if (deadlines.delete(raw)) unauthenticated.leave(network)
    return timer !== undefined
  }
  const leave = (raw: Raw) => {
    const listener = listeners.get(raw)
    if (!listener) return
    listeners.delete(raw)
    const person = personOf(listener.actor)
    pages.get(person)?.delete(raw)
    if (pages.get(person)?.size === 0) pages.delete(person)
    hub.leave(listener)
    looks(listener, null)
  }
  /** Not the new one is refused: the old may be of a laptop that was closed, and dead without a word. */
  const makeRoom = (person: string) => {
    for (const oldest of pages.get(person) ?? []) {
      if ((pages.get(person)?.size ?? 0) < MOST_PAGES) return
      leave(oldest)
      // Behind what it does not read, the reason would never arrive.
      if (oldest.getBufferedAmount() > 0) oldest.terminate()
      else oldest.close(TOO_MANY_PAGES, 'another page was opened')
    }
  }
  const enter = async (
    raw: Raw,
    { token, seq, operatorSeq }: Token,
    company: string,
  ): Promise<Listener | undefined> => {
    const actor = await authenticate(token, company)
    if (!actor) return void raw.close(NOT_AUTHENTICATED, 'token not accepted')
    if (raw.readyState !== 1) return
    makeRoom(personOf(actor))
    getOrMake(pages, personOf(actor), () => new Set()).add(raw)
    const listener: Listener = {
      actor,
      send: (text) => raw.send(text) !== 0,
      backlog: () => raw.getBufferedAmount(),
      subscribe: (topic) => raw.subscribe(topic),
      unsubscribe: (topic) => raw.unsubscribe(topic),
      close: (code, reason) => raw.close(code, reason),
    }
    listeners.set(raw, listener)
    hub.join(listener, seq ?? null, operatorSeq ?? null)
    return listener
  }
  const receive = (page: Listener, frame: ClientFrame) => {
    if (frame.emit === 'ping') page.send(PONG)
    if (page.actor.isOverdue) return
    if (frame.emit === 'userStatus') seen(page.actor)
    if (frame.emit === 'typing' && signs.take(personOf(page.actor)) === 0) typing(page.actor, frame.data)
    if (frame.emit === 'joinChatBox') looks(page, frame.data)
    if (frame.emit === 'joinChatBoxLeave') looks(page, null)
  }

  const routes = new Elysia().derive(({ request, server }) => ({ network: visitor.networkOf(request, server) }))
  return routes.ws('/ws/:company', {
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
        const entered = enter(raw, frame.output.data, ws.data.params.company)
        entering.set(raw, entered)
        const page = await entered
        if (page && !page.actor.isOverdue) seen(page.actor) // not part of entering: if it cannot be stored, the page is served all the same
        return
      }
      // A page need not wait for the answer to its first frame before it sends more.
      await entering.get(raw)
      const known = listeners.get(raw)
      if (!known) return raw.close(NOT_AUTHENTICATED, 'authenticate first')
      if (raw.readyState === 1) receive(known, frame.output)
    },
    close(ws) {
      const raw = rawOf(ws)
      endDeadline(raw, ws.data.network)
      leave(raw)
    },
    drain(ws) {
      const listener = listeners.get(rawOf(ws))
      if (listener) hub.drained(listener)
    },
  })
}

type Token = Extract<ClientFrame, { emit: 'authenticate' }>['data']

const personOf = ({ tenantId, userId }: Actor) => `${tenantId}/${userId}`

const rawOf = (ws: { raw: unknown }): Raw => ws.raw as Raw // Bun's own socket under Elysia's wrapper, the same object in every event
