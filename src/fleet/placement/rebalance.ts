/** Spreads load over the nodes: few moves, each worth it, and only some a minute. */
import { createBudget } from '../../platform/budget'
import { CONTROL } from '../../platform/gate'
import { type OrderDeps, OrderRefused, orderMove } from './move'
import type { Timers } from './timers'
import { canOpen, type Versions } from './versions'

export type NodeLoad = {
  readonly node: string
  /** In the unit of the companies' loads. */
  readonly capacity: number
  readonly versions: Versions
  /** Its disk has no room: companies may only leave. */
  readonly isFull?: boolean | undefined
}
export type CompanyLoad = {
  readonly company: string
  readonly node: string
  readonly standby: string | undefined
  readonly schema: number
} & MeasuredLoad

/** `isResting`: the company has moved a short while ago, and counts where it is. */
export type MeasuredLoad = { readonly load: number; readonly isResting?: boolean }

export type PlannedMove = { readonly company: string; readonly from: string; readonly to: string }

/** Differences below this share of the mean are not worth that people wait for a second. */
const TOLERANCE = 0.1
/** A company is moved if at least this share of its load brings both nodes nearer to the mean. */
const LEAST_USE = 0.5
const MAX_MOVES = 1000

/** `movable`: the companies that may go, with the largest load first. */
type NodeFill = { readonly node: NodeLoad; load: number; readonly movable: CompanyLoad[] }
const shareOf = ({ node, load }: NodeFill) => load / Math.max(node.capacity, 1e-9)

/**
 * The moves that level the nodes, most useful first. Company 1 stays: control.db goes with it. `nodes` are those that live and
 * are not being emptied; companies on others are left alone. `rest` is called between two moves, so that others get their turn.
 */
export async function planMoves(
  nodes: readonly NodeLoad[],
  companies: readonly CompanyLoad[],
  firstCompany: string,
  rest: Rest = () => undefined,
): Promise<PlannedMove[]> {
  const filled = new Map(nodes.map((node): [string, NodeFill] => [node.node, { node, load: 0, movable: [] }]))
  for (const company of companies) {
    const holder = filled.get(company.node)
    if (!holder) continue
    holder.load += company.load
    if (company.load > 0 && !company.isResting && company.company !== CONTROL && company.company !== firstCompany)
      holder.movable.push(company)
  }
  for (const { movable } of filled.values()) movable.sort((a, b) => b.load - a.load)
  const all = [...filled.values()]
  const capacity = all.reduce((sum, { node }) => sum + node.capacity, 0)
  const mean = all.reduce((sum, { load }) => sum + load, 0) / Math.max(capacity, 1e-9)
  const moves: PlannedMove[] = []
  while (moves.length < MAX_MOVES) {
    const best = findBestMove(all, mean)
    if (!best) break
    const { company, from, to } = best
    from.load -= company.load
    to.load += company.load
    from.movable.splice(from.movable.indexOf(company), 1) // no company moves twice
    moves.push({ company: company.company, from: from.node.node, to: to.node.node })
    await rest()
  }
  return moves
}

type Rest = () => Promise<void> | undefined

/** From the fullest node to the emptiest that may have it: the company that brings both nearest to the mean. */
function findBestMove(all: readonly NodeFill[], mean: number) {
  const byShare = all.toSorted((a, b) => shareOf(b) - shareOf(a))
  for (const from of byShare) {
    if (shareOf(from) <= mean * (1 + TOLERANCE)) return undefined
    for (const to of byShare.toReversed()) {
      if (shareOf(to) >= mean) break
      if (to.node.isFull) continue
      const company = findBestCompany(from, to, mean)
      if (company) return { company, from, to }
    }
  }
  return undefined
}

/**
 * What a company is worth rises with its load until one of the nodes is at the mean, and does not rise after that. So only
 * those beside that load are compared: of those that have their copy there, and of the others.
 */
