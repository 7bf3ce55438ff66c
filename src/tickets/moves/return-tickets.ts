/** Returns the open conversations of a deactivated or deleted user to their queue. */

import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { getColumn, getRows } from '../../platform/sql'
import type { User } from '../../users/tables'
import { writeLog } from '../log/log'
import { findTicket } from '../queries'
import { moveTicket } from './actions'

/** Tickets per transaction; yields to the event loop in between. */
const SLICE = 20

export async function returnTicketsOf(cx: Cx, actor: Actor | null, user: Pick<User, 'id' | 'name'>) {
  while (returnSome(cx, actor, user) === SLICE) await new Promise(setImmediate)
}

/** Whether such conversations exist, in SQL. */
export const LEFT =
  "SELECT 0 FROM users u WHERE active = 0 AND EXISTS (SELECT 1 FROM tickets WHERE user_id = u.id AND status = 'open') LIMIT 1"

/** Returns a slice per user who no longer works here. */
export function returnLeftTickets(cx: Cx) {
  const gone = getRows<Pick<User, 'id' | 'name'>>(
    cx.db,
    `SELECT id, name FROM users u WHERE active = 0 AND EXISTS (SELECT 1 FROM tickets WHERE user_id = u.id AND status = 'open')`,
  )
  for (const user of gone) returnSome(cx, null, user)
}

function returnSome(cx: Cx, actor: Actor | null, { id: fromUserId, name }: Pick<User, 'id' | 'name'>): number {
  const ids = getColumn<number>(
    cx.db,
    `SELECT id FROM tickets WHERE user_id = ? AND status = 'open' ORDER BY updated_at LIMIT ${SLICE}`,
    fromUserId,
  )
  if (ids.length === 0) return 0
  cx.transaction((cx) => {
    for (const id of ids) {
      const ticket = findTicket(cx.db, id)
      if (ticket?.status !== 'open' || ticket.userId !== fromUserId) continue
      const change = { status: 'pending', userId: null } as const
      moveTicket(cx, { ticket, change, move: { want: 'return' }, actor }, () =>
        writeLog(cx, id, {
          kind: 'attendantLeft',
          userId: actor?.userId ?? null,
          data: { fromUserId, fromQueueId: ticket.queueId, user: name },
        }),
      )
    }
  })
  return ids.length
}
