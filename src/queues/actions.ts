/** Creates, changes and removes queues, and assigns users to them. */

import type { Actor } from '../actor'
import { changesBetween, type Doer, recordAct } from '../audit/record'
import { fail } from '../errors'
import { hoursWords, weekOf } from '../hours/contract'
import type { Cx } from '../platform/cx'
import { tokenHash } from '../platform/secret'
import type { ReceivedFile } from '../platform/uploads'
import { requireRoom } from '../tenancy/limits'
import { renewMainToken } from '../users/api-tokens'
import { findUser, listMemberIds, setMembers } from '../users/people'
import { allRightsChanged, announceRights } from '../users/rights'
import {
  type CreateQueue,
  LAST_PLACE,
  type QueuePlaces,
  queueDeleted,
  queuesOrdered,
  queueUpdated,
  type UpdateQueue,
} from './contract'
import {
  beforeQueueRemoval,
  beforeQueueSave,
  type LookedUp,
  queueChanged,
  queueRemoving,
  type SaveServices,
} from './events'
import {
  findQueueOrFail,
  insertQueue,
  lastPosition,
  listQueues,
  removeQueue,
  summarizeQueue,
  updateQueue,
} from './queries'
import { confusingField, plainColor } from './queue'
import type { Queue } from './tables'

type Asking = SaveServices & { readonly left: AbortSignal }

/** To be called before `addQueue` (`id` null) or `changeQueue`. */
export async function lookUp({ left, ...services }: Asking, cx: Cx, id: number | null, input: UpdateQueue) {
  const before = id === null ? null : findQueueOrFail(cx.db, id)
  let found: LookedUp = {}
  for (const ask of cx.membersOf(beforeQueueSave))
    found = { ...found, ...(await ask(services, cx, { ...input, before, left })) }
  return found
}

export function createQueue(cx: Cx, doer: Doer, input: CreateQueue, found: LookedUp = {}): Queue {
  return cx.transaction((cx) => {
    requireRoom(cx, 'queues')
    const appearance = { name: input.name, color: plainColor(input.color) }
    requireDistinct(cx, appearance)
    const position = input.orderQueue ?? Math.min(lastPosition(cx.db), LAST_PLACE)
    const queue = insertQueue(cx.db, cx.now(), { ...columnsOf(input), ...found, ...appearance, position })
    return finishChange(cx, doer, { before: null, queue, userIds: input.userIds })
  })
}

export function changeQueue(cx: Cx, doer: Doer, id: number, input: UpdateQueue, found: LookedUp = {}): Queue {
  return cx.transaction((cx) => {
    const before = findQueueOrFail(cx.db, id)
    const appearance = {
      name: input.name ?? before.name,
      color: input.color === undefined ? before.color : plainColor(input.color),
    }
    requireDistinct(cx, appearance, id)
    const queue = updateQueue(cx.db, id, { ...columnsOf(input), ...found, ...appearance })
    return finishChange(cx, doer, { before, queue, userIds: input.userIds })
  })
}

/** Tickets of the queue stay, without a queue; users and connections lose it. */
export async function deleteQueue(cx: Cx, actor: Actor, id: number) {
  findQueueOrFail(cx.db, id)
  for (const prepare of cx.membersOf(beforeQueueRemoval)) await prepare(cx, id)
  cx.transaction((cx) => {
    const queue = findQueueOrFail(cx.db, id)
    const people = listMemberIds(cx.db, id)
    cx.happened(queueRemoving({ queue, actor }))
    removeQueue(cx.db, id)
    recordAct(cx, actor, { kind: 'queue', act: 'delete', subject: queue })
    announceRights(cx, people)
    cx.emit(queueDeleted({ queueId: id }), () => true)
  })
}

/** Absent fields stay unchanged. */
function columnsOf(input: UpdateQueue): Partial<Queue> {
  const { complationMessage, orderQueue, schedules, name: _, color: __, userIds: ___, ...same } = input
  return Object.fromEntries(
    Object.entries({
      ...same,
      completionMessage: complationMessage,
      position: orderQueue,
      schedules: schedules && weekOf(schedules),
    }).filter(([, value]) => value !== undefined),
  )
}

function requireDistinct(cx: Cx, appearance: Pick<Queue, 'name' | 'color'>, id?: number) {
  const others = listQueues(cx.db).filter((other) => other.id !== id)
  const field = confusingField(appearance, others)
  if (field !== null)
    fail(field === 'name' ? 'ERR_DUPLICATED_NAME' : 'ERR_QUEUE_COLOR_ALREADY_EXISTS', [
      { field, message: appearance[field] },
    ])
}

