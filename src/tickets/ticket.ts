/** The state machine of a ticket: pending → open → closed, and back. Pure: no clock, no database, no HTTP. */

import { type Actor, refuseSupport } from '../actor'
import { fail } from '../errors'
import { mayAttend, queueAccess, queueFor } from '../users/permissions'
import type { UpdateTicket } from './contract'
import type { Ticket } from './tables'

/** A requested move of a ticket. */
export type Move =
  | { readonly want: 'accept'; readonly queueId: number | null }
  | { readonly want: 'return' }
  /** `rating`: the rating to ask for; null: none; absent: the connection's rating, if a farewell is sent. */
  | { readonly want: 'close'; readonly farewell: boolean; readonly rating?: number | 'connection' | null }
  | { readonly want: 'reopen' }
  | {
      readonly want: 'transfer'
      /** Absent: the current attendant keeps it, if they may be in its queue. */
      readonly userId?: number | null
      readonly queueId: number | null
      /** Absent: stays on its connection. */
      readonly connectionId?: number
      readonly comment: string
    }
  | { readonly want: 'undoTransfer' }
  | { readonly want: 'mark'; readonly unread: boolean }

export type Change = Partial<
  Pick<
    Ticket,
    | 'status'
    | 'userId'
    | 'queueId'
    | 'connectionId'
    | 'isBot'
    | 'unread'
    | 'markedUnread'
    | 'waitingSince'
    | 'acceptedAt'
    | 'closedAt'
  >
>

/** Turns the specification's body of many optional fields into one move. */
export function moveOf(body: UpdateTicket, actor: Pick<Actor, 'userId'>): Move {
  if (body.isMarkUnread !== undefined && body.status === undefined) return { want: 'mark', unread: body.isMarkUnread }
  if (body.status === 'closed') {
    const rating = body.ratingId ?? (body.askRating === undefined ? undefined : body.askRating ? 'connection' : null)
    return { want: 'close', farewell: body.sendFarewellMessage !== false, ...(rating !== undefined && { rating }) }
  }
  if (body.undoTransfer) return { want: 'undoTransfer' }
  if (body.reopen) return { want: 'reopen' }
  if (body.status === 'open' && (body.userId === undefined || body.userId === actor.userId))
    return { want: 'accept', queueId: body.queueId ?? null }
  const isWaiting = body.status === 'pending' && body.userId == null
  if (isWaiting && body.queueId == null && body.whatsappId === undefined) return { want: 'return' }
  return {
    want: 'transfer',
    ...(isWaiting ? { userId: null } : body.userId !== undefined && { userId: body.userId }),
    queueId: body.queueId ?? null,
    ...(body.whatsappId !== undefined && { connectionId: body.whatsappId }),
    comment: body.comment?.trim() ?? '',
  }
}

export type Facts = {
  readonly now: number
  /** The queues of the new attendant of a transferred ticket; null: all queues. */
  readonly colleagueQueueIds: readonly number[] | null
}

export const mayUseQueue = (
  actor: Pick<Actor, 'profile' | 'allUserChat' | 'queueIds' | 'hiddenQueueIds'>,
  queueId: number,
): boolean => queueAccess(actor, queueFor(actor, queueId)) === 'use'

/** Moves that depend only on the ticket's row and the rules. */
export type RuledMove = Exclude<Move, { want: 'undoTransfer' }>

/** Returns the change that a move makes, or fails with an error of the catalogue. */
export function applyMove(ticket: Ticket, move: RuledMove, actor: Actor, facts: Facts): Change {
  if (handsOver.has(move.want) && !mayAttend(actor, ticket)) fail('ERR_NO_PERMISSION')
  if (takes.has(move.want)) refuseSupport(actor)
  switch (move.want) {
    case 'accept':
      return accept(ticket, actor, move.queueId, facts.now)
    case 'return':
      return returnToPending(ticket)
    case 'close':
      return close(ticket, facts.now)
    case 'reopen':
      return reopen(ticket, actor, facts.now)
    case 'transfer':
      return transfer(ticket, move, facts)
    case 'mark':
      return { markedUnread: move.unread }
  }
}

/** Moves that take the ticket from its attendant. */
const handsOver: ReadonlySet<Move['want']> = new Set(['return', 'close', 'transfer'])

/** Moves that give the ticket to the actor. A guest's would have an attendant that no list shows, once they have left. */
const takes: ReadonlySet<Move['want']> = new Set(['accept', 'reopen'])

/** An attendant accepts a waiting ticket. A ticket without queue gets one of the attendant's queues. */
function accept(ticket: Ticket, actor: Actor, chosenQueueId: number | null, now: number): Change {
  if (ticket.status === 'open') fail('ERR_OTHER_OPEN_TICKET')
  if (ticket.status !== 'pending') fail('ERR_TICKET_NOT_PENDING')
  const queueId = ticket.queueId ?? chosenQueueId ?? onlyOne(actor.queueIds)
  if (ticket.queueId === null && chosenQueueId !== null && !mayUseQueue(actor, chosenQueueId))
    fail('ERR_QUEUE_NOT_OF_USER')
  if (queueId === null && actor.queueIds.length > 0) fail('ERR_QUEUE_REQUIRED')
  return { status: 'open', userId: actor.userId, queueId, isBot: false, acceptedAt: ticket.acceptedAt ?? now }
}

function returnToPending(ticket: Ticket): Change {
  if (ticket.status !== 'open') fail('ERR_TICKET_NOT_OPEN')
  return { status: 'pending', userId: null }
}

/** Closes the ticket, whoever asks; also automatically. */
export function close(ticket: Pick<Ticket, 'status'>, now: number): Change {
  if (ticket.status === 'closed') fail('ERR_TICKET_CLOSED')
  return { status: 'closed', isBot: false, unread: 0, markedUnread: false, waitingSince: null, closedAt: now }
}

function reopen(ticket: Ticket, actor: Actor, now: number): Change {
  if (ticket.status !== 'closed') fail('ERR_TICKET_NOT_CLOSED')
  return { status: 'open', userId: actor.userId, closedAt: null, acceptedAt: ticket.acceptedAt ?? now }
}

/**
 * To a user: the ticket is open for them. To a queue only: it waits there. To another connection: its status stays.
 * Also automatically.
 */
export function transfer(ticket: Ticket, move: Extract<Move, { want: 'transfer' }>, facts: Facts): Change {
  if (ticket.status === 'closed') fail('ERR_TICKET_CLOSED')
  const { connectionId = ticket.connectionId } = move
  if (move.userId == null && move.queueId === null && connectionId === ticket.connectionId) fail('ERR_TRANSFER_TARGET')
  const queueId = move.queueId ?? ticket.queueId
  const place = { queueId, isBot: false, ...(connectionId !== ticket.connectionId && { connectionId }) }
  const mayBeThere = queueId === null || facts.colleagueQueueIds?.includes(queueId) !== false
  if (move.userId === undefined && (ticket.userId === null || mayBeThere)) return place
  if (move.userId == null) return { status: 'pending', userId: null, ...place }
  if (!mayBeThere) fail('ERR_QUEUE_NOT_OF_USER')
  return { status: 'open', userId: move.userId, ...place, acceptedAt: ticket.acceptedAt ?? facts.now }
}

const onlyOne = (ids: readonly number[]): number | null => (ids.length === 1 ? (ids[0] ?? null) : null)
