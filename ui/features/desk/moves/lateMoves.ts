/**
 * Resolving and returning a ticket can be undone for a few seconds. Until then the move is shown on this screen only;
 * the request, and with it the farewell, is sent when that time is over. Sending immediately and undoing by "reopen"
 * would not work: the customer would already have the farewell, a waiting or a colleague's ticket would come back as
 * the user's own, and a customer who answers meanwhile would have a second ticket. Closing the page or signing out
 * sends pending moves; if the page crashes, the ticket stays as it was. If the customer writes before the request is
 * sent, the ticket stays open; if another user moved the ticket, their move stands. Closing a group is not delayed: it
 * has no farewell, and a busy group never stays silent that long.
 */
import type { TicketSummary, UpdateTicket } from '../../../../src/tickets/contract'
import { UNDO_FOR } from '../../../shared/kit/undo'

export type LateMove = {
  /** The ticket in the server's version. */
  readonly ticket: TicketSummary
  readonly after: Partial<TicketSummary>
  readonly body: UpdateTicket
  /** Called with the ticket's version at that moment. */
  send(ticket: TicketSummary): void
  takeBack(ticket: TicketSummary): void
  /** Called after a manual undo: returns to where the user was. */
  goBack(): void
  /** Another change to the ticket arrived: shows it as moved again. */
  show(moved: TicketSummary): void
}
type PendingMove = {
  readonly move: LateMove
  readonly endOffer: () => void
  readonly timer: ReturnType<typeof setTimeout>
}

export type LateDeps = {
  /** Offers to undo; the returned function ends the offer. */
  offer(move: LateMove, takeBack: () => void): () => void
  /** The contact wrote: the ticket stays open. */
  keptOpen(ticket: TicketSummary): void
  /** The page is being closed: the response will not be read. */
  sendLeaving(ticketId: number, body: UpdateTicket): Promise<unknown>
}

export class LateMoves {
  readonly #deps: LateDeps
  readonly #waiting = new Map<number, PendingMove>()

  constructor(deps: LateDeps) {
    this.#deps = deps
  }

  add(move: LateMove): void {
    const { id } = move.ticket
    this.send(id)
    const endOffer = this.#deps.offer(move, () => void this.takeBack(id))
    this.#waiting.set(id, { move, endOffer, timer: setTimeout(() => this.send(id), UNDO_FOR) })
  }

  /** Sends the pending move now, if any. */
  send(ticketId: number): void {
    const move = this.#end(ticketId)
    move?.send(move.ticket)
  }

  /** Returns false if nothing was pending any more. */
  takeBack(ticketId: number): boolean {
    const move = this.#end(ticketId)
    move?.takeBack(move.ticket)
    move?.goBack()
    return move !== undefined
  }

  of(ticketId: number): LateMove | undefined {
    return this.#waiting.get(ticketId)?.move
  }

  /** Pending moves: each ticket in the server's version, and as shown. */
  moves(): (readonly [TicketSummary, TicketSummary])[] {
    return [...this.#waiting.values()].map(({ move: { ticket, after } }) => [ticket, { ...ticket, ...after }])
  }

  /** Tickets with pending moves, as shown. */
  moved(): TicketSummary[] {
    return this.moves().map(([, after]) => after)
  }

  /** Sends everything pending, because the page or the session ends. */
  async leave(): Promise<void> {
    const moves = [...this.#waiting.keys()].flatMap((id) => this.#end(id) ?? [])
    await Promise.allSettled(moves.map(({ ticket, body }) => this.#deps.sendLeaving(ticket.id, body)))
  }

  /** The session is over: pending moves are dropped. */
  drop(): void {
    for (const id of [...this.#waiting.keys()]) this.#end(id)
  }

  /** The server reported a change of the ticket; `said`: its contact wrote. */
  hear(ticket: TicketSummary, said: boolean): void {
    const waiting = this.#waiting.get(ticket.id)
    if (!waiting) return
    const { move } = waiting
    if (isElsewhere(move.ticket, ticket)) return void this.#end(ticket.id)
    if (said && move.body.status === 'closed') {
      this.#end(ticket.id)?.takeBack(ticket)
      this.#deps.keptOpen(ticket)
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
  before.status !== now.status ||
  before.userId !== now.userId ||
  before.queueId !== now.queueId ||
  before.whatsappId !== now.whatsappId
