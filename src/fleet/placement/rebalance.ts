/** Spreads load over the nodes: few moves, each worth it, and only some a minute. */
import { CONTROL } from '../../platform/gate'
import { type OrderDeps, OrderRefused, orderMove } from './move'
import type { Timers } from './timers'
import { canOpen, type Versions } from './versions'

export type NodeLoad = {
  readonly node: string
  /** In the unit of the companies' loads. */
  readonly capacity: number
  readonly versions: Versions
}
export type CompanyLoad = {
  readonly company: string
  readonly node: string
  readonly standby: string | undefined
  readonly schema: number
  readonly load: number
}
export type PlannedMove = { readonly company: string; readonly from: string; readonly to: string }

/** Differences below this share of the mean are not worth that people wait for a second. */
const TOLERANCE = 0.1
/** A company is moved if at least this share of its load brings both nodes nearer to the mean. */
const LEAST_USE = 0.5
const MAX_MOVES = 1000

type NodeFill = { readonly node: NodeLoad; load: number }
const shareOf = ({ node, load }: NodeFill) => load / Math.max(node.capacity, 1e-9)

/**
 * The moves that level the nodes, most useful first. Company 1 stays: control.db goes with it. `nodes` are those that live and
 * are not being emptied; companies on others are left alone.
 */
export function planMoves(
  nodes: readonly NodeLoad[],
  companies: readonly CompanyLoad[],
  firstCompany: string,
): PlannedMove[] {
  const filled = new Map(nodes.map((node) => [node.node, { node, load: 0 }]))
  const where = new Map<string, CompanyLoad>()
  for (const company of companies) {
    const holder = filled.get(company.node)
    if (!holder) continue
    holder.load += company.load
    if (company.company !== CONTROL && company.company !== firstCompany) where.set(company.company, company)
  }
  const all = [...filled.values()]
  const capacity = all.reduce((sum, { node }) => sum + node.capacity, 0)
  const mean = all.reduce((sum, { load }) => sum + load, 0) / Math.max(capacity, 1e-9)
  const moves: PlannedMove[] = []
  while (moves.length < MAX_MOVES) {
    const best = findBestMove(all, where, mean)
    if (!best) break
    const { company, from, to } = best
    from.load -= company.load
    to.load += company.load
    where.delete(company.company) // no company moves twice
    moves.push({ company: company.company, from: from.node.node, to: to.node.node })
  }
  return moves
}

/** From the fullest node to the emptiest that may have it: the company that brings both nearest to the mean. */
function findBestMove(all: readonly NodeFill[], where: ReadonlyMap<string, CompanyLoad>, mean: number) {
  const byShare = all.toSorted((a, b) => shareOf(b) - shareOf(a))
  for (const from of byShare) {
    if (shareOf(from) <= mean * (1 + TOLERANCE)) return undefined
    for (const to of byShare.toReversed()) {
      if (shareOf(to) >= mean) break
      const company = findBestCompany(from, to, where, mean)
      if (company) return { company, from, to }
    }
  }
  return undefined
}

function findBestCompany(from: NodeFill, to: NodeFill, where: ReadonlyMap<string, CompanyLoad>, mean: number) {
  const distance = (moved: number) =>
    Math.abs(shareOf({ ...from, load: from.load - moved }) - mean) +
    Math.abs(shareOf({ ...to, load: to.load + moved }) - mean)
  let best: { readonly company: CompanyLoad; readonly gain: number } | undefined
  for (const company of where.values()) {
    if (company.node !== from.node.node || company.load <= 0 || !canOpen(to.node.versions, company.schema)) continue
    // A copy that is there already makes the move nearly free.
    const worth = distance(0) - distance(company.load)
    const gain = company.standby === to.node.node ? worth * 1.2 : worth
    const most = company.load / from.node.capacity + company.load / to.node.capacity
    if (worth >= LEAST_USE * most && gain > (best?.gain ?? 0)) best = { company, gain }
  }
  return best?.company
}

const MINUTE_MS = 60_000

export type RebalanceDeps = OrderDeps & {
  /** Loads of companies, as their owners report them; a company that is missing is left alone. */
  readonly listLoads: () => Promise<ReadonlyMap<string, number>>
  /** Moves that begin within a minute. */
  readonly movesPerMinute: number
  readonly progressed?: (progress: RebalanceProgress) => void
}
export type RebalanceProgress = {
  readonly done: number
  readonly left: number
  readonly current: PlannedMove | undefined
}

/**
 * Plans and orders one move after the other, with a look at the loads before each, until nothing is worth a move or the signal
 * is aborted. Returns how many moves it ordered.
 */
export async function rebalance(deps: RebalanceDeps, signal: AbortSignal): Promise<number> {
  const { timers, movesPerMinute, progressed } = deps
  const moved = new Set<string>()
  for (;;) {
    const moves = planMoves(...(await findLoads(deps)), deps.firstCompany).filter(({ company }) => !moved.has(company))
    const [move] = moves
    progressed?.({ done: moved.size, left: moves.length, current: move })
    if (!move || signal.aborted) return moved.size
    try {
      await orderMove(deps, move.company, move.to)
    } catch (error) {
      if (!(error instanceof OrderRefused)) throw error
    }
    moved.add(move.company)
    await wait(timers, MINUTE_MS / movesPerMinute, signal)
  }
}

/** The picture with the moves that are ordered already, as if they were done. */
async function findLoads({ picture, listLoads }: RebalanceDeps): Promise<[NodeLoad[], CompanyLoad[]]> {
  const loads = await listLoads()
  const nodes = [...picture.living()]
    .filter(([node]) => !picture.orderOf(node))
    .map(([node, { load, versions }]) => ({ node, capacity: load.capacity, versions }))
  const companies = [...picture.owners].flatMap(([company, { value }]): CompanyLoad[] => {
    const load = loads.get(company)
    const { node, to, standby, schema } = value
    return load === undefined ? [] : [{ company, node: to ?? node, standby, schema, load }]
  })
  return [nodes, companies]
}

const wait = (timers: Timers, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = timers.after(ms, resolve)
    signal.addEventListener('abort', () => {
      end()
      resolve()
    })
  })
