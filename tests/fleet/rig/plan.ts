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
  slowWires: 1,
  move: 1,
  drain: 1,
} as const
export type FaultKind = keyof typeof weights
export const faultKinds = Object.keys(weights) as readonly FaultKind[] // the keys of the table above

/** Without a fleet. */
const aloneKinds: readonly FaultKind[] = ['killNode', 'freezeNode', 'restartNode']

export type Fault = { readonly kind: FaultKind; readonly node: number; readonly server: number; readonly ms: number }

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
  slowWires: 10_000,
  move: 0,
  drain: 5000,
}

export type FaultOptions = {
  readonly seed: number
  readonly count: number
  readonly only?: readonly FaultKind[]
  /** The longest, in milliseconds. */
  readonly most?: number
}

export function planFaults(
  { nodes, servers }: Pick<RigSize, 'nodes' | 'servers'>,
  { seed, count, only = faultKinds, most = 30_000 }: FaultOptions,
): Fault[] {
  const random = randomFor(seed, 'faults')
  const possible = only.filter((kind) => servers > 0 || aloneKinds.includes(kind))
  return Array.from({ length: count }, (_, nth) => ({
    kind: kindAt(possible, (seed - 1) * count + nth),
    node: random.between(0, nodes),
    server: random.between(0, Math.max(1, servers)),
    ms: 0,
  })).map((fault) => ({ ...fault, ms: Math.min(most, random.between(1000, Math.max(1001, longest[fault.kind]))) }))
}

/** Seeds that follow one another share a row of kinds: each once, then those that come more often, and then anew. */
function kindAt(kinds: readonly FaultKind[], at: number): FaultKind {
  const often = kinds.flatMap((kind) => Array.from({ length: weights[kind] - 1 }, () => kind))
  const length = kinds.length + often.length
  const random = randomFor(Math.floor(at / length), 'kinds')
  return [...random.shuffled(kinds), ...random.shuffled(often)][at % length] ?? 'killNode'
}
