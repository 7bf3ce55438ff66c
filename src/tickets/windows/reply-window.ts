/** Adds to a ticket's summary how long its contact may be answered, on channels that limit it. */
import * as v from 'valibot'
import { capabilitiesOf } from '../../channels/capabilities'
import { ChannelKind } from '../../channels/contract'
import { windowOpened } from '../../channels/events'
import { ReplyWindow } from '../../channels/windows/contract'
import { mergeWindows, openWindow, shownWindow } from '../../channels/windows/windows'
import { contactMerging } from '../../contacts/events'
import { on, type Subscriber } from '../../platform/extensions'
import { getRows, getValue } from '../../platform/sql'
import { rememberedIn } from '../../platform/sqlite'
import { announceTicket } from '../announce'
import { defineTicketField } from '../fields'
import { findActiveTicket } from '../queries'

const limited = ChannelKind.options.filter((channel) => capabilitiesOf(channel).window !== null)
const LIMITED = limited.map((channel) => `'${channel}'`).join(', ')

/** Most companies have no such connection, and their lists pay nothing. Removed ones count: their tickets stay. */
const hasLimit = rememberedIn(
  (db) => getValue(db, `SELECT 1 FROM connections WHERE channel IN (${LIMITED}) LIMIT 1`) !== undefined,
  ['connections'],
)
const none: ReadonlyMap<number, ReplyWindow | null> = new Map()

type Row = { readonly id: number; readonly channel: ChannelKind; readonly openedAt: number | null }

export const replyWindow = defineTicketField({
  name: 'replyWindow',
  schema: v.nullable(ReplyWindow),
  channels: limited,
  none: null,
  of(db, ticketIds) {
    if (!hasLimit(db)) return none
    const rows = getRows<Row>(
      db,
      `SELECT t.id, t.channel, w.opened_at AS openedAt FROM tickets t
       LEFT JOIN reply_windows w ON w.connection_id = t.connection_id AND w.contact_id = t.contact_id
       WHERE t.id IN (SELECT value FROM json_each(?)) AND t.channel IN (${LIMITED})`,
      JSON.stringify(ticketIds),
    )
    return new Map(rows.map(({ id, channel, openedAt }) => [id, shownWindow(capabilitiesOf(channel).window, openedAt)]))
  },
})

export const replyWindowSubscribers: readonly Subscriber[] = [
  on(windowOpened, 'inTransaction', (cx, { connectionId, contactId, at }) => {
    if (!openWindow(cx.db, { connectionId, contactId }, Math.min(at, cx.now()))) return
    const ticket = findActiveTicket(cx.db, contactId, connectionId)
    if (ticket) announceTicket(cx, null, ticket)
  }),
  on(contactMerging, 'inTransaction', ({ db }, { keptId, goneId }) => void mergeWindows(db, keptId, goneId)),
]
