/**
 * Schedules queued messages and actions: in order, within the connection's rate limit, one at a time per contact,
 * several contacts in parallel.
 */
import { eq, lt } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { HOUR, SECOND } from '../../platform/time'
import { type Channel, type ConnectionRef, keyOf } from '../channel'
import { type OutboxRow, outbox } from '../connections/tables'
import { createDelivery, type DeliveryDeps, OUTBOX_LIFE } from './delivery'
import { CONCURRENT_SENDS, firstOfEachContact, gapOf, isContactBusy, nextTryAt } from './due'

const EXPIRED_AT_ONCE = 500

export type OutboxDeps = DeliveryDeps & {
  canSend(cx: Cx, connectionId: number): boolean
}

/** Sending state of a connection. */
type ConnectionQueue = {
  readonly ref: ConnectionRef
  readonly inFlight: Map<number, OutboxRow>
  /** When the rate limit allows the next message. */
  freeAt: number
  timer: ReturnType<typeof setTimeout> | undefined
  /** The queue continues after this event loop turn, once for all rows that were sent in it. */
  goesOnSoon: boolean
  /** The company is on another node of the fleet, which sends what is left. */
  isElsewhere: boolean
}

declare module '../../platform/module' {
  interface Services {
    readonly outbox: Outbox
  }
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(channel: Channel, deps: OutboxDeps) {
  const delivery = createDelivery(channel, deps)
  const queues = new Map<string, ConnectionQueue>()
  let isStopped = false

  const queueOf = (ref: ConnectionRef): ConnectionQueue =>
    getOrMake(queues, keyOf(ref), () => ({
      ref,
      inFlight: new Map(),
      freeAt: 0,
      timer: undefined,
      goesOnSoon: false,
      isElsewhere: false,
    }))

  /** Called by timers, so it must not throw: a company whose file does not open is retried later. */
  function goOn(queue: ConnectionQueue) {
    if (isStopped || queue.isElsewhere || queue.inFlight.size >= CONCURRENT_SENDS) return
    try {
      sendDue(queue)
    } catch (error) {
      deps.log.warn({ err: error, tenant: queue.ref.tenantUuid }, 'outbox could not be read')
      goOnIn(queue, 30 * SECOND)
    }
  }

  function sendDue(queue: ConnectionQueue) {
    const { connectionId, tenantUuid } = queue.ref
    const cx = deps.cxOf(tenantUuid)
    if (!deps.canSend(cx, connectionId)) return
    const now = cx.now()
    const gap = gapOf(cx, connectionId)
    for (const row of firstOfEachContact(cx, connectionId, queue.inFlight)) {
      const wait = queue.freeAt - now
      if (wait > 0 && wait <= gap) return goOnIn(queue, wait) // a longer wait: the clock was set back
      queue.freeAt = now + gap
      send(queue, cx, row)
    }
    const nextAt = nextTryAt(cx, connectionId)
    if (nextAt !== null) goOnIn(queue, nextAt - now)
  }

  function send(queue: ConnectionQueue, cx: Cx, row: OutboxRow) {
    queue.inFlight.set(row.id, row)
    void delivery
      .deliver(cx, queue.ref, row, () => queue.isElsewhere)
      .finally(() => {
        queue.inFlight.delete(row.id)
        goOnSoon(queue)
      })
  }

  function goOnSoon(queue: ConnectionQueue) {
    if (queue.goesOnSoon) return
    queue.goesOnSoon = true
    setImmediate(() => {
      queue.goesOnSoon = false
      goOn(queue)
    })
  }

  function goOnIn(queue: ConnectionQueue, ms: number) {
    clearTimeout(queue.timer)
    queue.timer = setTimeout(() => goOn(queue), Math.min(HOUR, Math.max(10, ms)))
    queue.timer.unref?.()
  }

  return {
    /** Called when a row was added or the connection can send again. */
    wake: (ref: ConnectionRef) => goOn(queueOf(ref)),

    /** Whether this message itself is being sent right now. */
    isLeaving(ref: ConnectionRef, messageId: number): boolean {
      return [...queueOf(ref).inFlight.values()].some((row) => row.messageId === messageId && row.actionId === null)
    },

    /** Fails messages that waited too long for a connection that does not open. */
    expire(cx: Cx) {
      const old = lt(outbox.createdAt, cx.now() - OUTBOX_LIFE)
      for (const row of cx.db.select().from(outbox).where(old).limit(EXPIRED_AT_ONCE).all()) {
        const { inFlight } = queueOf({ tenantUuid: cx.tenant.uuid, connectionId: row.connectionId })
        if (!isContactBusy(cx, row, inFlight)) delivery.settle(cx, row, { failure: 'expired' })
      }
    },

    /** Stops sending; waits at most `patience` ms for messages in flight. */
    stop(patience: number): Promise<void> {
      isStopped = true
      for (const queue of queues.values()) clearTimeout(queue.timer)
      return delivery.stop(patience)
    },

    /** The company has left this node of a fleet: what messengers still answer for it here is not stored. */
    leave(tenantUuid: string) {
      for (const [key, queue] of queues) {
        if (queue.ref.tenantUuid !== tenantUuid) continue
        queue.isElsewhere = true
        clearTimeout(queue.timer)
        queues.delete(key)
      }
    },

    /** Fails the queued messages of a removed connection. */
    forget(ref: ConnectionRef) {
      clearTimeout(queueOf(ref).timer)
      queues.delete(keyOf(ref))
      const cx = deps.cxOf(ref.tenantUuid)
      for (const row of cx.db.select().from(outbox).where(eq(outbox.connectionId, ref.connectionId)).all())
        delivery.settle(cx, row, { failure: 'connectionDeleted' })
    },
  }
}
