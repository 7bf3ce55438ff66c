/** Arranges the nodes of a flow in rows and columns. Pure. */
import { exitsOf, type Flow, targetOf } from '../../../src/features/flows/format/contract'
import { comingTo, GRID, goingFrom, type Heights, inOrder, NODE_HEIGHT, NODE_WIDTH, snap } from './edit'

/** Between rows and between columns there is room for wires. */
const ROW_GAP = 4 * GRID
const COLUMN = NODE_WIDTH + 3 * GRID

/** Rows from the start downwards: a node stands below all that lead to it, circles aside. Columns hold for all rows. */
export function arrange(flow: Flow, heights: Heights): Flow {
  const rows = rowsOf(flow)
  const last = Math.max(0, ...rows.values())
  const columns = new Map<string, number>()
  const ui: Record<string, [number, number]> = {}
  let top = 2 * GRID
  for (let row = 0; row <= last; row++) {
    const here = [...rows].flatMap(([id, at]) => (at === row ? [{ id, wish: wishOf(flow, id, columns) }] : []))
    here.sort((a, b) => a.wish - b.wish)
    for (const [at, column] of columnsNear(here.map(({ wish }) => wish)).entries()) {
      const id = here[at]?.id ?? ''
      columns.set(id, column)
      ui[id] = snap([column * COLUMN, top])
    }
    top += Math.max(0, ...here.map(({ id }) => heights[id] ?? NODE_HEIGHT)) + ROW_GAP
  }
  return { ...flow, ui }
}

/** In reading order. The longest way from the start counts; what nothing leads to stands in the last row. */
function rowsOf(flow: Flow): ReadonlyMap<string, number> {
  const order = topological(flow)
  const rows = new Map<string, number>(order.map((id) => [id, 0]))
  const indexOf = new Map(order.map((id, at) => [id, at]))
  for (const id of order)
    for (const next of goingFrom(flow, id)) {
      const isForward = (indexOf.get(next) ?? -1) > (indexOf.get(id) ?? 0)
      if (isForward) rows.set(next, Math.max(rows.get(next) ?? 0, (rows.get(id) ?? 0) + 1))
    }
  const last = Math.max(0, ...rows.values())
  const reading = inOrder(flow)
  return new Map(
    reading.map((id) => [id, rows.get(id) === 0 && id !== flow.start ? last + 1 : (rows.get(id) ?? last + 1)]),
  )
}

/** Each node before those it leads to, except around circles. */
function topological(flow: Flow): readonly string[] {
  const seen = new Set<string>()
  const done: string[] = []
  const visit = (id: string) => {
    if (seen.has(id) || !(id in flow.nodes)) return
    seen.add(id)
    for (const next of goingFrom(flow, id)) visit(next)
    done.push(id)
  }
  visit(flow.start)
  for (const id of Object.keys(flow.nodes)) visit(id)
  return done.reverse()
}

/** Below what leads to it, to the side of its exit. */
function wishOf(flow: Flow, id: string, columns: ReadonlyMap<string, number>): number {
  const wishes = comingTo(flow, id).flatMap((above) => {
    const column = columns.get(above)
    const node = flow.nodes[above]
    if (column === undefined || !node) return []
    const exits = exitsOf(node)
    return exits.flatMap((exit, at) =>
      targetOf(flow, above, exit) === id ? [column + at - (exits.length - 1) / 2] : [],
    )
  })
  return wishes.length === 0 ? 0 : wishes.reduce((sum, wish) => sum + wish, 0) / wishes.length
}

/** Whole columns in this order, all different, and together as near to the wishes as possible. */
function columnsNear(wishes: readonly number[]): readonly number[] {
  const columns: number[] = []
  for (const wish of wishes) columns.push(Math.max(Math.round(wish), (columns.at(-1) ?? Number.NEGATIVE_INFINITY) + 1))
  const error = columns.reduce((sum, column, at) => sum + (wishes[at] ?? 0) - column, 0) / Math.max(1, columns.length)
  return columns.map((column) => column + Math.round(error))
}
