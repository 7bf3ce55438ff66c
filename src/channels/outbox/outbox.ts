/** Sends waiting messages and acts, in order and within the connection's rate limit: one at a time to each contact, several contacts in parallel. The only caller of `channel.send` and `channel.act`. */
import { eq, lt } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { type Db, isSqliteError, type Raw, statement } from '../../platform/sqlite'
import { HOUR, MINUTE, SECOND } from '../../platform/time'
import { type Channel, type ConnectionRef, keyOf, type Outgoing, type OutgoingAct, type SendResult } from '../channel'
import { findConnection, findConnectionOrFail } from '../connections/queries'
import { type OutboxRow, outbox } from '../connections/tables'

const AT_ONCE = 24
const EXPIRED_AT_ONCE = 500
export const MOST_TRIES = 5
/** Longest wait between two attempts. */
const LONGEST_WAIT = MINUTE
/** An older message would surprise the contact, so it fails visibly instead. */
export const OUTBOX_LIFE = 24 * HOUR

/** The final outcome of a message; a null `failure` means that the messenger confirmed it. */
export type Settlement = { readonly failure: string | null }

export type OutboxPorts = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  canSend(cx: Cx, connectionId: number): boolean
  /** What to send for the row, or the reason why it cannot be sent at all. */
  describe(cx: Cx, row: OutboxRow): Outgoing | OutgoingAct | { readonly failure: string }
  /** Stores the outcome on the message, in the transaction that removes the row. */
  settle(cx: Cx, row: OutboxRow, settlement: Settlement): void
}

