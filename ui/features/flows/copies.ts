/** Copies of several nodes, within a flow and through the clipboard into another. Pure. */
import { exitsOf, type Flow, MOST_NODES, readEdgeKey, targetOf } from '../../../src/features/flows/format/contract'
import { BLOCKS, readBlocks } from '../../../src/features/flows/import'
import { addAt, connect, GRID, removeNode, type Spot, spotOf } from './edit'

/** The nodes with the wires between them, as text; undefined without any. The start stays, and so do files and secrets. */
export function copyOf(flow: Flow, ids: Iterable<string>): string | undefined {
  const chosen = new Set([...ids].filter((id) => flow.nodes[id] && flow.nodes[id].t !== 'start'))
  if (chosen.size === 0) return undefined
  const only = <T>(from: Readonly<Record<string, T>>, isMeant: (key: string, value: T) => boolean) =>
    Object.fromEntries(Object.entries(from).filter(([key, value]) => isMeant(key, value)))
  return JSON.stringify({
    kind: BLOCKS,
    nodes: only(flow.nodes, (id) => chosen.has(id)),
    edges: only(flow.edges, (key, target) => chosen.has(readEdgeKey(key).node) && chosen.has(target)),
    ui: only(flow.ui, (id) => chosen.has(id)),
  })
}

export type PasteResult = { readonly flow: Flow; readonly ids: readonly string[] }

/** Under new names, with the upper left corner at `at`, or beside the originals. It is validated as an imported flow is. */
export function pasteInto(flow: Flow, text: string, at?: Spot): PasteResult | 'notBlocks' | 'tooMany' {
  const source = readBlocks(text)
  if (!source) return 'notBlocks'
  const ids = Object.keys(source.nodes).filter((id) => source.nodes[id]?.t !== 'start')
  if (ids.length === 0) return 'notBlocks'
  if (Object.keys(flow.nodes).length + ids.length > MOST_NODES) return 'tooMany'
  const left = Math.min(...ids.map((id) => spotOf(source, id)[0]))
  const top = Math.min(...ids.map((id) => spotOf(source, id)[1]))
  const [x, y] = at ?? [left + 2 * GRID, top + 2 * GRID]
  const names = new Map<string, string>()
  let next = flow
  for (const id of ids) {
    const node = source.nodes[id]
    if (!node) continue
    const [ownX, ownY] = spotOf(source, id)
    const added = addAt(next, node, [within(ownX - left + x), within(ownY - top + y)])
    names.set(id, added.id)
    next = added.flow
  }
  for (const [id, name] of names) {
    const node = source.nodes[id]
    for (const exit of node ? exitsOf(node) : []) {
      const target = names.get(targetOf(source, id, exit) ?? '')
      if (target !== undefined) next = connect(next, name, exit, target)
    }
  }
  return { flow: next, ids: [...names.values()] }
}

const FARTHEST = 90_000
const within = (n: number): number => Math.min(FARTHEST, Math.max(-FARTHEST, n))

export const removeNodes = (flow: Flow, ids: Iterable<string>): Flow =>
  [...ids].reduce((next, id) => removeNode(next, id), flow)
