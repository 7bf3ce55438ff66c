/** What waits to leave, sent in order: one message at a time to each contact, several contacts at once. The only caller of `channel.send` and `channel.act`. */
import { asc, eq, lt } from 'drizzle-orm'
import type { Cx } from '../platform/cx'
import type { Log } from '../platform/log'
import { getOrMake } from '../platform/maps'
import { HOUR, SECOND } from '../platform/time'
import { type Channel, type ConnectionRef, keyOf, type Outgoing, type OutgoingAct, type SendResult } from './channel'
import { type OutboxRow, outbox } from './connections/tables'

const AT_ONCE = 24
const WINDOW = 500
export const MOST_TRIES = 5
/** A message this old would surprise the contact: it fails visibly instead. */
export const OUTBOX_LIFE = 24 * HOUR

/** How a message's journey ended; null `failure` means that the messenger confirmed it. */
export type Settlement = { readonly failure: string | null }

export type OutboxPorts = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  canSend(cx: Cx, connectionId: number): boolean
  /** What the row stands for; a failure's reason when it cannot be sent at all. */
  describe(cx: Cx, row: OutboxRow): Outgoing | OutgoingAct | { readonly failure: string }
  /** Writes the outcome on the message, inside the transaction that removes the row. */
  settle(cx: Cx, row: OutboxRow, settlement: Settlement): void
}

