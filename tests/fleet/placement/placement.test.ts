/** Who owns a company, with the real placement on nodes whose servers, companies and time are simulated. */
import { describe, expect, test } from 'bun:test'
import { SimulatedFleet } from './support/simulated-fleet'

describe('two nodes', () => {
  test('one dies, and the other owns its company within 15 s, with everything that was confirmed', async () => {
    const fleet = new SimulatedFleet()
    const a = fleet.boot('a')
    fleet.boot('b')
    await fleet.pass(2000)
    await fleet.settled(a.placement.adopt('x'))
    await fleet.until(() => fleet.isOwned('x'), 5000)
    const [owner = ''] = fleet.ownersOf('x')
    await fleet.until(() => fleet.servers.owners.read('x')?.value.isStandbyReady === true, 5000)
    await fleet.pass(20_000)
    const told = fleet.judge.countTold('x')
    expect(told).toBeGreaterThan(10)

    fleet.node(owner).process.kill()
    const took = await fleet.until(() => fleet.isOwned('x'), 30_000)

    expect(took).toBeLessThanOrEqual(15_000)
    expect(fleet.ownersOf('x')).toEqual([owner === 'a' ? 'b' : 'a'])
    await fleet.pass(10_000)
    expect(fleet.judge.countTold('x')).toBeGreaterThan(told)
    expect(fleet.verify()).toEqual([])
  })
})
