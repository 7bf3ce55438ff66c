/** What happened to a ticket: who, when, from where. Every move writes a line. */
import { asc, eq } from 'drizzle-orm'
import { findUser } from '../../access/people'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import type { Db } from '../../platform/sqlite'
import type { LogKind, TicketLogEntry } from '../contract'
import { ticketLog } from '../tables'

export type LogData = TicketLogEntry['data']

/** `userId`: who did it; null where nobody signed in did. `data`: what the screen puts into the entry's text. */
type NewEntry = { readonly kind: LogKind; readonly userId: number | null; readonly data?: LogData }

export function writeLog(cx: Cx, ticketId: number, { kind, userId, data = {} }: NewEntry) {
  cx.db
    .insert(ticketLog)
    .values({ ticketId, kind, userId, data: JSON.stringify(data), createdAt: cx.now() })
    .run()
}

export function listLog(db: Db, ticketId: number): TicketLogEntry[] {
  const rows = db.select().from(ticketLog).where(eq(ticketLog.ticketId, ticketId)).orderBy(asc(ticketLog.id)).all()
  return rows.map((row) => {
    const user = row.userId === null ? undefined : findUser(db, row.userId)
    return {
      id: row.id,
      kind: row.kind as LogKind, // written by writeLog alone
      body: row.kind,
      user: user ? { id: user.id, name: user.name } : null,
      data: JSON.parse(row.data) as LogData, // likewise
      createdAt: instant(row.createdAt),
    }
  })
}
