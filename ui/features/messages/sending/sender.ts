/**
 * Sends one user's messages: shown immediately, sent one at a time per ticket, retried while the connection is down.
 * Ends with the session, so that nothing is sent in another user's name; unsent messages stay in this browser and are
 * sent under the same `clientId` when the user signs in again.
 */
import type { Message } from '../../../../src/tickets/messages/contract'
import { ApiError } from '../../../shared/session/failure'
import type { Outgoing, Sending } from '../rules/outgoing'
import type { UnsentStore } from './unsent'

export type SenderDeps = {
  readonly store: UnsentStore
  /** `signal` aborts sending. */
  post(sending: Sending, signal: AbortSignal): Promise<Message>
  /** The server has stored it. */
  sent(message: Message, sending: Sending): void
  /** Not a refusal: the server is unreachable, or the session or subscription has ended. */
  isWorthWaiting(failure: unknown): boolean
  reasonOf(failure: unknown): string
  staleReason(): string
  /** Id of the newest stored message in the ticket's conversation; undefined if not known here. */
  newestIn(ticketId: number): number | undefined
  /** A message whose conversation is not on screen. */
  refusedUnseen(outgoing: Outgoing): void
}

const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 15_000
/**
 * Same as the server's limit for messages waiting for their connection. An older one could surprise the contact: its
 * author decides.
 */
const STALE_AFTER = 24 * 60 * 60_000

const none: readonly Outgoing[] = []

