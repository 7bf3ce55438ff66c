/** The tickets of the board: pending and open ones without groups, as visible to the user in the desk's lists. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { readCursor, writeCursor } from '../../platform/pages'
import type { Condition } from '../../platform/sqlite'
import { createUtf8Writer } from '../../platform/utf8'
import type { TicketStatus } from '../../tickets/contract'
import { type ListFilter, type PageEnd, ticketsOf } from '../../tickets/lists/filter'
import { readTickets, writeSummaries } from '../../tickets/lists/lines'

/** Cards per response; the screen fetches the rest by cursor. More would block the event loop too long. */
export const BOARD_PAGE = 1000

/** `queueIds`: 0 stands for "no queue"; null means all. */
export type BoardQuery = Pick<ListFilter, 'queueIds' | 'showAll' | 'after'>

/** JSON of a `TicketPage`, last movement first. */
export function writeBoard(cx: Pick<Cx, 'db' | 'tenant' | 'membersOf'>, actor: Actor, asked: BoardQuery) {
  const start = asked.after === null ? undefined : readCursor(asked.after)
  const found = readTickets(cx.db, cardsOf(actor, asked, start))
  const last = found.times[BOARD_PAGE - 1]
  const next = last && found.times.length > BOARD_PAGE ? writeCursor({ id: last[0], value: last[1] }) : null
  const page = createUtf8Writer(2 * found.text.length + ROOM)
  page.text('{"tickets":[')
  writeSummaries(page, cx, found, { most: BOARD_PAGE, timeZone: cx.tenant.timeZone })
  page.text(`],"hasMore":${next !== null},"next":${JSON.stringify(next)}}`)
  return page.whole()
}

/** Further data of a page. */
const ROOM = 100

/** Each status is one ordered range of its index. */
function cardsOf(actor: Actor, asked: BoardQuery, start: PageEnd | undefined): Condition {
  const parts = (['pending', 'open'] as const).map((status) => ticketsOf(actor, filterOf(asked, status), start))
  const most = BOARD_PAGE + 1
  const cards = parts.map(({ sql }) => `SELECT * FROM (${sql} LIMIT ${most})`).join(' UNION ALL ')
  return {
    sql: `SELECT id, updated_at FROM (${cards}) ORDER BY updated_at DESC, id DESC LIMIT ${most}`,
    params: parts.flatMap(({ params }) => params),
  }
}

const filterOf = (asked: BoardQuery, status: TicketStatus): ListFilter => ({
  ...asked,
  status,
  isGroup: false,
  isBot: null,
  page: 1,
  contactId: null,
  connectionIds: null,
  userIds: null,
  chosen: null,
  unreadOnly: false,
  waitingUntil: null,
  order: 'recent',
  created: null,
  moved: null,
  search: '',
})
