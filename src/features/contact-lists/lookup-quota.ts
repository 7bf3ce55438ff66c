/** Which connection may look up numbers now: in batches, with pauses, and with an hourly limit. */
import { MOST_LOOKED_UP } from '../../channels/channel'
import { execute, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { HOUR, SECOND } from '../../platform/time'
import type { CheckWait } from './contract'

/** Numbers per connection and hour. */
export const MOST_AN_HOUR = 3_000
/** Random pause between two batches, in milliseconds. */
export const PAUSES = { least: 20 * SECOND, most: 40 * SECOND }

export type LookupQuota = {
  /** Connection that may look up now; null: none. */
  readonly connectionId: number | null
  /** Numbers it may look up. */
  readonly most: number
  /** Why no connection may. Null during a usual pause. */
  readonly wait: { readonly why: CheckWait; readonly until: number | null } | null
}

type Row = { readonly id: number; readonly status: string } & Pace
type Pace = { readonly hourBegan: number; readonly count: number; readonly nextAt: number }

/** Prefers the default connection. */
export function lookupQuotaOf(db: Db, now: number): LookupQuota {
  const rows = getRows<Row>(
    db,
    `SELECT c.id, c.status, coalesce(l.hour_began, 0) AS hourBegan, coalesce(l.count, 0) AS count, coalesce(l.next_at, 0) AS nextAt
     FROM connections c LEFT JOIN number_look_ups l ON l.connection_id = c.id
     WHERE c.deleted_at IS NULL AND c.channel = 'whatsapp' ORDER BY c.is_default DESC, c.id`,
  )
  const able = rows.filter(({ status }) => status === 'CONNECTED')
  const none = { connectionId: null, most: 0 }
  if (able.length === 0) {
    const isRestricted = rows.some(({ status }) => status === 'RESTRICTED')
    return { ...none, wait: { why: isRestricted ? 'restricted' : 'disconnected', until: null } }
  }
  const free = able.filter((one) => leftOf(one, now) > 0)
  const [first] = free
  if (!first) return { ...none, wait: { why: 'limit', until: Math.min(...able.map((one) => one.hourBegan + HOUR)) } }
  const ready = free.find(({ nextAt }) => !isAhead(nextAt, now))
  if (!ready) return { ...none, wait: null }
  return { connectionId: ready.id, most: Math.min(MOST_LOOKED_UP, leftOf(ready, now)), wait: null }
}

/** Ignores times beyond a pause, which remain after the clock was set back. */
const isAhead = (nextAt: number, now: number) => nextAt > now && nextAt - now <= PAUSES.most

const isOver = (hourBegan: number, now: number) => now - hourBegan >= HOUR || now < hourBegan
const leftOf = ({ hourBegan, count }: Pace, now: number) =>
  isOver(hourBegan, now) ? MOST_AN_HOUR : MOST_AN_HOUR - count

/** Call before the look-up, so that a crash cannot exceed the quota. */
export function noteLookUps(db: Db, now: number, connectionId: number, count: number, random = Math.random()) {
  const nextAt = now + Math.round(PAUSES.least + random * (PAUSES.most - PAUSES.least))
  execute(
    db,
    `INSERT INTO number_look_ups (connection_id, hour_began, count, next_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET next_at = excluded.next_at,
       count = CASE WHEN excluded.hour_began - hour_began >= ${HOUR} OR excluded.hour_began < hour_began THEN 0 ELSE count END + excluded.count,
       hour_began = CASE WHEN excluded.hour_began - hour_began >= ${HOUR} OR excluded.hour_began < hour_began THEN excluded.hour_began ELSE hour_began END`,
    [connectionId, now, count, nextAt],
  )
}