type Lane = {
  readonly ref: ConnectionRef
  /** Rows in flight, by id, because the contact may change meanwhile, when two contacts are merged. */
  readonly busy: Map<number, OutboxRow>
  /** When the rate limit allows the next one. */
  freeAt: number
  timer: ReturnType<typeof setTimeout> | undefined
  again: boolean
}

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(channel: Channel, ports: OutboxPorts) {
  const lanes = new Map<string, Lane>()
  let stopped = false
  const inFlight = new Set<Promise<void>>()

  const laneOf = (ref: ConnectionRef): Lane =>
    getOrMake(lanes, keyOf(ref), () => ({ ref, busy: new Map(), freeAt: 0, timer: undefined, again: false }))

  const wakeLater = (lane: Lane, at: number, now: number) => {
    clearTimeout(lane.timer)
    lane.timer = setTimeout(() => pump(lane), Math.min(HOUR, Math.max(10, at - now)))
    lane.timer.unref?.()
  }

  /** Called by timers, where nobody catches: a company whose file does not open is retried later. */
  function pump(lane: Lane) {
    if (stopped || lane.busy.size >= AT_ONCE) return
    try {
      fill(lane)
    } catch (error) {
      ports.log.warn({ err: error, tenant: lane.ref.tenantUuid }, 'outbox could not be read')
      wakeLater(lane, 30 * SECOND, 0)
    }
  }

  /** Fills the lane up to its width with the first row of each contact that has none in flight. */
  function fill(lane: Lane) {
    const cx = ports.cxOf(lane.ref.tenantUuid)
    if (!ports.canSend(cx, lane.ref.connectionId)) return
    const now = cx.now()
    const gap = gapOf(cx, lane.ref.connectionId)
    for (const row of firstOfEachContact(cx, lane)) {
      const wait = lane.freeAt - now
      if (wait > 0 && wait <= gap) return wakeLater(lane, lane.freeAt, now) // longer than the gap: the clock was set back
      lane.freeAt = now + gap
      dispatch(lane, cx, row)
    }
    const nextAt = nextTryAfter(cx, lane)
    if (nextAt !== null) wakeLater(lane, nextAt, now)
  }

  function dispatch(lane: Lane, cx: Cx, row: OutboxRow) {
    lane.busy.set(row.id, row)
    noteHeard(cx.db, row)
    const journey = handOver(lane, cx, row)
      .then((end) => write(lane, row, end))
      .finally(() => {
        lane.busy.delete(row.id)
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

  async function handOver(lane: Lane, cx: Cx, row: OutboxRow): Promise<SendResult | Settlement> {
    if (cx.now() - row.createdAt > OUTBOX_LIFE) return { failure: 'expired' }
    try {
      const outgoing = ports.describe(cx, row)
      if ('failure' in outgoing) return outgoing
      return await ('do' in outgoing ? channel.act(lane.ref, outgoing) : channel.send(lane.ref, outgoing))
    } catch (error) {
      ports.log.warn({ err: error, message: row.messageId }, 'send failed, will be tried again')
      return { outcome: isSqliteError(error) ? 'notNow' : 'unknown' }
    }
  }

  /** The row stays in flight until its outcome is stored, so that a message the messenger has taken is not sent again. */
  async function write(lane: Lane, row: OutboxRow, end: SendResult | Settlement): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return conclude(ports.cxOf(lane.ref.tenantUuid), row, end)
      } catch (error) {
        if (isFirst)
          ports.log.error({ err: error, message: row.messageId }, 'what became of a message is not written yet')
        if (stopped) return
        await Bun.sleep(SECOND)
      }
    }
  }

  return {
    /** A row was added, or the connection can send again. */
    wake: (ref: ConnectionRef) => pump(laneOf(ref)),

    /** Whether this message itself is being sent at this moment. */
    isLeaving(ref: ConnectionRef, messageId: number): boolean {
      return [...laneOf(ref).busy.values()].some((row) => row.messageId === messageId && row.actId === null)
    },

    /** Messages that waited too long for a connection that does not open fail. */
    expire(cx: Cx) {
      const old = lt(outbox.createdAt, cx.now() - OUTBOX_LIFE)
      for (const row of cx.db.select().from(outbox).where(old).limit(EXPIRED_AT_ONCE).all()) {
        const lane = laneOf({ tenantUuid: cx.tenant.uuid, connectionId: row.connectionId })
        if (!isInLineBehind(cx, lane, row)) finish(cx, row, { failure: 'expired' })
      }
    },

    /** Waits at most `patience` ms for messages in flight; those without an answer by then are sent again under the same id. */
    async stop(patience: number) {
      stopped = true
      for (const lane of lanes.values()) clearTimeout(lane.timer)
      const over = Promise.withResolvers<void>()
      const timer = setTimeout(over.resolve, patience)
      await Promise.race([Promise.allSettled([...inFlight]), over.promise])
      clearTimeout(timer) // or it keeps a process that could end
    },

    /** The connection is gone: its waiting messages fail visibly. */
    forget(ref: ConnectionRef) {
      clearTimeout(laneOf(ref).timer)
      lanes.delete(keyOf(ref))
      const cx = ports.cxOf(ref.tenantUuid)
      for (const row of cx.db.select().from(outbox).where(eq(outbox.connectionId, ref.connectionId)).all())
        finish(cx, row, { failure: 'connectionDeleted' })
    },
  }

  function conclude(cx: Cx, row: OutboxRow, end: SendResult | Settlement) {
    if ('failure' in end) return finish(cx, row, end)
    switch (end.outcome) {
      case 'sent':
        return finish(cx, row, { failure: null })
      case 'refused':
        return finish(cx, row, { failure: end.reason })
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
      statement(cx.db.$client, 'DELETE FROM outbox WHERE id = ?').run(row.id)
      noteHeard(cx.db, row)
      ports.settle(cx, row, settlement)
    })
  }
}

/** Waits 2, 4, 8, 16 s between the attempts after a temporary failure. */
function postpone(cx: Cx, row: OutboxRow, attempts: number) {
  const change = { attempts, nextAt: cx.now() + 2 ** Math.max(1, attempts) * SECOND }
  cx.transaction((cx) => cx.db.update(outbox).set(change).where(eq(outbox.id, row.id)).run())
}

/** Milliseconds between two messages of a connection. */
const gapOf = (cx: Cx, connectionId: number): number => {
  const pace = findConnection(cx.db, connectionId)?.messagesPerMinute ?? 0
  return pace > 0 ? MINUTE / pace : 0
}