type Lane = {
  readonly ref: ConnectionRef
  readonly busy: Set<number>
  timer: ReturnType<typeof setTimeout> | undefined
  again: boolean
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(channel: Channel, ports: OutboxPorts) {
  const lanes = new Map<string, Lane>()
  let stopped = false
  const inFlight = new Set<Promise<void>>()

  const laneOf = (ref: ConnectionRef): Lane =>
    getOrMake(lanes, keyOf(ref), () => ({ ref, busy: new Set(), timer: undefined, again: false }))

  const wakeLater = (lane: Lane, at: number, now: number) => {
    clearTimeout(lane.timer)
    lane.timer = setTimeout(() => pump(lane), Math.max(10, at - now))
    lane.timer.unref?.()
  }

  /** Called by timers, where nobody would catch: a company whose file does not open is looked at again later. */
  function pump(lane: Lane) {
    if (stopped || lane.busy.size >= AT_ONCE) return
    try {
      fill(lane)
    } catch (error) {
      ports.log.warn({ err: error, tenant: lane.ref.tenantUuid }, 'outbox could not be read')
      wakeLater(lane, 30 * SECOND, 0)
    }
  }

  /** Fills the lane up to its width with the first row of each contact that has none on the way. */
  function fill(lane: Lane) {
    const cx = ports.cxOf(lane.ref.tenantUuid)
    if (!ports.canSend(cx, lane.ref.connectionId)) return
    const now = cx.now()
    let nextAt = Number.POSITIVE_INFINITY
    for (const row of firstOfEachContact(cx, lane)) {
      if (lane.busy.size >= AT_ONCE) break
      if (row.nextAt > now) nextAt = Math.min(nextAt, row.nextAt)
      else dispatch(lane, cx, row)
    }
    if (nextAt < Number.POSITIVE_INFINITY) wakeLater(lane, nextAt, now)
  }

  function dispatch(lane: Lane, cx: Cx, row: OutboxRow) {
    lane.busy.add(row.contactId)
    const journey = send(lane, cx, row)
      .catch((error: unknown) => {
        ports.log.error({ err: error, message: row.messageId }, 'outbox row could not be handled')
        wakeLater(lane, 5 * SECOND, 0)
      })
      .finally(() => {
        lane.busy.delete(row.contactId)
        inFlight.delete(journey)
        if (!lane.again) {
          lane.again = true
          setImmediate(() => {
            lane.again = false
            pump(lane)
          })
        }
      })
    inFlight.add(journey)
  }

  async function send(lane: Lane, cx: Cx, row: OutboxRow): Promise<void> {
    if (cx.now() - row.createdAt > OUTBOX_LIFE) return finish(cx, row, { failure: 'expired' })
    const outgoing = ports.describe(cx, row)
    if ('failure' in outgoing) return finish(cx, row, outgoing)
    let result: SendResult
    try {
      result = await ('do' in outgoing ? channel.act(lane.ref, outgoing) : channel.send(lane.ref, outgoing))
    } catch (error) {
      ports.log.warn({ err: error, message: row.messageId }, 'send failed, will be tried again')
      result = { outcome: 'unknown' }
    }
    conclude(cx, row, result)
  }

  return {
    /** A row was added, or the connection can send again. */
    wake: (ref: ConnectionRef) => pump(laneOf(ref)),

    /** What waited too long for a connection that does not open fails without it. */
    expire(cx: Cx) {
      const old = lt(outbox.createdAt, cx.now() - OUTBOX_LIFE)
      for (const row of cx.db.select().from(outbox).where(old).limit(WINDOW).all()) {
        const lane = laneOf({ tenantUuid: cx.tenant.uuid, connectionId: row.connectionId })
        if (!lane.busy.has(row.contactId)) finish(cx, row, { failure: 'expired' })
      }
    },

    /** Lets what is on the way arrive, at most `patience` ms; what has no answer by then is sent again with the same id. */
    async stop(patience: number) {
      stopped = true
      for (const lane of lanes.values()) clearTimeout(lane.timer)
      await Promise.race([Promise.allSettled([...inFlight]), Bun.sleep(patience)])
    },

    /** The connection is gone: what waited to leave through it fails visibly. */
    forget(ref: ConnectionRef) {
      clearTimeout(laneOf(ref).timer)
      lanes.delete(keyOf(ref))
      const cx = ports.cxOf(ref.tenantUuid)
      for (const row of cx.db.select().from(outbox).where(eq(outbox.connectionId, ref.connectionId)).all())
        finish(cx, row, { failure: 'connectionDeleted' })
    },
  }

  function conclude(cx: Cx, row: OutboxRow, result: SendResult) {
    switch (result.outcome) {
      case 'sent':
        return finish(cx, row, { failure: null })
      case 'refused':
        return finish(cx, row, { failure: result.reason })
      case 'notNow':
        return postpone(cx, row, row.attempts)
      case 'unknown':
        return row.attempts + 1 >= MOST_TRIES
          ? finish(cx, row, { failure: 'noAnswer' })
          : postpone(cx, row, row.attempts + 1)
    }
  }

  function finish(cx: Cx, row: OutboxRow, settlement: Settlement) {
    cx.transaction((cx) => {
      cx.db.delete(outbox).where(eq(outbox.id, row.id)).run()
      ports.settle(cx, row, settlement)
    })
  }
}

/** 2, 4, 8, 16 s: a temporary failure is given time to pass. */
function postpone(cx: Cx, row: OutboxRow, attempts: number) {
  cx.db
    .update(outbox)
    .set({ attempts, nextAt: cx.now() + 2 ** Math.max(1, attempts) * SECOND })
    .where(eq(outbox.id, row.id))
    .run()
}

function firstOfEachContact(cx: Cx, lane: Lane): OutboxRow[] {
  const rows = cx.db
    .select()
    .from(outbox)
    .where(eq(outbox.connectionId, lane.ref.connectionId))
    .orderBy(asc(outbox.id))
    .limit(WINDOW)
    .all()
  const seen = new Set(lane.busy)
  return rows.filter(({ contactId }) => !seen.has(contactId) && seen.add(contactId))
}

/** Puts a stored message, or what is done to it, in line to leave, inside the transaction that stored it. */
export function putInOutbox(
  cx: Cx,
  row: { connectionId: number; contactId: number; messageId: number; actId: number | null },
) {
  const now = cx.now()
  cx.db
    .insert(outbox)
    .values({ ...row, nextAt: now, createdAt: now })
    .run()
  cx.signal({ what: 'outbox', connectionId: row.connectionId })
}
