import { eq } from 'drizzle-orm'
import { fail } from '../errors'
import type { Db } from '../platform/sqlite'
import type { QueueSummary } from './contract'
import { type Queue, queues } from './tables'

export const findQueue = (db: Db, id: number): Queue | undefined =>
  db.select().from(queues).where(eq(queues.id, id)).get()
export const findQueueOrFail = (db: Db, id: number): Queue => findQueue(db, id) ?? fail('ERR_NO_QUEUE_FOUND')

export const listQueues = (db: Db): QueueSummary[] =>
  db
    .select()
    .from(queues)
    .orderBy(queues.position, queues.id)
    .all()
    .map(({ id, name, color, position }) => ({ id, name, color, orderQueue: position }))

export const createQueue = (
  db: Db,
  now: number,
  { name, color, position }: { name: string; color: string; position: number },
): Queue => db.insert(queues).values({ name, color, position, createdAt: now }).returning().get()
