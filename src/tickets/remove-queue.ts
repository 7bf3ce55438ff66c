/** A queue is removed with all that hangs on it: its tickets live on without one, and people and connections lose it. */
import { listMemberIds } from '../access/people'
import { announceRights } from '../access/rights'
import type { Actor } from '../actor'
import { listImportersInto } from '../channels/connections/queries'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { statement } from '../platform/sqlite'
import { queueDeleted } from '../queues/contract'
import { deleteQueue, findQueueOrFail } from '../queues/queries'
import type { Queue } from '../queues/tables'

/** Refused while a connection imports into it: what the phone hands over next would have no place. */
export function removeQueue(cx: Cx, actor: Actor, id: number) {
  cx.transaction((cx) => {
    const queue = findQueueOrFail(cx.db, id)
    const connections = listImportersInto(cx.db, id)
    if (connections.length > 0) fail('ERR_QUEUE_OF_IMPORT', { connections })
    const people = listMemberIds(cx.db, id)
    emptyQueue(cx, actor, queue)
    deleteQueue(cx.db, id)
    announceRights(cx, people)
    cx.emit(queueDeleted({ queueId: id }), () => true)
  })
}

/** It is no move of the tickets: they keep their times and their places in the lists, and one event tells of them all. */
function emptyQueue(cx: Cx, actor: Actor, { id, name }: Queue) {
  const { $client } = cx.db
  statement(
    $client,
    `INSERT INTO ticket_log (ticket_id, kind, user_id, data, created_at)
     SELECT id, 'queueRemoved', ?, ?, ? FROM tickets WHERE queue_id = ? AND status <> 'closed'`,
  ).run(actor.userId, JSON.stringify({ queue: name }), cx.now(), id)
  statement($client, 'UPDATE tickets SET queue_id = NULL WHERE queue_id = ?').run(id)
}
