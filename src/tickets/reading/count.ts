/** Counts messages sent and received. */
import type { Cx } from '../../platform/cx'
import type { Period } from '../../platform/days'
import { getOnlyValue, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY } from '../../platform/time'

/** Counted in one go; yields to the event loop in between. */
const SLICE = 7 * DAY

/** The company's messages in this period, without notes and calls. A null `fromMe` counts both directions. */
export async function countMessages(cx: Cx, fromMe: boolean | null, period: Period | null): Promise<number> {
  let count = 0
  for (const side of fromMe === null ? [0, 1] : [fromMe ? 1 : 0]) {
    const { first, last } = rangeOf(cx.db, side)
    const end = Math.min(last + 1, period?.to ?? Number.POSITIVE_INFINITY)
    for (let from = Math.max(first, period?.from ?? 0); from < end; from += SLICE) {
      count += countBetween(cx.db, side, { from, to: Math.min(from + SLICE, end) })
      await new Promise(setImmediate)
    }
  }
  return count
}

const SAID = "messages INDEXED BY messages_said WHERE kind NOT IN ('note', 'call') AND from_me = (? + 0)"

/** Undefined for a direction without messages. */
function rangeOf(db: Db, side: number): { first: number; last: number } {
  const end = (order: 'ASC' | 'DESC') =>
    getValue(db, `SELECT created_at FROM ${SAID} ORDER BY created_at ${order} LIMIT 1`, side)
  return { first: Number(end('ASC') ?? 0), last: Number(end('DESC') ?? -1) }
}

const countBetween = (db: Db, side: number, { from, to }: Period): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM ${SAID} AND created_at >= (? + 0) AND created_at < (? + 0)`, [
    side,
    from,
    to,
  ])
