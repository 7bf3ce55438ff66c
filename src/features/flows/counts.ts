/** Counts what happens at each node of a flow. */
import { and, eq, gte, lt } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import type { Db } from '../../platform/sqlite'
import { COUNTED_DAYS, type CountPeriod, type FlowCounts, type NodeCount, type NodeCounts } from './contract'
import type { Trace } from './machine'
import { findFlow } from './queries'
import { flowCounts } from './tables'

/** Of one turn. `stoppedFrom`: the node at which it began, if the talk has stopped without the flow ending it. */
export function countsOf(trace: readonly Trace[], stoppedFrom?: string): NodeCounts {
  const counts: Record<string, NodeCount> = {}
  let last = stoppedFrom
  for (const one of trace) {
    const { came, left, exits } = counts[one.at] ?? none
    if (one.met === 'node') counts[one.at] = { came: came + 1, left, exits }
    if (one.met === 'exit') counts[one.at] = { came, left, exits: { ...exits, [one.exit]: (exits[one.exit] ?? 0) + 1 } }
    if (one.met === 'node') last = one.at
  }
  return stoppedFrom === undefined || last === undefined ? counts : sumOf(counts, leftCounts(last))
}

export const leftCounts = (node: string): NodeCounts => ({ [node]: { came: 0, left: 1, exits: {} } })

const none: NodeCount = { came: 0, left: 0, exits: {} }

export function sumOf(a: NodeCounts, b: NodeCounts): NodeCounts {
  const sum: Record<string, NodeCount> = { ...a }
  for (const [id, more] of Object.entries(b)) {
    const { came, left, exits } = sum[id] ?? none
    const all = { ...exits }
    for (const [exit, times] of Object.entries(more.exits)) all[exit] = (all[exit] ?? 0) + times
    sum[id] = { came: came + more.came, left: left + more.left, exits: all }
  }
  return sum
}

/** One row per version and day: it is read and written once per turn. The first one of a day deletes old days. */
export function addCounts(cx: Cx, integrationId: number, version: number, counts: NodeCounts) {
  if (Object.keys(counts).length === 0) return
  const { db } = cx
  const day = dayOf(cx)
  const of = eq(flowCounts.integrationId, integrationId)
  const row = and(of, eq(flowCounts.version, version), eq(flowCounts.day, day))
  const before = db.select({ nodes: flowCounts.nodes }).from(flowCounts).where(row).get()
  if (before) {
    db.update(flowCounts)
      .set({ nodes: sumOf(before.nodes, counts) })
      .where(row)
      .run()
    return
  }
  db.insert(flowCounts).values({ integrationId, version, day, nodes: counts }).run()
  db.delete(flowCounts)
    .where(and(of, lt(flowCounts.day, dayOf(cx, COUNTED_DAYS - 1))))
    .run()
}

const dayOf = ({ now, tenant }: Pick<Cx, 'now' | 'tenant'>, ago = 0): string =>
  Temporal.Instant.fromEpochMilliseconds(now())
    .toZonedDateTimeISO(tenant.timeZone)
    .toPlainDate()
    .subtract({ days: ago })
    .toString()

export function showCounts(cx: Cx, integrationId: number, period: CountPeriod): FlowCounts {
  const version = findFlow(cx.db, integrationId)?.version ?? null
  if (period === 'published') {
    const rows = version === null ? [] : rowsOf(cx.db, integrationId, { version })
    return { from: rows[0]?.day ?? null, version, nodes: total(rows) }
  }
  const from = dayOf(cx, Number(period) - 1)
  return { from, version: null, nodes: total(rowsOf(cx.db, integrationId, { from })) }
}

const rowsOf = (db: Db, integrationId: number, of: { readonly version: number } | { readonly from: string }) =>
  db
    .select({ day: flowCounts.day, nodes: flowCounts.nodes })
    .from(flowCounts)
    .where(
      and(
        eq(flowCounts.integrationId, integrationId),
        'version' in of ? eq(flowCounts.version, of.version) : gte(flowCounts.day, of.from),
      ),
    )
    .orderBy(flowCounts.day)
    .all()

const total = (rows: readonly { readonly nodes: NodeCounts }[]): NodeCounts =>
  rows.reduce((sum, { nodes }) => sumOf(sum, nodes), {} as NodeCounts)