export class Sender {
  readonly #deps: SenderDeps
  readonly #tickets = new Map<number, readonly Outgoing[]>()
  readonly #watchers = new Set<() => void>()
  readonly #pauses = new Set<() => void>()
  /** Tickets with a request in flight. */
  readonly #busy = new Set<number>()
  /** The requests in flight, by `clientId`. */
  readonly #flights = new Map<string, AbortController>()
  /** Tickets whose conversation is on screen. */
  readonly #shown = new Set<number>()
  #isOpen = false
  #unwatch = () => {}
  #lastPlace = 0

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /** Sends messages left by an earlier visit before anything written now. */
  async open(): Promise<void> {
    this.#isOpen = true
    this.#unwatch = this.#deps.store.watch(this.#drop)
    const left = (await this.#deps.store.list()).toSorted((a, b) => orderOf(a) - orderOf(b))
    if (!this.#isOpen) return
    this.#lastPlace = Math.max(this.#lastPlace, ...left.map(orderOf))
    for (const ticketId of new Set(left.map((outgoing) => outgoing.ticketId))) {
      const here = this.of(ticketId)
      const isHere = ({ clientId }: Outgoing) => here.some((one) => one.clientId === clientId)
      const old = left.filter((outgoing) => outgoing.ticketId === ticketId && !isHere(outgoing))
      this.#put(ticketId, [...old, ...here])
    }
    for (const outgoing of left) if (isStale(outgoing)) this.#refuse(outgoing, this.#deps.staleReason())
    for (const ticketId of this.#tickets.keys()) void this.#work(ticketId)
  }

  /** Starts no new request; those in flight may still be answered. */
  close(): void {
    this.#isOpen = false
    this.#unwatch()
    this.hurry()
  }

  send(sending: Sending): void {
    this.#add({ ...sending, state: 'sending', reason: null })
  }

  /** Queues refused messages again, after those written since. */
  retry(outgoing: Outgoing): void {
    this.#remove(outgoing)
    this.#add({ ...outgoing, state: 'sending', reason: null })
  }

  /** Works in flight and in other tabs too; if the server already has it, it is sent. */
  discard({ clientId }: Outgoing): void {
    this.#deps.store.forget(clientId)
    this.#drop(clientId)
  }

  /** The connection is back: retries at once instead of after the pause. */
  readonly hurry = (): void => {
    for (const end of [...this.#pauses]) end()
  }

  /** Oldest first; the same array until something changes. */
  of(ticketId: number): readonly Outgoing[] {
    return this.#tickets.get(ticketId) ?? none
  }

  /** How many would stay unsent if this session ended now. */
  readonly countUnsent = (): number =>
    [...this.#tickets.values()].flat().filter(({ state }) => state !== 'refused').length

  /** The conversation shows refusals itself, until the returned function is called. */
  show(ticketId: number): () => void {
    this.#shown.add(ticketId)
    return () => void this.#shown.delete(ticketId)
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  readonly #drop = (clientId: string): void => {
    const dropped = [...this.#tickets.values()].flat().find((outgoing) => outgoing.clientId === clientId)
    if (!dropped) return
    this.#remove(dropped)
    this.#flights.get(clientId)?.abort()
    this.hurry()
  }

  #add(added: Outgoing): void {
    const outgoing = this.#placed({ ...added, place: this.#nextPlace() })
    this.#deps.store.keep(outgoing)
    this.#put(outgoing.ticketId, [...this.of(outgoing.ticketId), outgoing])
    void this.#work(outgoing.ticketId)
  }

  #placed(outgoing: Outgoing): Outgoing {
    const behind = this.#deps.newestIn(outgoing.ticketId)
    return behind === undefined ? outgoing : { ...outgoing, behind }
  }

  /** From the clock, but strictly rising: several files are sent in one millisecond, and a clock can be set back. */
  #nextPlace(): number {
    this.#lastPlace = Math.max(Date.now(), this.#lastPlace + 1)
    return this.#lastPlace
  }

  async #work(ticketId: number): Promise<void> {
    if (this.#busy.has(ticketId)) return
    this.#busy.add(ticketId)
    for (let next = this.#next(ticketId); next; next = this.#next(ticketId)) await this.#deliver(next)
    this.#busy.delete(ticketId)
  }

  #next(ticketId: number): Outgoing | undefined {
    return this.#isOpen ? this.of(ticketId).find(({ state }) => state !== 'refused') : undefined
  }

  async #deliver(outgoing: Outgoing): Promise<void> {
    const { ticketId, clientId } = outgoing
    const isWanted = () => this.of(ticketId).some((one) => one.clientId === clientId)
    for (let attempt = 0; this.#isOpen && isWanted(); attempt++) {
      const flight = new AbortController()
      this.#flights.set(clientId, flight)
      const answer = await this.#deps.post(outgoing, flight.signal).then(
        (message) => ({ message }),
        (failure: unknown) => ({ failure }),
      )
      this.#flights.delete(clientId)
      if ('message' in answer) {
        this.#deps.store.forget(clientId)
        if (this.#isOpen) this.#deps.sent(answer.message, outgoing)
        return this.#remove(outgoing)
      }
      if (!isWanted()) return
      if (!this.#deps.isWorthWaiting(answer.failure)) return this.#refuse(outgoing, this.#deps.reasonOf(answer.failure))
      this.#change({ ...outgoing, state: 'waiting' })
      await this.#pause(attempt)
    }
  }

  #refuse(outgoing: Outgoing, reason: string): void {
    const refused = this.#placed({ ...outgoing, state: 'refused', reason })
    this.#deps.store.keep(refused)
    this.#change(refused)
    if (this.#isOpen && !this.#shown.has(outgoing.ticketId)) this.#deps.refusedUnseen(refused)
  }

  #change(changed: Outgoing): void {
    this.#put(
      changed.ticketId,
      this.of(changed.ticketId).map((one) => (one.clientId === changed.clientId ? changed : one)),
    )
  }

  #remove({ ticketId, clientId }: Outgoing): void {
    this.#put(
      ticketId,
      this.of(ticketId).filter((one) => one.clientId !== clientId),
    )
  }

  #put(ticketId: number, outgoing: readonly Outgoing[]): void {
    this.#tickets.set(ticketId, outgoing)
    for (const watcher of [...this.#watchers]) watcher()
  }

  #pause(attempt: number): Promise<void> {
    if (!this.#isOpen) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#pauses.delete(end)
        resolve()
      }
      const timer = setTimeout(end, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt))
      this.#pauses.add(end)
    })
  }
}

const orderOf = ({ place, createdAt }: Outgoing): number => place ?? Date.parse(createdAt)

const isStale = ({ state, createdAt }: Outgoing): boolean =>
  state !== 'refused' && Date.now() - Date.parse(createdAt) > STALE_AFTER

/**
 * No answer to this message itself: the server is unreachable, or currently rejects everything of this session or
 * company.
 */
const forNow: ReadonlySet<string> = new Set([
  'ERR_UNREACHABLE',
  'ERR_SESSION_EXPIRED',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_TENANT_BUSY',
  'ERR_TENANT_UNAVAILABLE',
  // The company moves between servers, or its server stopped before it answered: a repetition is stored once.
  'ERR_COMPANY_MOVING',
  'ERR_COMPANY_AWAY',
  'ERR_OUTCOME_UNKNOWN',
])

export const isWorthWaiting = (failure: unknown): boolean => failure instanceof ApiError && forNow.has(failure.code)
