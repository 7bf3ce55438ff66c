/**
 * Resolving and returning can be taken back for some seconds. Until then they have happened on this screen only: the
 * request, and with it the farewell, leaves when the offer ends.
 *
 * Not at once with "reopen" as the way back: the farewell would be on the customer's phone, a colleague's ticket or a
 * waiting one would come back as one's own, and a customer who answers meanwhile would already have a second ticket.
 *
 * Nothing is lost by waiting. A page that is closed sends what waits on its way out, and so does signing out; a page that
 * dies leaves the ticket where it was. A customer who writes before a closing has left keeps the ticket open, and one
 * that somebody else moved stays as they left it. Closing a group does not wait: it has no farewell, and in a busy one
 * somebody always writes.
 */
import type { TicketSummary, UpdateTicket } from '../../../../src/tickets/contract'

export type LateMove = {
  /** As it stands on the server. */
  readonly ticket: TicketSummary
  readonly after: Partial<TicketSummary>
  readonly body: UpdateTicket
  /** With the ticket as it stands by then. */
  send(ticket: TicketSummary): void
  takeBack(ticket: TicketSummary): void
  /** Whoever took it back by hand goes on where they were. */
  goBack(): void
  /** Something else happened to it: shown as moved again. */
  show(moved: TicketSummary): void
}
type Waiting = { readonly move: LateMove; readonly endOffer: () => void; readonly timer: ReturnType<typeof setTimeout> }

export type LatePorts = {
  /** Offers to take it back; the answer ends the offer. */
  offer(move: LateMove, takeBack: () => void): () => void
  /** The contact wrote: it stays open. */
  keptOpen(ticket: TicketSummary): void
  /** From a page that goes away: no answer will be read. */
  sendLeaving(ticketId: number, body: UpdateTicket): Promise<unknown>
}

export const UNDO_FOR = 6_000

export class LateMoves {
  readonly #ports: LatePorts
  readonly #waiting = new Map<number, Waiting>()

  constructor(ports: LatePorts) {
    this.#ports = ports
  }

  add(move: LateMove): void {
    const { id } = move.ticket
    this.send(id)
    const endOffer = this.#ports.offer(move, () => void this.takeBack(id))
    this.#waiting.set(id, { move, endOffer, timer: setTimeout(() => this.send(id), UNDO_FOR) })
  }

  /** Now; does nothing when there is none. */
  send(ticketId: number): void {
    const move = this.#end(ticketId)
    move?.send(move.ticket)
  }

  /** False when there was none any more. */
  takeBack(ticketId: number): boolean {
    const move = this.#end(ticketId)
    move?.takeBack(move.ticket)
    move?.goBack()
    return move !== undefined
  }

  of(ticketId: number): LateMove | undefined {
    return this.#waiting.get(ticketId)?.move
  }

  /** All that wait, from a page or a session that ends. */
  async leave(): Promise<void> {
    const moves = [...this.#waiting.keys()].flatMap((id) => this.#end(id) ?? [])
    await Promise.allSettled(moves.map(({ ticket, body }) => this.#ports.sendLeaving(ticket.id, body)))
  }

  /** The session is gone: what waited did not happen. */
  drop(): void {
    for (const id of [...this.#waiting.keys()]) this.#end(id)
  }

  /** The server tells of a ticket: `said` when its contact wrote. */
  hear(ticket: TicketSummary, said: boolean): void {
    const waiting = this.#waiting.get(ticket.id)
    if (!waiting) return
    const { move } = waiting
    if (isElsewhere(move.ticket, ticket)) return void this.#end(ticket.id)
    if (said && move.body.status === 'closed') {
      this.#end(ticket.id)?.takeBack(ticket)
      this.#ports.keptOpen(ticket)
      return
    }
    this.#waiting.set(ticket.id, { ...waiting, move: { ...move, ticket } })
    move.show({ ...ticket, ...move.after })
  }

  #end(ticketId: number): LateMove | undefined {
    const waiting = this.#waiting.get(ticketId)
    this.#waiting.delete(ticketId)
    clearTimeout(waiting?.timer)
    waiting?.endOffer()
    return waiting?.move
  }
}

const isElsewhere = (before: TicketSummary, now: TicketSummary): boolean =>
  before.status !== now.status || before.userId !== now.userId || before.queueId !== now.queueId
