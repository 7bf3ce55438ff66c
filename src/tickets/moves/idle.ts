/** Closes tickets without activity for as long as their connection allows. */
import { listConnections } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import { ABLE_TO_SEND } from '../../channels/sessions/states'
import type { Cx } from '../../platform/cx'
import { getColumn } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import { writeLog } from '../log/log'
import { findTicket } from '../queries'
import { close } from '../ticket'
import { moveTicket } from './actions'

/** Tickets per slice: others can write meanwhile, and switching the setting on does not send a flood of farewells. */
const SLICE = 20

const oldest = ['open', 'pending']
  .flatMap((status) =>
    [0, 1].map(
      (isGroup) => `SELECT min(updated_at) AS at FROM tickets WHERE status = '${status}' AND is_group = ${isGroup}`,
    ),
  )
  .join(' UNION ALL ')
/** When the oldest ticket may have been idle for long enough, in SQL, by the connection with the shortest limit. */
export const NEXT_IDLE = `SELECT (SELECT min(at) FROM (${oldest})) + min(expires_after) * ${HOUR}
  FROM connections WHERE expires_after > 0 AND status IN (${ABLE_TO_SEND})`

/**
 * Longest idle first; the rest follows in the next slice. Only on connections that can send: contacts of an offline one
 * could not receive the farewell, and their messages meanwhile have not arrived.
 */
export function closeIdleTickets(cx: Cx, canSend: (connectionId: number) => boolean) {
  for (const connection of listConnections(cx.db)) {
    if (connection.expiresAfter === 0 || !canSend(connection.id)) continue
    if (listIdle(cx.db, connection, cx.now()).length === 0) continue
    cx.transaction((cx) => {
      for (const id of listIdle(cx.db, connection, cx.now())) closeIdle(cx, id, connection)
    })
  }
}

function closeIdle(cx: Cx, id: number, { expiresAfter }: Connection) {
  const before = findTicket(cx.db, id)
  if (!before) return
  const move = { want: 'close', farewell: true } as const
  moveTicket(cx, { ticket: before, change: close(before, cx.now()), move, actor: null }, () =>
    writeLog(cx, id, {
      kind: 'closed',
      userId: null,
      data: { fromUserId: before.userId, fromQueueId: before.queueId, idleHours: expiresAfter },
    }),
  )
}

/**
 * Log entries count as activity, too, except mere views: an imported ticket is as old as its messages, but new here.
 */
function listIdle(db: Db, { id, expiresAfter }: Connection, now: number): number[] {
  const since = now - expiresAfter * HOUR
  return getColumn<number>(
    db,
    `SELECT t.id FROM tickets t INDEXED BY tickets_tab
     WHERE t.status IN ('open', 'pending') AND t.is_group IN (0, 1) AND t.updated_at <= ? AND t.connection_id = ?
       AND NOT EXISTS (SELECT 1 FROM ticket_log l WHERE l.ticket_id = t.id AND l.created_at > ? AND l.kind <> 'accessed')
     ORDER BY t.updated_at, t.id LIMIT ${SLICE}`,
    [since, id, since],
  )
}