/** The first row of each contact. A row that waits for its next attempt holds back the contact's others. */
const HEADS = `SELECT id, connection_id AS connectionId, contact_id AS contactId, message_id AS messageId, act_id AS actId,
    attempts, next_at AS nextAt, created_at AS createdAt
  FROM outbox o
  WHERE connection_id = (? + 0) AND (next_at <= (? + 0) OR next_at > (? + 0) OR next_at = created_at)
    AND contact_id NOT IN (SELECT contact_id FROM outbox WHERE id IN (SELECT value FROM json_each(?)))
    AND NOT EXISTS (SELECT 1 FROM outbox earlier
      WHERE earlier.connection_id = o.connection_id AND earlier.contact_id = o.contact_id AND earlier.id < o.id)
  ORDER BY id LIMIT ${AT_ONCE}`

function firstOfEachContact(cx: Cx, { ref, busy }: Lane): OutboxRow[] {
  const now = cx.now()
  // Due later than any wait we set: the clock was set back.
  const due = [now, now + LONGEST_WAIT]
  const rows = statement(cx.db.$client, HEADS).all(ref.connectionId, ...due, JSON.stringify([...busy.keys()]))
  return (rows as OutboxRow[]).slice(0, AT_ONCE - busy.size) // the columns are listed
}

/** Whether it, or something of the same chat, is in flight. */
function isInLineBehind(cx: Cx, { busy }: Lane, { contactId }: OutboxRow): boolean {
  const ids = JSON.stringify([...busy.keys()])
  const sql = 'SELECT 1 FROM outbox WHERE contact_id = ? AND id IN (SELECT value FROM json_each(?))'
  return busy.size > 0 && statement(cx.db.$client, sql).get(contactId, ids) !== undefined
}

/** Of postponed rows alone: in a new one `next_at` is `created_at`, and it is due whatever the clock says. */
const NEXT_TRY =
  'SELECT min(next_at) FROM outbox WHERE connection_id = (? + 0) AND next_at > (? + 0) AND next_at <> created_at'

const nextTryAfter = (cx: Cx, { ref }: Lane): number | null =>
  statement(cx.db.$client, NEXT_TRY).pluck().get(ref.connectionId, cx.now()) as number | null // of a column of integers

/** Messages that were queued and never handed to the messenger. In memory only: for rows of an earlier process this is unknown. */
const unheardIn = ({ $client }: Db): Set<number> => getOrMake(unheard, $client, () => new Set())
const unheard = new WeakMap<Raw, Set<number>>()

function noteHeard(db: Db, { messageId, actId }: OutboxRow) {
  if (actId === null) unheardIn(db).delete(messageId)
}

/** True only if certainly no attempt to send this message has begun. */
export const isUnheard = (db: Db, messageId: number): boolean => unheardIn(db).has(messageId)

type InLine = Pick<OutboxRow, 'connectionId' | 'contactId' | 'messageId' | 'actId'>

/** Queues a new message, in the transaction that stores it. */
export function putNewInOutbox(cx: Cx, row: Omit<InLine, 'actId'>) {
  unheardIn(cx.db).add(row.messageId)
  putInOutbox(cx, { ...row, actId: null })
}

/** Returns false when it was not queued. */
export const takeFromOutbox = (db: Db, messageId: number): boolean =>
  statement(db.$client, 'DELETE FROM outbox WHERE message_id = ? AND act_id IS NULL').run(messageId).changes > 0

/** The same for an act, and for a message that is sent once more. */
export function putInOutbox(cx: Cx, row: InLine) {
  findConnectionOrFail(cx.db, row.connectionId)
  const now = cx.now()
  statement(
    cx.db.$client,
    `INSERT INTO outbox (connection_id, contact_id, message_id, act_id, next_at, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(row.connectionId, row.contactId, row.messageId, row.actId, now, now)
  cx.signal({ what: 'outbox', connectionId: row.connectionId })
}