type QueueSettings = {
  readonly before: Queue | null
  readonly queue: Queue
  readonly userIds?: readonly number[] | undefined
}

function finishChange(cx: Cx, doer: Doer, { before, queue, userIds }: QueueSettings): Queue {
  const people = () => ({ userIds: listMemberIds(cx.db, queue.id) })
  const then = before ? { ...auditedFields(before), ...people() } : {}
  cx.happened(queueChanged({ before, queue }))
  if (userIds) putPeople(cx, queue.id, userIds)
  if ((before?.isRestricted ?? false) !== queue.isRestricted) cx.happened(allRightsChanged(null))
  recordAct(cx, doer, {
    kind: 'queue',
    act: before ? 'update' : 'create',
    subject: queue,
    changes: changesBetween<object>(then, { ...auditedFields(queue), ...people() }),
  })
  return announce(cx, queue)
}

/** The fields of a queue as the audit log records them. */
const auditedFields = (queue: Queue) => {
  const { id: _, hasToken: __, mediaPath: ___, mediaSize: ____, schedules, ...fields } = summarizeQueue(queue)
  return { ...fields, schedules: schedules && hoursWords(schedules) }
}

export function announce(cx: Cx, queue: Queue): Queue {
  cx.emit(queueUpdated({ queue: summarizeQueue(queue) }), () => true)
  return queue
}

/** Inactive users keep their queues. */
function putPeople(cx: Cx, queueId: number, userIds: readonly number[]) {
  for (const id of userIds) if (!findUser(cx.db, id)?.active) fail('ERR_NO_USER_FOUND')
  const [before, after] = [new Set(listMemberIds(cx.db, queueId)), new Set(userIds)]
  setMembers(cx.db, queueId, { leave: [...before.difference(after)], join: [...after.difference(before)] })
  announceRights(cx, [...before.symmetricDifference(after)])
}

/** Queues not named keep their order, after the named ones. */
export function orderQueues(cx: Cx, doer: Doer, ids: readonly number[]): QueuePlaces {
  return cx.transaction((cx) => {
    for (const id of ids) findQueueOrFail(cx.db, id)
    const before = listQueues(cx.db)
    const names = new Map(before.map(({ id, name }) => [id, name]))
    const order = [...new Set([...ids, ...before.map(({ id }) => id)])]
    const places = order.map((id, at) => ({ id, orderQueue: at + 1 }))
    for (const { id, orderQueue } of places) updateQueue(cx.db, id, { position: orderQueue })
    const orderOf = (list: readonly number[]) => ({ orderQueue: list.map((id) => names.get(id)).join(', ') })
    recordAct(cx, doer, {
      kind: 'queue',
      act: 'update',
      subject: { id: null, name: '' },
      changes: changesBetween(orderOf(before.map(({ id }) => id)), orderOf(order)),
    })
    cx.emit(queuesOrdered({ queues: places }), () => true)
    return { queues: places }
  })
}

/** The previous token is revoked. */
export function renewToken(cx: Cx, doer: Doer, id: number): string {
  return cx.transaction((cx) => {
    const before = findQueueOrFail(cx.db, id)
    const token = renewMainToken(cx, doer, { connectionId: null, queueId: id, name: before.name })
    const queue = updateQueue(cx.db, id, { tokenHash: tokenHash(token) })
    recordAct(cx, doer, {
      kind: 'queue',
      act: 'update',
      subject: queue,
      changes: [{ field: 'token', from: before.tokenHash ? 'set' : null, to: 'set' }],
    })
    announce(cx, queue)
    return token
  })
}

export const mediaColumns = (file: ReceivedFile | null) => ({
  mediaFile: file?.file ?? null,
  mediaName: file?.name ?? null,
  mediaType: file?.mimetype ?? null,
  mediaSize: file?.size ?? null,
})

/** The file sent after the greeting; null removes it. */
export function putQueueFile(cx: Cx, doer: Doer, id: number, file: ReceivedFile | null): Queue {
  return cx.transaction((cx) => {
    const before = findQueueOrFail(cx.db, id)
    const queue = updateQueue(cx.db, id, mediaColumns(file))
    return finishChange(cx, doer, { before, queue })
  })
}
