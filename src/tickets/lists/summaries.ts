/** A ticket for lists, headers and events; `lines.ts` writes whole pages. */
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getRow } from '../../platform/sql'
import { jsonObject } from '../../platform/sql-json'
import type { TicketSummary } from '../contract'
import { extrasOf, type FieldReader } from '../fields'
import { codeOf } from '../variables/contract'
import { namesIn } from './names'
import {
  lastState,
  ownFields,
  readLastState,
  type SharedFields,
  sharedColumns,
  sharedFields,
  timeFields,
} from './summary-fields'

type Times = {
  createdAt: number
  updatedAt: number
  lastMessageAt: number
  waitingSince: number | null
  closedAt: number | null
}
type Row = SharedFields & Times & { readonly own: string; readonly lastState: number }

const times = Object.entries(timeFields).map(([name, column]) => `${column} AS ${name}`)
const shared = sharedColumns.map((column) => `t.${column}`)
const SUMMARY = `SELECT ${jsonObject(ownFields)} AS own, ${lastState} AS lastState, ${[...times, ...shared].join(', ')}
  FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.id = (? + 0)`

export function summarizeTicket(cx: Pick<Cx, 'tenant'> & FieldReader, id: number): TicketSummary {
  const { db, tenant } = cx
  const row = getRow<Row>(db, SUMMARY, id)
  if (!row) return fail('ERR_NO_TICKET_FOUND')
  const own = JSON.parse(row.own) as Pick<TicketSummary, keyof typeof ownFields> // these are its fields
  return {
    ...own,
    last: own.last && { ...own.last, ...readLastState(row.lastState) },
    ...sharedFields(row, namesIn(db)),
    ...extrasOf(cx, { id, channel: row.channel }),
    code: codeOf({ id, createdAt: row.createdAt }, tenant.timeZone),
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
    lastMessageAt: instant(row.lastMessageAt),
    waitingSince: instantOrNull(row.waitingSince),
    closedAt: instantOrNull(row.closedAt),
  }
}
