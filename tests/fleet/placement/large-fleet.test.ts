/** Many companies over several nodes: everything is owned and copied again soon, whoever goes, and it costs little. */
import { describe, expect, test } from 'bun:test'
import type { Ownership } from '../../../src/fleet/placement/owners'
import { inSuite } from '../../support/long'
import { LargeFleet, type LargeNode } from './support/large-fleet'

const COMPANIES = inSuite(120, 2000)
const NODES = inSuite(6, 20)
/** Control.db is one more. */
const all = COMPANIES + 1

async function start() {
  const fleet = new LargeFleet()
  const nodes = Array.from({ length: NODES }, (_, at) => fleet.boot(`n${at + 1}`))
  await fleet.time.pass(3000)
  const [first, second] = nodes as [LargeNode, LargeNode]
  void fleet.adopt(first, COMPANIES)
  await fleet.measure(() => areCopied(fleet), 3600)
  return { fleet, nodes, first, second }
}
const later = ({ time }: LargeFleet, seconds: number) => {
  const end = time.now() + seconds * 1000
  return () => time.now() >= end
}
const areOwned = (fleet: LargeFleet) => fleet.owned().size === all
const areCopied = (fleet: LargeFleet) => areOwned(fleet) && fleet.countReadyStandbys() === all

describe('a fleet with many companies', () => {
  test('owns every company 15 s after a node is killed, and copies all of them elsewhere', async () => {
    const { fleet, first } = await start()
    first.process.isKilled = true
    const { seconds } = await fleet.measure(() => areOwned(fleet), 15)
    expect(seconds).toBeGreaterThan(5)
    await fleet.measure(() => areCopied(fleet) && fleet.countStandbysOn(first.name) === 0, 30 + COMPANIES / 4)
  })

  test('writes a few times for each company that changes hands, and nothing while nothing happens', async () => {
    const { fleet, first } = await start()
    const idle = await fleet.measure(later(fleet, 60), 61)
    expect(idle.writes).toBe(0)
    const { size } = first.placement.picture.companiesOf(first.name)
    first.process.isKilled = true
    const { writes } = await fleet.measure(() => areCopied(fleet) && fleet.countStandbysOn(first.name) === 0, 3600)
    expect(writes).toBeLessThanOrEqual(4 * size)
  })

  test('knows without counting what each node has, and what nobody has', async () => {
    const { fleet, nodes, first } = await start()
    first.process.isKilled = true
    await fleet.measure(later(fleet, 13), 15)
    for (const { placement, process } of nodes) {
      if (process.isKilled) continue
      const { picture } = placement
      const all = [...picture.owners].map(([company, { value }]) => [company, value] as const)
      for (const { name } of nodes) {
        const has = all.filter(([, { node, standby, to }]) => [node, standby, to].includes(name))
        expect([...picture.companiesOf(name)].toSorted()).toEqual(has.map(([company]) => company).toSorted())
        expect(picture.duties.get(name) ?? 0).toBe(has.length)
      }
      const isVacant = ({ isFree, node, incarnation }: Ownership) => isFree || picture.seemsOver(node, incarnation)
      const vacant = all.filter(([, ownership]) => isVacant(ownership)).map(([company]) => company)
      expect([...picture.vacant()].toSorted()).toEqual(vacant.toSorted())
      expect(new Set(picture.standbys())).toEqual(new Set(all.flatMap(([, { standby }]) => standby ?? [])))
    }
  })
})
