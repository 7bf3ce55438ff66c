/** Changes of a flow in the editor. Pure: each returns another flow. */
import {
  edgeKey,
  exitsOf,
  type Flow,
  type FlowNode,
  type NodeKind,
  readEdgeKey,
  targetOf,
} from '../../../src/features/flows/format/contract'

/** The dots that nodes snap to. */
export const GRID = 16
export const NODE_WIDTH = 208
/** Of a node that was not measured yet. */
export const NODE_HEIGHT = 112
const COLUMN = NODE_WIDTH + GRID

export type Spot = readonly [number, number]
export type Heights = Readonly<Record<string, number>>

export const snap = ([x, y]: Spot): [number, number] => [Math.round(x / GRID) * GRID, Math.round(y / GRID) * GRID]
export const spotOf = (flow: Flow, id: string): Spot => flow.ui[id] ?? [0, 0]

export const nextId = (flow: Flow): string =>
  `n${Math.max(0, ...Object.keys(flow.nodes).map((id) => Number(/^n(\d+)$/.exec(id)?.[1] ?? 0))) + 1}`

/** A key that the list does not have. */
export const nextKey = (keys: readonly string[]): string => {
  for (let at = 1; ; at++) if (!keys.includes(`i${at}`)) return `i${at}`
}

export function blankNode(kind: NodeKind): FlowNode {
  const again = { text: '', max: 3 }
  switch (kind) {
    case 'start':
      return { t: 'start', name: '' }
    case 'say':
      return { t: 'say', name: '', parts: [{ text: '' }] }
    case 'ask':
      return { t: 'ask', name: '', text: '', var: '', as: 'text', again, timeoutMin: 0 }
    case 'menu':
      return {
        t: 'menu',
        name: '',
        text: '',
        again,
        timeoutMin: 0,
        items: [
          { k: 'i1', label: '' },
          { k: 'i2', label: '' },
        ],
      }
    case 'if':
      return { t: 'if', name: '', mode: 'all', tests: [{ l: '', op: 'eq', r: '' }] }
    case 'split':
      return {
        t: 'split',
        name: '',
        arms: [
          { k: 'i1', w: 50 },
          { k: 'i2', w: 50 },
        ],
      }
    case 'delay':
      return { t: 'delay', name: '', sec: 30 }
    case 'set':
      return { t: 'set', name: '', values: [{ var: '', value: '' }] }
    case 'http':
      return { t: 'http', name: '', method: 'GET', url: '', headers: [], body: '', map: [], example: '' }
    case 'hours':
      return { t: 'hours', name: '', whose: 'company', queueId: null }
    case 'ai':
      return { t: 'ai', name: '', prompt: '', question: '{{message}}', readsTalk: true, var: '', example: '' }
    case 'goto':
      return { t: 'goto', name: '', integrationId: null }
    case 'tag':
      return { t: 'tag', name: '', add: [], remove: [] }
    case 'transfer':
      return { t: 'transfer', name: '', queueId: null, userId: null, note: '' }
    case 'end':
      return { t: 'end', name: '', close: true, text: '' }
  }
}

type AddedBlock = { readonly flow: Flow; readonly id: string }

/**
 * Adds a node behind another one: at its first loose exit, or between it and the next one where it has a single exit.
 */
export function addAfter(flow: Flow, node: FlowNode, after: string | null, heights: Heights): AddedBlock {
  const from = after === null ? undefined : flow.nodes[after]
  if (after === null || !from) return addAt(flow, node, freeSpot(flow, [0, lowest(flow, heights) + 3 * GRID], heights))
  const [x, y] = spotOf(flow, after)
  const below: Spot = [x, y + (heights[after] ?? NODE_HEIGHT) + 3 * GRID]
  const added = addAt(flow, node, freeSpot(flow, below, heights))
  const exits = exitsOf(from)
  const loose = exits.find((exit) => targetOf(flow, after, exit) === undefined)
  if (loose !== undefined) return { ...added, flow: connect(added.flow, after, loose, added.id) }
  const [only, ...more] = exits
  const next = only === undefined ? undefined : targetOf(flow, after, only)
  const [first] = exitsOf(node)
  if (only === undefined || more.length > 0 || next === undefined || first === undefined) return added
  const joined = connect(connect(added.flow, after, only, added.id), added.id, first, next)
  return { ...added, flow: joined }
}

export function addAt(flow: Flow, node: FlowNode, at: Spot): AddedBlock {
  const id = nextId(flow)
  return { id, flow: { ...flow, nodes: { ...flow.nodes, [id]: node }, ui: { ...flow.ui, [id]: snap(at) } } }
}

const lowest = (flow: Flow, heights: Heights): number =>
  Math.max(0, ...Object.entries(flow.ui).map(([id, [, y]]) => y + (heights[id] ?? NODE_HEIGHT)))

