/** Entries of the ticket logs that a conversation shows: who accepted each ticket, and its transfers. */
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { getRow, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { type TicketStep, ticketStepped } from '../contract'
import { type Names, namesIn } from '../lists/names'
import type { Ticket } from '../tables'
import { canSee } from '../visibility'
import { type LogData, type NewEntry, writeLog } from './log'

type Row = {
  readonly id: number
  readonly kind: TicketStep['kind']
  readonly userId: number | null
  readonly data: string
  readonly at: number
}

const STEPS = `SELECT id, kind, user_id AS userId, data, created_at AS at FROM ticket_log
  WHERE ticket_id = (? + 0) AND kind IN ('started', 'transferred', 'transferUndone')`

export const listSteps = (db: Db, ticketId: number, names: Names): TicketStep[] =>
  getRows<Row>(db, `${STEPS} ORDER BY id`, ticketId).map((row) => showStep(row, names))

function showStep({ id, kind, userId, data, at }: Row, names: Names): TicketStep {
  const { user, queue, fromQueueId } = JSON.parse(data) as LogData // written by writeLog alone
  const isMoved = kind === 'transferred'
  return {
    id,
    kind,
    by: userId === null ? '' : names.user(userId).name,
    user: isMoved && typeof user === 'string' ? user : null,
    queue: isMoved && typeof queue === 'string' && queue !== nameOf(fromQueueId, names) ? queue : null,
    at: instant(at),
  }
}

const nameOf = (queueId: LogData[string] | undefined, names: Names) =>
  typeof queueId === 'number' ? names.queue(queueId).name : undefined

export function writeStep(cx: Cx, ticket: Ticket, entry: NewEntry & { readonly kind: TicketStep['kind'] }) {
  writeLog(cx, ticket.id, entry)
  announceStep(cx, ticket)
}

/** Emits an event for the latest entry. */
export function announceStep(cx: Cx, ticket: Ticket) {
  const row = getRow<Row>(cx.db, `${STEPS} ORDER BY id DESC LIMIT 1`, ticket.id)
  if (!row) return
  const { id: ticketId, contactId } = ticket
  const step = showStep(row, namesIn(cx.db))
  cx.emit(ticketStepped({ ticketId, contactId, step }), (listener) => canSee(listener, ticket))
}