function findBestCompany(from: NodeFill, to: NodeFill, mean: number): CompanyLoad | undefined {
  const [ours, theirs] = [Math.max(from.node.capacity, 1e-9), Math.max(to.node.capacity, 1e-9)]
  const level = Math.min(from.load - mean * ours, mean * theirs - to.load)
  const distance = (moved: number) =>
    Math.abs((from.load - moved) / ours - mean) + Math.abs((to.load + moved) / theirs - mean)
  const isFit = ({ schema }: CompanyLoad) => canOpen(to.node.versions, schema)
  const isCopied = ({ standby }: CompanyLoad) => standby === to.node.node
  let best: { readonly company: CompanyLoad; readonly gain: number } | undefined
  for (const company of [
    ...findNeighbours(from.movable, level, (one) => isFit(one) && isCopied(one)),
    ...findNeighbours(from.movable, level, (one) => isFit(one) && !isCopied(one)),
  ]) {
    // A copy that is there already makes the move nearly free.
    const worth = distance(0) - distance(company.load)
    const gain = isCopied(company) ? worth * 1.2 : worth
    const most = company.load / ours + company.load / theirs
    if (worth >= LEAST_USE * most && gain > (best?.gain ?? 0)) best = { company, gain }
  }
  return best?.company
}

/** The smallest that is not below the load, and the largest that is not above it. `sorted`: largest first. */
function findNeighbours(
  sorted: readonly CompanyLoad[],
  level: number,
  isMeant: (company: CompanyLoad) => boolean,
): CompanyLoad[] {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.load ?? 0) > level) low = middle + 1
    else high = middle
  }
  const found: CompanyLoad[] = []
  for (const [step, start] of [
    [1, low],
    [-1, low - 1],
  ] as const)
    for (let at = start; at >= 0 && at < sorted.length; at += step) {
      const company = sorted[at]
      if (!company || !isMeant(company)) continue
      found.push(company)
      break
    }
  return found
}

const MINUTE_MS = 60_000

export type RebalanceDeps = OrderDeps & {
  /** Loads of companies, as their owners report them. */
  readonly listLoads: () => Promise<ReadonlyMap<string, MeasuredLoad>>
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
 * Orders one move after the other, with a new plan each minute, until nothing is worth a move or the signal is aborted. No
 * company moves twice. Returns how many moves it ordered.
 */
export async function rebalance(deps: RebalanceDeps, signal: AbortSignal): Promise<number> {
  const { timers, movesPerMinute, progressed, picture } = deps
  const moved = new Set<string>()
  for (;;) {
    const moves = await planAnew(deps, moved)
    for (const [at, move] of moves.slice(0, movesPerMinute).entries()) {
      progressed?.({ done: moved.size, left: moves.length - at, current: move })
      if (signal.aborted) return moved.size
      // What has changed since the plan was made is left to the next one.
      if (picture.ownerOf(move.company)?.node === move.from) {
        try {
          await orderMove(deps, move.company, move.to)
        } catch (error) {
          if (!(error instanceof OrderRefused)) throw error
        }
      }
      moved.add(move.company)
      await wait(timers, MINUTE_MS / movesPerMinute, signal)
    }
    if (moves.length > 0 && !signal.aborted) continue
    progressed?.({ done: moved.size, left: 0, current: undefined })
    return moved.size
  }
}

async function planAnew(deps: RebalanceDeps, moved: ReadonlySet<string>): Promise<PlannedMove[]> {
  const [nodes, companies] = await findLoads(deps, moved)
  const budget = createBudget()
  return planMoves(nodes, companies, deps.firstCompany, budget.rest)
}

/**
 * The picture with the moves that are ordered already, as if they were done. A node that does not answer is left out with its
 * companies: it would look empty. A company that only its node has not measured yet counts as usual, and stays.
 */
async function findLoads(
  { picture, listLoads }: RebalanceDeps,
  moved: ReadonlySet<string>,
): Promise<[NodeLoad[], CompanyLoad[]]> {
  const loads = await listLoads()
  const owned = [...picture.owners].filter(([company]) => company !== CONTROL)
  const holders = new Set(owned.map(([, { value }]) => value.node))
  const answering = new Set(owned.flatMap(([company, { value }]) => (loads.has(company) ? value.node : [])))
  const nodes = [...picture.living()]
    .filter(([node]) => !picture.orderOf(node) && (answering.has(node) || !holders.has(node)))
    .map(([node, { load, versions, isFull }]) => ({ node, capacity: load.capacity, versions, isFull }))
  const companies = owned.map(([company, { value }]): CompanyLoad => {
    const { node, to, standby, schema } = value
    const { load, isResting } = loads.get(company) ?? UNMEASURED
    return {
      company,
      node: to ?? node,
      standby,
      schema,
      load,
      isResting: isResting === true || to !== undefined || moved.has(company),
    }
  })
  return [nodes, companies]
}
const UNMEASURED: MeasuredLoad = { load: 1, isResting: true }

const wait = (timers: Timers, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = timers.after(ms, resolve)
    signal.addEventListener('abort', () => {
      end()
      resolve()
    })
  })
