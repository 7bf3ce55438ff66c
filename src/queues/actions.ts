/** Creating and changing queues, and assigning people to them. Removal, which also touches tickets, is in tickets/remove-queue.ts. */
import { findUser, listMemberIds, setMembers } from '../access/people'
import { announceRights } from '../access/rights'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { type CreateQueue, LAST_PLACE, queueUpdated, type UpdateQueue } from './contract'
import { createQueue, findQueueOrFail, lastPosition, listQueues, summarizeQueue, updateQueue } from './queries'
import { confusingField, plainColor } from './queue'
import type { Queue } from './tables'

export function addQueue(cx: Cx, { name, color, orderQueue, greetingMessage = '', userIds }: CreateQueue): Queue {
  return cx.transaction((cx) => {
    const appearance = { name, color: plainColor(color) }
    demandDistinct(cx, appearance)
    const position = orderQueue ?? Math.min(lastPosition(cx.db), LAST_PLACE)
    return settle(cx, createQueue(cx.db, cx.now(), { ...appearance, position, greetingMessage }), userIds)
  })
}

export function changeQueue(cx: Cx, id: number, wanted: UpdateQueue): Queue {
  const { name, color, userIds } = wanted
  return cx.transaction((cx) => {
    const before = findQueueOrFail(cx.db, id)
    const appearance = { name: name ?? before.name, color: color === undefined ? before.color : plainColor(color) }
    demandDistinct(cx, appearance, id)
    const { orderQueue: position = before.position, greetingMessage = before.greetingMessage } = wanted
    return settle(cx, updateQueue(cx.db, id, { ...appearance, position, greetingMessage }), userIds)
  })
}

function demandDistinct(cx: Cx, appearance: Pick<Queue, 'name' | 'color'>, id?: number) {
  const others = listQueues(cx.db).filter((other) => other.id !== id)
  const field = confusingField(appearance, others)
  if (field !== null)
    fail(field === 'name' ? 'ERR_DUPLICATED_NAME' : 'ERR_QUEUE_COLOR_ALREADY_EXISTS', [
      { field, message: appearance[field] },
    ])
}

function settle(cx: Cx, queue: Queue, userIds: readonly number[] | undefined): Queue {
  if (userIds) putPeople(cx, queue.id, userIds)
  cx.emit(queueUpdated({ queue: summarizeQueue(queue) }), () => true)
  return queue
}

/** Inactive people keep the queues they had. */
function putPeople(cx: Cx, queueId: number, userIds: readonly number[]) {
  for (const id of userIds) if (!findUser(cx.db, id)?.active) fail('ERR_NO_USER_FOUND')
  const [before, after] = [new Set(listMemberIds(cx.db, queueId)), new Set(userIds)]
  setMembers(cx.db, queueId, { leave: [...before.difference(after)], join: [...after.difference(before)] })
  announceRights(cx, [...before.symmetricDifference(after)])
}
