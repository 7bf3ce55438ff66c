/** Entries of the ticket logs that a conversation shows: who accepted each ticket, and its transfers. */
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { getValue } from '../../platform/sql'
import { jsonObject } from '../../platform/sql-json'
import { type TicketStep, ticketStepped } from '../contract'
import { type Names, namesIn } from '../lists/names'
import type { Ticket } from '../tables'
import { canSee } from '../visibility'
import { type LogData, type NewEntry, writeLog } from './log'

type Row = {
  readonly id: number
  readonly kind: TicketStep['kind']
  readonly userId: number | null
  readonly data: LogData
  readonly at: number
}

const row = jsonObject({ id: 'l.id', kind: 'l.kind', userId: 'l.user_id', data: 'json(l.data)', at: 'l.created_at' })
const stepsOf = (ticketId: string) =>
  `FROM ticket_log l WHERE l.ticket_id = ${ticketId} AND l.kind IN ('started', 'transferred', 'transferUndone')`

/** SQL for the steps of the ticket in column `ticketId`: a column costs a page of messages less than a statement. */
export const stepsJson = (ticketId: string) => `(SELECT json_group_array(${row} ORDER BY l.id) ${stepsOf(ticketId)})`

export const showSteps = (json: string, names: Names): TicketStep[] =>
  json === '[]' ? [] : (JSON.parse(json) as Row[]).map((row) => showStep(row, names)) // written by `stepsJson`

function showStep({ id, kind, userId, data, at }: Row, names: Names): TicketStep {
  const { user, queue, fromQueueId } = data
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
  const sql = `SELECT ${row} ${stepsOf('(? + 0)')} ORDER BY l.id DESC LIMIT 1`
  const json = getValue<string>(cx.db, sql, ticket.id) // written by SQLite
  if (json === undefined) return
  const { id: ticketId, contactId } = ticket
  const step = showStep(JSON.parse(json) as Row, namesIn(cx.db)) // its fields are listed
  cx.emit(ticketStepped({ ticketId, contactId, step }), (listener) => canSee(listener, ticket))
}
