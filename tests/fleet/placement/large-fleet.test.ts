/** Many companies over several nodes: everything is owned and copied again soon, whoever goes, and it costs little. */
import { describe, expect, test } from 'bun:test'
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
})
