import { eq } from 'drizzle-orm'
import { fail } from '../errors'
import { schedulesOf } from '../hours/contract'
import { readStoredName } from '../platform/files'
import { finder } from '../platform/finder'
import { execute, getColumn, getOnlyRow, getOnlyValue, getValue } from '../platform/sql'
import type { Db } from '../platform/sqlite'
import { fold } from '../platform/text'
import type { QueueDetail, QueueOrder, QueueSummary } from './contract'
import { queueErrors } from './errors'
import type { QueueOption } from './options/contract'
import { type Queue, queueOptions, queues, type QueueOption as StoredOption } from './tables'

export const { find: findQueue, findOrFail: findQueueOrFail } = finder(queues, 'ERR_NO_QUEUE_FOUND')
export const { findOrFail: findOptionOrFail } = finder(queueOptions, queueErrors.ERR_NO_QUEUE_OPTION_FOUND)

export const summarizeQueue = (queue: Queue): QueueSummary => ({
  id: queue.id,
  name: queue.name,
  color: queue.color,
  orderQueue: queue.position,
  greetingMessage: queue.greetingMessage,
  complationMessage: queue.completionMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  hasToken: queue.tokenHash !== null,
  isRestricted: queue.isRestricted,
  resetChatbotMsg: queue.resetChatbotMsg,
  integrationId: queue.integrationId,
  typeChatbot: queue.typeChatbot,
  workspaceTypebot: queue.workspaceTypebot ?? '',
  typebotId: queue.typebotId ?? '',
  schedules: queue.schedules && schedulesOf(queue.schedules),
  attendantsPool: queue.attendantsPool,
  escalation: queue.escalation,
  mediaPath: pathOf(`queue/${queue.id}/media-upload`, queue.mediaFile),
  mediaName: queue.mediaName,
  mediaSize: queue.mediaSize,
})

/** A new file gets a new URL, because pages cache what they loaded from one. */
function pathOf(address: string, stored: string | null): string | null {
  const file = readStoredName(stored)
  return file && `/api/${address}?v=${file.slice(0, 16)}`
}

const compare: Readonly<Record<QueueOrder, (a: QueueSummary, b: QueueSummary) => number>> = {
  orderQueue: (a, b) => a.orderQueue - b.orderQueue || a.id - b.id,
  name: (a, b) => fold(a.name).localeCompare(fold(b.name)) || a.id - b.id,
  id: (a, b) => a.id - b.id,
}

export const listQueues = (db: Db, order: QueueOrder = 'orderQueue'): QueueSummary[] =>
  db.select().from(queues).all().map(summarizeQueue).sort(compare[order])

/** Ticket counts come from the counter table; users, connections and options are few enough to count. */
export const countersOf = (db: Db, id: number): NonNullable<QueueDetail['figures']> =>
  getOnlyRow<NonNullable<QueueDetail['figures']>>(
    db,
    `SELECT
       (SELECT count(*) FROM user_queues uq JOIN users u ON u.id = uq.user_id WHERE uq.queue_id = q.id AND u.active = 1) AS people,
       (SELECT ifnull(sum(n), 0) FROM ticket_counts WHERE queue_id = q.id AND status <> 'closed') AS activeTickets,
       (SELECT count(*) FROM connection_queues cq JOIN connections c ON c.id = cq.connection_id WHERE cq.queue_id = q.id AND c.deleted_at IS NULL) AS connections,
       (SELECT count(*) FROM queue_options WHERE queue_id = q.id) AS options
     FROM queues q WHERE q.id = ?`,
    id,
  )

/** The position after all others; positions start at 1. */
export const lastPosition = (db: Db): number => Number(getValue(db, 'SELECT ifnull(max(position), 0) + 1 FROM queues'))

type NewQueue = Omit<typeof queues.$inferInsert, 'id' | 'createdAt'>

export const insertQueue = (db: Db, now: number, queue: NewQueue): Queue =>
  db
    .insert(queues)
    .values({ ...queue, createdAt: now })
    .returning()
    .get()

export const updateQueue = (db: Db, id: number, change: Partial<NewQueue>): Queue =>
  db.update(queues).set(change).where(eq(queues.id, id)).returning().get() ?? fail('ERR_NO_QUEUE_FOUND')

/** Users, connections and tickets lose it with the row; its options are deleted. */
export function removeQueue(db: Db, id: number) {
  db.delete(queues).where(eq(queues.id, id)).run()
}

/** The options of one queue, siblings in order. */
export const listStoredOptions = (db: Db, queueId: number): StoredOption[] =>
  db
    .select()
    .from(queueOptions)
    .where(eq(queueOptions.queueId, queueId))
    .orderBy(queueOptions.position, queueOptions.id)
    .all()

/** The options of one queue, siblings in order. */
export function listOptions(db: Db, queueId: number): QueueOption[] {
  const has = (table: 'queues' | 'users where active = 1') => new Set(getColumn(db, `SELECT id FROM ${table}`))
  const [queueIds, userIds] = [has('queues'), has('users where active = 1')]
  const counts = new Map<number | null, number>()
  return listStoredOptions(db, queueId).map((stored) => {
    const { id, parentId, title, message, optionType, targetQueueId, targetUserId, mediaName, mediaSize } = stored
    const option = (counts.get(parentId) ?? 0) + 1
    counts.set(parentId, option)
    return {
      id,
      queueId,
      parentId,
      option,
      title,
      message,
      optionType,
      targetQueueId,
      targetUserId,
      isBroken:
        (optionType === 'Fila' && !queueIds.has(targetQueueId)) ||
        (optionType === 'Atendente' && targetUserId !== null && !userIds.has(targetUserId)),
      mediaPath: pathOf(`queue-options/${id}/file`, stored.mediaFile),
      mediaName,
      mediaSize,
    }
  })
}

export function findOption(db: Db, id: number): QueueOption {
  const { queueId } = findOptionOrFail(db, id)
  return listOptions(db, queueId).find((one) => one.id === id) ?? fail(queueErrors.ERR_NO_QUEUE_OPTION_FOUND)
}

type OptionFields = Omit<typeof queueOptions.$inferInsert, 'id'>
type NewOption = Omit<StoredOption, 'id' | 'mediaFile' | 'mediaName' | 'mediaType' | 'mediaSize'>

/** Prepared once, as a tree has up to five hundred. */
export const insertOption = (db: Db, option: NewOption): number =>
  getOnlyValue<number>(
    db,
    `INSERT INTO queue_options (queue_id, parent_id, position, title, message, option_type, target_queue_id, target_user_id)
     VALUES (@queueId, @parentId, @position, @title, @message, @optionType, @targetQueueId, @targetUserId) RETURNING id`,
    option,
  )

export function updateOption(db: Db, id: number, change: Partial<OptionFields>) {
  db.update(queueOptions).set(change).where(eq(queueOptions.id, id)).run()
}

export const removeOptionRow = (db: Db, queueId: number, id: number): void =>
  void execute(db, 'DELETE FROM queue_options WHERE queue_id = ? AND id = ?', [queueId, id])
