/** Log entries that came with a ticket, told apart from what happens to it here. */
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { type NewEntry, writePastLog } from '../log/log'

export const writeMovedLog = (db: Db, ticketId: number, { data, ...entry }: NewEntry, at: number) =>
  writePastLog(db, ticketId, { ...entry, data: { ...data, moved: 1 } }, at)

/** Somebody or something here has changed it since it moved in. */
export const isTouched = (db: Db, ticketId: number): boolean =>
  getValue<number>(
    db,
    `SELECT EXISTS (SELECT 1 FROM ticket_log WHERE ticket_id = @ticketId AND kind <> 'accessed' AND data ->> '$.moved' IS NULL)
       OR EXISTS (SELECT 1 FROM messages WHERE ticket_id = @ticketId AND imported = 0)`,
    { ticketId },
  ) === 1
