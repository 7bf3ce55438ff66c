/** Which faults a seed has: the same for each seed and size. */
import { randomFor } from '../../chaos/random'
import type { RigSize } from './world'

/** How often each kind comes, compared with the others. */
const weights = {
  killNode: 2,
  killServer: 1,
  killBoth: 1,
  killAllServers: 1,
  freezeNode: 2,
  freezeServer: 1,
  restartNode: 1,
  cutNode: 1,
  cutOneWay: 1,
  cutServer: 2,
  slowWires: 1,
  slowFlush: 1,
  fillDisk: 1,
  losePower: 1,
  loseAllPower: 1,
  shiftClock: 1,
  move: 1,
  drain: 1,
} as const
export type FaultKind = keyof typeof weights
export const faultKinds = Object.keys(weights) as readonly FaultKind[] // the keys of the table above

/** Without a fleet. */
const aloneKinds: readonly FaultKind[] = ['killNode', 'freezeNode', 'restartNode']
/** Orders of the operator. */
const orders = ['move', 'drain', 'restartNode'] as const
export type OrderKind = (typeof orders)[number]
const isOrder = (kind: FaultKind): boolean => orders.some((order) => order === kind)

export type Fault = {
  readonly kind: FaultKind
  readonly node: number
  readonly server: number
  readonly ms: number
  /** What the operator does with another node at the same time. */
  readonly meanwhile: OrderKind | undefined
}

/** What a machine or a size lacks. */
export type Means = {
  readonly servers: number
  readonly hasDisks: boolean
  readonly hasClocks: boolean
  readonly hasTracing: boolean
}

/** Kinds that can be caused there. */
export const possibleKinds = ({ servers, hasDisks, hasClocks, hasTracing }: Means): readonly FaultKind[] =>
  servers === 0
    ? aloneKinds
    : faultKinds.filter((kind) => {
        if (kind === 'cutServer') return servers > 1
        if (kind === 'fillDisk' || kind === 'losePower' || kind === 'loseAllPower') return hasDisks
        if (kind === 'shiftClock') return hasClocks
        return kind !== 'slowFlush' || hasTracing
      })

const longest: Readonly<Record<FaultKind, number>> = {
  killNode: 15_000,
  killServer: 10_000,
  killBoth: 15_000,
  killAllServers: 3000,
  freezeNode: 30_000,
  freezeServer: 15_000,
  restartNode: 0,
  cutNode: 25_000,
  cutOneWay: 25_000,
  cutServer: 25_000,
  slowWires: 10_000,
  slowFlush: 15_000,
  fillDisk: 15_000,
  losePower: 5000,
  loseAllPower: 3000,
  shiftClock: 20_000,
  move: 0,
  drain: 5000,
}

export type FaultOptions = {
  readonly seed: number
  readonly count: number
  /** Of these kinds. */
  readonly kinds: readonly FaultKind[]
  /** The longest, in milliseconds. */
  readonly most?: number
  /** How often the operator does something meanwhile, between 0 and 1. */
  readonly meanwhile?: number
}

export function planFaults(
  { nodes, servers }: Pick<RigSize, 'nodes' | 'servers'>,
  { seed, count, kinds, most = 30_000, meanwhile = 0 }: FaultOptions,
): Fault[] {
  const random = randomFor(seed, 'faults')
  return Array.from({ length: count }, (_, nth): Fault => {
    const kind = kindAt(kinds, (seed - 1) * count + nth)
    const order = random.maybe(meanwhile) && servers > 0 && !isOrder(kind)
    return {
      kind,
      node: random.between(0, nodes),
      server: random.between(0, Math.max(1, servers)),
      ms: Math.min(most, random.between(1000, Math.max(1001, longest[kind]))),
      meanwhile: order ? random.pick(orders) : undefined,
    }
  })
}

/** Seeds that follow one another share a row of kinds: each once, then those that come more often, and then anew. */
function kindAt(kinds: readonly FaultKind[], at: number): FaultKind {
  const often = kinds.flatMap((kind) => Array.from({ length: weights[kind] - 1 }, () => kind))
  const length = kinds.length + often.length
  const random = randomFor(Math.floor(at / length), 'kinds')
  return [...random.shuffled(kinds), ...random.shuffled(often)][at % length] ?? 'killNode'
}
