import { eq } from 'drizzle-orm'
import { fail } from '../errors'
import { finder } from '../platform/finder'
import { type Db, statement } from '../platform/sqlite'
import { fold } from '../platform/text'
import type { QueueDetail, QueueOrder, QueueSummary } from './contract'
import { type Queue, queues } from './tables'

export const { find: findQueue, findOrFail: findQueueOrFail } = finder(queues, 'ERR_NO_QUEUE_FOUND')

export const summarizeQueue = ({ id, name, color, position, greetingMessage }: Queue): QueueSummary => ({
  id,
  name,
  color,
  orderQueue: position,
  greetingMessage,
})

const compare: Readonly<Record<QueueOrder, (a: QueueSummary, b: QueueSummary) => number>> = {
  orderQueue: (a, b) => a.orderQueue - b.orderQueue || a.id - b.id,
  name: (a, b) => fold(a.name).localeCompare(fold(b.name)) || a.id - b.id,
  id: (a, b) => a.id - b.id,
}

export const listQueues = (db: Db, order: QueueOrder = 'orderQueue'): QueueSummary[] =>
  db.select().from(queues).all().map(summarizeQueue).sort(compare[order])

/** Tickets are read from the counter table, never counted; people and connections are few. */
export const figuresOf = (db: Db, id: number): NonNullable<QueueDetail['figures']> =>
  statement(
    db.$client,
    `SELECT
       (SELECT count(*) FROM user_queues uq JOIN users u ON u.id = uq.user_id WHERE uq.queue_id = q.id AND u.active = 1) AS people,
       (SELECT ifnull(sum(n), 0) FROM ticket_counts WHERE queue_id = q.id AND status <> 'closed') AS activeTickets,
       (SELECT count(*) FROM connection_queues cq JOIN connections c ON c.id = cq.connection_id WHERE cq.queue_id = q.id AND c.deleted_at IS NULL) AS connections
     FROM queues q WHERE q.id = ?`,
  ).get(id) as NonNullable<QueueDetail['figures']> // the columns are listed

/** The position after all others. */
export const lastPosition = (db: Db): number =>
  Number(statement(db.$client, 'SELECT ifnull(max(position), -1) + 1 FROM queues').pluck().get())

type Greeting = Pick<Queue, 'greetingMessage'>

export const createQueue = (
  db: Db,
  now: number,
  { name, color, position, greetingMessage = '' }: Pick<Queue, 'name' | 'color' | 'position'> & Partial<Greeting>,
): Queue => db.insert(queues).values({ name, color, position, greetingMessage, createdAt: now }).returning().get()

export const updateQueue = (db: Db, id: number, change: Pick<Queue, 'name' | 'color' | 'position'> & Greeting): Queue =>
  db.update(queues).set(change).where(eq(queues.id, id)).returning().get() ?? fail('ERR_NO_QUEUE_FOUND')

/** People, connections and tickets lose it with the row. */
export function deleteQueue(db: Db, id: number) {
  db.delete(queues).where(eq(queues.id, id)).run()
}
