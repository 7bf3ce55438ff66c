/** Removes a queue: its tickets continue without one, and people and connections lose it. */
import { listMemberIds } from '../access/people'
import { announceRights } from '../access/rights'
import type { Actor } from '../actor'
import { recordAct } from '../audit/record'
import { listImportersInto } from '../channels/connections/queries'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { statement } from '../platform/sqlite'
import { queueDeleted } from '../queues/contract'
import { deleteQueue, findQueueOrFail } from '../queues/queries'
import type { Queue } from '../queues/tables'

/** Tickets per batch, before other work gets its turn. */
const AT_ONCE = 2_000

/**
 * Fails while a connection imports into the queue: the rest of the history would have no place. Closed tickets, of which
 * there may be a hundred thousand, leave it first and in batches: if the process dies meanwhile, the queue still exists and
 * can be removed again. All the rest is one transaction.
 */
export async function removeQueue(cx: Cx, actor: Actor, id: number) {
  demandRemovable(cx, id)
  await emptyOfClosed(cx, id)
  cx.transaction((cx) => {
    const queue = demandRemovable(cx, id)
    const people = listMemberIds(cx.db, id)
    noteLoss(cx, actor, queue)
    deleteQueue(cx.db, id)
    recordAct(cx, actor, { kind: 'queue', act: 'delete', subject: queue })
    announceRights(cx, people)
    cx.emit(queueDeleted({ queueId: id }), () => true)
  })
}

function demandRemovable(cx: Cx, id: number): Queue {
  const queue = findQueueOrFail(cx.db, id)
  const connections = listImportersInto(cx.db, id)
  if (connections.length > 0) fail('ERR_QUEUE_OF_IMPORT', { connections })
  return queue
}

async function emptyOfClosed(cx: Cx, id: number) {
  const last = Number(statement(cx.db.$client, 'SELECT ifnull(max(id), 0) FROM tickets').pluck().get())
  for (let from = 1; from <= last; from += AT_ONCE) {
    cx.transaction(({ db }) =>
      statement(
        db.$client,
        `UPDATE tickets NOT INDEXED SET queue_id = NULL
         WHERE id BETWEEN (? + 0) AND (? + 0) AND queue_id = ? AND status = 'closed'`,
      ).run(from, from + AT_ONCE - 1, id),
    )
    await new Promise(setImmediate)
  }
}

/** Not a move of the tickets: they keep their times and positions in the lists, and one event announces all. */
function noteLoss(cx: Cx, actor: Actor, { id, name }: Queue) {
  statement(
    cx.db.$client,
    `INSERT INTO ticket_log (ticket_id, kind, user_id, data, created_at)
     SELECT id, 'queueRemoved', ?, ?, ? FROM tickets WHERE queue_id = ? AND status <> 'closed'`,
  ).run(actor.userId, JSON.stringify({ queue: name }), cx.now(), id)
}
