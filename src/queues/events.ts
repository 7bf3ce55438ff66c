import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import { defineDomainEvent, defineExtensionPoint } from '../platform/extensions'
import type { Services } from '../platform/module'
import type { UpdateQueue } from './contract'
import type { Queue } from './tables'

/** Called before the transaction that removes the queue: refuses, or detaches many rows in batches. */
export type BeforeRemoval = (cx: Cx, queueId: number) => void | Promise<void>
export const beforeQueueRemoval = defineExtensionPoint<BeforeRemoval>('queue.beforeRemoval')

/** What a queue stores besides what was typed. */
export type LookedUp = Partial<Pick<Queue, 'typebotPublicId'>>
export type SaveServices = Pick<Services, 'encryptionFor' | 'outsideAllow'>
/** Called before the transaction that saves a queue (null: a new one): looks up elsewhere what goes with it, or refuses. */
export type BeforeSave = (
  services: SaveServices,
  cx: Cx,
  wanted: UpdateQueue & { readonly before: Queue | null; readonly left: AbortSignal },
) => Promise<LookedUp>
export const beforeQueueSave = defineExtensionPoint<BeforeSave>('queue.beforeSave')

/** The queue is about to be deleted; rows that refer to it still exist. */
export const queueRemoving = defineDomainEvent<{ readonly queue: Queue; readonly actor: Actor }>('queue.removing')
/** Created or changed; a subscriber may refuse. `before` is null for a new one. */
export const queueChanged = defineDomainEvent<{ readonly before: Queue | null; readonly queue: Queue }>('queue.changed')
