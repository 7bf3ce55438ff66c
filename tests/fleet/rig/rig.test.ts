/**
 * Real nodes and servers as processes, under faults by seed: nothing is lost, doubled or put out of order, and somebody
 * answers soon. `bun run tests/fleet/rig/index.ts` runs other sizes, and prints what happens.
 */
import { describe, expect } from 'bun:test'
import { availableParallelism } from 'node:os'
import { isLong } from '../../support/long'
import { test } from '../../support/trace'
import { type FaultKind, faultKinds, planFaults, possibleKinds } from './plan'
import { type Outcome, run } from './run'

/** In the short lane: ten kinds, so that ten seeds have each. */
const only: readonly FaultKind[] = [
  ...(['killNode', 'killServer', 'killBoth', 'freezeNode', 'restartNode'] as const),
  ...(['cutNode', 'cutOneWay', 'slowWires', 'move', 'drain'] as const),
]
/**
 * There, too, a node that is silent is taken for dead sooner than in the product, so that ten seeds pass within seconds;
 * everything else is as it is there. In the long lane nothing is shortened, and half of the worlds have three servers.
 */
const lane = isLong
  ? { seeds: 200, worlds: 40, sideBySide: availableParallelism(), nodes: 3, options: { faults: 3, meanwhile: 0.3 } }
  : {
      ...{ seeds: 10, worlds: 3, sideBySide: 3, nodes: 2, leaseMs: 2400 },
      options: { faults: 1, only, most: 3600, pause: 300, actEvery: 150 },
    }

type Share = { readonly nth: number; readonly seeds: readonly number[] }

const startOf = (nth: number) => Math.round((nth * lane.seeds) / lane.worlds)
const shares = Array.from({ length: lane.worlds }, (_, nth): Share => {
  const from = startOf(nth) + 1
  return { nth, seeds: Array.from({ length: startOf(nth + 1) + 1 - from }, (_unused, at) => from + at) }
})
const batches = Array.from({ length: Math.ceil(shares.length / lane.sideBySide) }, (_, at) =>
  shares.slice(at * lane.sideBySide, (at + 1) * lane.sideBySide),
)

async function runShare({ nth, seeds }: Share): Promise<Outcome> {
  const { nodes, leaseMs, options } = { leaseMs: undefined, ...lane }
  const servers = isLong && nth % 2 === 0 ? 3 : 1
  const size = {
    servers,
    nodes,
    companies: 2,
    customers: 3,
    isThorough: isLong,
    ...(leaseMs !== undefined && { leaseMs }),
  } as const
  return run(size, seeds, options)
}

const namesOf = (batch: readonly Share[]) => {
  const all = batch.flatMap(({ seeds }) => seeds)
  return `${all[0]} to ${all.at(-1)}`
}

describe('a fleet of processes', () => {
  for (const batch of batches)
    test(`loses, doubles and disorders nothing, whatever fails (seeds ${namesOf(batch)})`, async () => {
      const outcomes = await Promise.all(batch.map(runShare))
      for (const { figures } of outcomes) console.log(JSON.stringify(figures))
      const reports = outcomes.flatMap(({ findings, report }) => (findings.length > 0 ? report : []))
      expect(reports.length, reports.join('\n\n')).toBe(0)
      for (const { figures } of outcomes) {
        expect(figures.said).toBeGreaterThan(5)
        expect(figures.posted).toBeGreaterThan(5)
      }
    }, 1_800_000)
})

describe('the plan of faults', () => {
  const all = { hasDisks: true, hasClocks: true, hasTracing: true }
  const of = (seed: number, servers: 0 | 1 | 3, count = 2) =>
    planFaults({ servers, nodes: 3 }, { seed, count, meanwhile: 0.3, kinds: possibleKinds({ servers, ...all }) })
  const listFaults = (seeds: number, servers: 0 | 1 | 3) =>
    Array.from({ length: seeds }, (_, at) => of(at + 1, servers)).flat()
  const kindsOf = (seeds: number, servers: 0 | 1 | 3) => new Set(listFaults(seeds, servers).map(({ kind }) => kind))

  test('is the same for a seed, and seeds that follow one another have every kind', () => {
    expect(of(1, 3)).toEqual(of(1, 3))
    expect(of(2, 3)).not.toEqual(of(1, 3))
    expect(kindsOf(10, 3)).toEqual(new Set(faultKinds))
    expect(new Set(listFaults(40, 3).map(({ meanwhile }) => meanwhile))).toEqual(
      new Set([undefined, 'move', 'drain', 'restartNode']),
    )
  })

  test('touches no servers where there are none, and needs what the machine has', () => {
    expect(kindsOf(10, 0)).toEqual(new Set(['killNode', 'freezeNode', 'restartNode']))
    const bare = possibleKinds({ servers: 1, hasDisks: false, hasClocks: false, hasTracing: false })
    const wanting = ['cutServer', 'slowFlush', 'fillDisk', 'losePower', 'loseAllPower', 'shiftClock']
    expect(bare.filter((kind) => wanting.includes(kind))).toEqual([])
    expect(bare).toContain('killBoth')
  })
})
