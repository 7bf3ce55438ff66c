/** The ticket log: who did what, when and from where. Every move writes an entry. */
import { asc, eq } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import { execute } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { TicketLogEntry } from '../contract'
import { type Names, namesIn } from '../lists/names'
import { ticketLog } from '../tables'
import type { LogKind } from './kinds'

export type LogData = TicketLogEntry['data']

/** `userId`: who did it; null if no signed-in user did. `data`: values for the entry's text. */
export type NewEntry = { readonly kind: LogKind; readonly userId: number | null; readonly data?: LogData }

export function writeLog(cx: Cx, ticketId: number, entry: NewEntry) {
  writePastLog(cx.db, ticketId, entry, cx.now())
}

/** An entry of what happened at that time. */
export function writePastLog(db: Db, ticketId: number, { kind, userId, data = {} }: NewEntry, at: number) {
  execute(db, 'INSERT INTO ticket_log (ticket_id, kind, user_id, data, created_at) VALUES (?, ?, ?, ?, ?)', [
    ticketId,
    kind,
    userId,
    JSON.stringify(data),
    at,
  ])
}

/** In chronological order: accesses are stored later than other entries (`access.ts`). */
export function listLog(db: Db, ticketId: number): TicketLogEntry[] {
  const rows = db
    .select()
    .from(ticketLog)
    .where(eq(ticketLog.ticketId, ticketId))
    .orderBy(asc(ticketLog.createdAt), asc(ticketLog.id))
    .all()
  const names = namesIn(db)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    body: row.kind,
    user: row.userId === null ? null : names.user(row.userId),
    data: named(names, JSON.parse(row.data) as LogData), // written by writeLog alone
    createdAt: instant(row.createdAt),
  }))
}

/** The queue or attendant it came from and, unless the name was stored, went to. A deleted one may have no name. */
const named = (names: Names, data: LogData): LogData => ({
  ...data,
  ...nameOf(data.queueId, 'queue', (id) => names.queue(id).name, data.queue),
  ...nameOf(data.fromUserId, 'fromUser', (id) => names.user(id).name),
  ...nameOf(data.fromQueueId, 'fromQueue', (id) => names.queue(id).name),
  ...nameOf(data.fromConnectionId, 'fromConnection', (id) => names.connection(id).name),
})

const nameOf = (
  id: LogData[string] | undefined,
  key: string,
  find: (id: number) => string,
  known?: LogData[string],
): LogData => (typeof id === 'number' && known == null ? { [key]: find(id) || null } : {})
