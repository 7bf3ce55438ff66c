/**
 * Real nodes and servers as processes, under faults by seed: nothing is lost, doubled or put out of order, and somebody
 * answers soon. `bun run tests/fleet/rig/index.ts` runs other sizes, and prints what happens.
 */
import { describe, expect } from 'bun:test'
import { inSuite, isLong } from '../../support/long'
import { test } from '../../support/trace'
import { type FaultKind, faultKinds, planFaults } from './faults'
import { run } from './run'

const seeds = Array.from({ length: inSuite(1, 200) }, (_, at) => at + 1)
/** In the short lane what the placement under simulated faults cannot show: real processes, sessions and people. */
const short: readonly FaultKind[] = ['killNode', 'drain']
const size = { companies: 2, customers: 3, nodes: 2, most: isLong ? 20_000 : 2000 } as const

describe('a fleet of processes', () => {
  for (const seed of seeds)
    test(`loses, doubles and disorders nothing, whatever fails (seed ${seed})`, async () => {
      const servers = isLong && seed % 2 === 0 ? 3 : 1
      const faults = isLong ? { faults: 5 } : { faults: short.length, only: short }
      const { findings, figures, report } = await run({ ...size, seed, servers, ...faults })
      console.log(JSON.stringify(figures))
      expect(findings.length, report).toBe(0)
      expect(figures.said).toBeGreaterThan(5)
      expect(figures.posted).toBeGreaterThan(5)
    }, 900_000)
})

describe('the plan of faults', () => {
  const of = (seed: number, servers: 0 | 1 | 3, count = faultKinds.length) =>
    planFaults({ seed, servers, nodes: 3, companies: 1, customers: 1 }, { count })

  test('is the same for a seed, and has every kind before one comes again', () => {
    expect(of(1, 3)).toEqual(of(1, 3))
    expect(of(2, 3)).not.toEqual(of(1, 3))
    expect(new Set(of(7, 3).map(({ kind }) => kind)).size).toBe(faultKinds.length)
  })

  test('touches no servers where there are none', () => {
    expect(new Set(of(1, 0).map(({ kind }) => kind))).toEqual(new Set(['killNode', 'freezeNode', 'restartNode']))
  })
})
