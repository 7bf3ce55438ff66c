/** Domain events of removing a queue. */
import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import { defineDomainEvent, defineExtensionPoint } from '../platform/extensions'
import type { Queue } from './tables'

/** Called before the transaction that removes the queue: refuses, or detaches many rows in batches. */
export type BeforeRemoval = (cx: Cx, queueId: number) => void | Promise<void>
export const beforeQueueRemoval = defineExtensionPoint<BeforeRemoval>('queue.beforeRemoval')

/** The queue is about to be deleted; rows that refer to it still exist. */
export const queueRemoving = defineDomainEvent<{ readonly queue: Queue; readonly actor: Actor }>('queue.removing')
/** Created or changed; a subscriber may refuse. `before` is null for a new one. */
export const queueChanged = defineDomainEvent<{ readonly before: Queue | null; readonly queue: Queue }>('queue.changed')
