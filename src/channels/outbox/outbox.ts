/** Chooses which waiting message or act leaves when: in order and within the connection's rate limit, one at a time to each contact, several contacts in parallel. */
import { eq, lt } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { HOUR, SECOND } from '../../platform/time'
import { type Channel, type ConnectionRef, keyOf } from '../channel'
import { type OutboxRow, outbox } from '../connections/tables'
import { createDelivery, type DeliveryPorts, OUTBOX_LIFE } from './delivery'
import { AT_ONCE, firstOfEachContact, gapOf, isContactBusy, nextTryAt } from './due'

const EXPIRED_AT_ONCE = 500

export type OutboxPorts = DeliveryPorts & {
  canSend(cx: Cx, connectionId: number): boolean
}

/** What a connection is sending. */
type Lane = {
  readonly ref: ConnectionRef
  readonly inFlight: Map<number, OutboxRow>
  /** When the rate limit allows the next one. */
  freeAt: number
  timer: ReturnType<typeof setTimeout> | undefined
  /** A row has left: the lane goes on after this turn of the event loop, once for all rows that leave in it. */
  goesOnSoon: boolean
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(channel: Channel, ports: OutboxPorts) {
  const delivery = createDelivery(channel, ports)
  const lanes = new Map<string, Lane>()
  let isStopped = false

  const laneOf = (ref: ConnectionRef): Lane =>
    getOrMake(lanes, keyOf(ref), () => ({
      ref,
      inFlight: new Map(),
      freeAt: 0,
      timer: undefined,
      goesOnSoon: false,
    }))

  /** Called by timers, where nobody catches: a company whose file does not open is retried later. */
  function goOn(lane: Lane) {
    if (isStopped || lane.inFlight.size >= AT_ONCE) return
    try {
      sendDue(lane)
    } catch (error) {
      ports.log.warn({ err: error, tenant: lane.ref.tenantUuid }, 'outbox could not be read')
      goOnIn(lane, 30 * SECOND)
    }
  }

  function sendDue(lane: Lane) {
    const { connectionId, tenantUuid } = lane.ref
    const cx = ports.cxOf(tenantUuid)
    if (!ports.canSend(cx, connectionId)) return
    const now = cx.now()
    const gap = gapOf(cx, connectionId)
    for (const row of firstOfEachContact(cx, connectionId, lane.inFlight)) {
      const wait = lane.freeAt - now
      if (wait > 0 && wait <= gap) return goOnIn(lane, wait) // longer than the gap: the clock was set back
      lane.freeAt = now + gap
      send(lane, cx, row)
    }
    const nextAt = nextTryAt(cx, connectionId)
    if (nextAt !== null) goOnIn(lane, nextAt - now)
  }

  function send(lane: Lane, cx: Cx, row: OutboxRow) {
    lane.inFlight.set(row.id, row)
    void delivery.deliver(cx, lane.ref, row).finally(() => {
      lane.inFlight.delete(row.id)
      goOnSoon(lane)
    })
  }

  function goOnSoon(lane: Lane) {
    if (lane.goesOnSoon) return
    lane.goesOnSoon = true
    setImmediate(() => {
      lane.goesOnSoon = false
      goOn(lane)
    })
  }

  function goOnIn(lane: Lane, ms: number) {
    clearTimeout(lane.timer)
    lane.timer = setTimeout(() => goOn(lane), Math.min(HOUR, Math.max(10, ms)))
    lane.timer.unref?.()
  }

  return {
    /** A row was added, or the connection can send again. */
    wake: (ref: ConnectionRef) => goOn(laneOf(ref)),

    /** Whether this message itself is being sent at this moment. */
    isLeaving(ref: ConnectionRef, messageId: number): boolean {
      return [...laneOf(ref).inFlight.values()].some((row) => row.messageId === messageId && row.actId === null)
    },

    /** Messages that waited too long for a connection that does not open fail. */
    expire(cx: Cx) {
      const old = lt(outbox.createdAt, cx.now() - OUTBOX_LIFE)
      for (const row of cx.db.select().from(outbox).where(old).limit(EXPIRED_AT_ONCE).all()) {
        const { inFlight } = laneOf({ tenantUuid: cx.tenant.uuid, connectionId: row.connectionId })
        if (!isContactBusy(cx, row, inFlight)) delivery.settle(cx, row, { failure: 'expired' })
      }
    },

    /** Sends nothing more; waits at most `patience` ms for what is in flight. */
    stop(patience: number): Promise<void> {
      isStopped = true
      for (const lane of lanes.values()) clearTimeout(lane.timer)
      return delivery.stop(patience)
    },

    /** The connection is gone: its waiting messages fail visibly. */
    forget(ref: ConnectionRef) {
      clearTimeout(laneOf(ref).timer)
      lanes.delete(keyOf(ref))
      const cx = ports.cxOf(ref.tenantUuid)
      for (const row of cx.db.select().from(outbox).where(eq(outbox.connectionId, ref.connectionId)).all())
        delivery.settle(cx, row, { failure: 'connectionDeleted' })
    },
  }
}