/** The nearest free column, then further down. */
function freeSpot(flow: Flow, [x, y]: Spot, heights: Heights): Spot {
  const isFree = ([left, top]: Spot) =>
    Object.entries(flow.ui).every(
      ([id, [otherX, otherY]]) =>
        Math.abs(otherX - left) >= COLUMN ||
        otherY >= top + NODE_HEIGHT ||
        otherY + (heights[id] ?? NODE_HEIGHT) <= top,
    )
  for (let row = 0; row < 40; row++)
    for (const column of [0, 1, -1, 2, -2, 3, -3]) {
      const spot: Spot = [x + column * COLUMN, y + row * 5 * GRID]
      if (isFree(spot)) return spot
    }
  return [x, lowest(flow, heights) + 3 * GRID]
}

export const moveNodes = (flow: Flow, to: Readonly<Record<string, Spot>>): Flow => ({
  ...flow,
  ui: { ...flow.ui, ...Object.fromEntries(Object.entries(to).map(([id, spot]) => [id, snap(spot)])) },
})

/** Null cuts the wire. */
export function connect(flow: Flow, node: string, exit: string, target: string | null): Flow {
  const { [edgeKey(node, exit)]: _, ...edges } = flow.edges
  return { ...flow, edges: target === null ? edges : { ...edges, [edgeKey(node, exit)]: target } }
}

/** Exits that it no longer has lose their wires. */
export function changeNode(flow: Flow, id: string, node: FlowNode): Flow {
  const exits = exitsOf(node)
  const edges = Object.entries(flow.edges).filter(([key]) => {
    const from = readEdgeKey(key)
    return from.node !== id || exits.includes(from.exit)
  })
  return { ...flow, nodes: { ...flow.nodes, [id]: node }, edges: Object.fromEntries(edges) }
}

/** What led to it leads to what follows, where it has a single exit. The start stays. */
export function removeNode(flow: Flow, id: string): Flow {
  const { [id]: node, ...nodes } = flow.nodes
  if (!node || id === flow.start) return flow
  const { [id]: _, ...ui } = flow.ui
  const exits = exitsOf(node)
  const next = exits.length === 1 ? targetOf(flow, id, exits[0] ?? '') : undefined
  const edges = Object.entries(flow.edges).flatMap(([key, target]): [string, string][] => {
    if (readEdgeKey(key).node === id) return []
    if (target !== id) return [[key, target]]
    return next === undefined || next === id ? [] : [[key, next]]
  })
  return { ...flow, nodes, ui, edges: Object.fromEntries(edges) }
}

export function duplicateNode(flow: Flow, id: string, heights: Heights): AddedBlock {
  const node = flow.nodes[id]
  if (!node || node.t === 'start') return { flow, id }
  const [x, y] = spotOf(flow, id)
  return addAt(flow, node, freeSpot(flow, [x + COLUMN, y], heights))
}

export const comingTo = (flow: Flow, id: string): string[] => [
  ...new Set(Object.entries(flow.edges).flatMap(([key, target]) => (target === id ? [readEdgeKey(key).node] : []))),
]
export const goingFrom = (flow: Flow, id: string): string[] => {
  const node = flow.nodes[id]
  return node ? [...new Set(exitsOf(node).flatMap((exit) => targetOf(flow, id, exit) ?? []))] : []
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The node that an arrow key leads to: along a wire, sideways among those behind the same node, else the nearest one there. */
export function neighbour(flow: Flow, id: string, way: Direction): string | undefined {
  const [x, y] = spotOf(flow, id)
  if (way === 'down') {
    const next = goingFrom(flow, id).find((one) => one !== id && one in flow.nodes)
    if (next) return next
  }
  if (way === 'up') {
    const above = comingTo(flow, id).filter((one) => one !== id)
    if (above.length > 0) return above.sort((a, b) => distance(flow, a, x, y) - distance(flow, b, x, y))[0]
  }
  const isThere = (other: string): boolean => {
    const [otherX, otherY] = spotOf(flow, other)
    if (way === 'left') return otherX < x
    if (way === 'right') return otherX > x
    return way === 'up' ? otherY < y : otherY > y
  }
  const siblings =
    way === 'left' || way === 'right' ? comingTo(flow, id).flatMap((above) => goingFrom(flow, above)) : []
  for (const group of [siblings, Object.keys(flow.nodes)]) {
    const found = group.filter((one) => one !== id && isThere(one))
    if (found.length > 0) return found.sort((a, b) => distance(flow, a, x, y) - distance(flow, b, x, y))[0]
  }
  return undefined
}

const distance = (flow: Flow, id: string, x: number, y: number): number => {
  const [otherX, otherY] = spotOf(flow, id)
  return Math.abs(otherX - x) + Math.abs(otherY - y)
}

/** Nodes in reading order: from the start along the wires, then the rest. */
export function inOrder(flow: Flow): string[] {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id) || !(id in flow.nodes)) return
    seen.add(id)
    for (const next of goingFrom(flow, id)) visit(next)
  }
  visit(flow.start)
  for (const id of Object.keys(flow.nodes)) visit(id)
  return [...seen]
}
