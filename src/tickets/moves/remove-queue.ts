/** Tickets of a removed queue continue without one. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { on } from '../../platform/extensions'
import { execute, getValue } from '../../platform/sql'
import { queueRemoving } from '../../queues/events'
import type { Queue } from '../../queues/tables'

/** Tickets per batch, with which the figures of their messages move; yields to the event loop in between. */
const ROWS_PER_TRANSACTION = 500

/**
 * There may be a hundred thousand closed tickets and ratings, so they leave the queue in batches before it is removed. If the
 * process dies, the queue still exists and can be removed again.
 */
export async function detachClosedTickets(cx: Cx, queueId: number) {
  const last = Number(getValue(cx.db, 'SELECT ifnull(max(id), 0) FROM tickets'))
  for (let from = 1; from <= last; from += ROWS_PER_TRANSACTION) {
    cx.transaction(({ db }) => {
      for (const sql of [
        `UPDATE tickets NOT INDEXED SET queue_id = NULL
         WHERE id BETWEEN (? + 0) AND (? + 0) AND queue_id = ? AND status = 'closed'`,
        'UPDATE ticket_ratings SET queue_id = NULL WHERE ticket_id BETWEEN (? + 0) AND (? + 0) AND +queue_id = ?',
      ])
        execute(db, sql, [from, from + ROWS_PER_TRANSACTION - 1, queueId])
    })
    await new Promise(setImmediate)
  }
}

export const logQueueRemoval = on(queueRemoving, 'inTransaction', (cx, { queue, actor }) => logLoss(cx, actor, queue))

/** Not a move: tickets keep their times and list positions, and one event announces all. */
function logLoss(cx: Cx, actor: Actor, { id, name }: Queue) {
  execute(
    cx.db,
    `INSERT INTO ticket_log (ticket_id, kind, user_id, data, created_at)
     SELECT id, 'queueRemoved', ?, ?, ? FROM tickets WHERE queue_id = ? AND status <> 'closed'`,
    [actor.userId, JSON.stringify({ queue: name }), cx.now(), id],
  )
}
