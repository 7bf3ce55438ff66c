/** A fleet whose log is on three servers: it goes on with two of them, and its nodes come and go while customers write. */
import { describe, expect, test } from 'bun:test'
import { patience } from '../../support/bound'
import { until } from '../../support/until'
import { openCustomer } from './customer'
import { openFleetWithTwoNodes, type TestNode } from './fleet'

async function openFleet() {
  const opened = await openFleetWithTwoNodes({ servers: 3 })
  const { a, uuids } = opened
  const [, bakery = ''] = uuids
  const { picture } = a.node.placement
  await until(() => [...picture.owners.values()].every(({ value }) => value.isStandbyReady), 'copies of all')
  return { ...opened, bakery }
}

const areAllAt = (node: TestNode, companies: readonly string[]) => () =>
  companies.every((company) => node.server.databases.isAvailable(company)) && node.node.placement.owns('control')

describe('a fleet on three servers', () => {
  test('acknowledges with two of them, whichever is away, and loses and doubles nothing', async () => {
    const { fleet, a, b, bakery } = await openFleet()
    const customer = openCustomer(() => [a, b], bakery)
    for (const server of fleet.nats.servers) {
      await customer.says(`before ${server.name}`)
      await server.kill()
      const began = performance.now()
      await customer.says(`without ${server.name}`)
      // A new leader is elected within this time, and the lease outlasts it, unless the machine is too busy.
      expect(performance.now() - began).toBeLessThan(patience(10_000))
      await server.start()
      await fleet.nats.whole()
    }
    expect(customer.stored()).toEqual([...customer.written()])
    const [to, name] = b.server.databases.isAvailable(bakery) ? [a, 'a'] : [b, 'b']
    await to.server.fleet?.move(bakery, name)
    await until(() => to.server.databases.isAvailable(bakery), `the company on ${name}`)
    expect(customer.stored()).toEqual([...customer.written()])
  }, 240_000)

  test('without a majority acknowledges nothing, and what came meanwhile is there afterwards, once', async () => {
    const { fleet, a, b, bakery } = await openFleet()
    const customer = openCustomer(() => [a, b], bakery)
    await customer.says('before')
    const [one, other] = fleet.nats.servers
    await Promise.all([one?.kill(), other?.kill()])
    let isAcknowledged = false
    const said = customer.says('meanwhile').then(() => {
      isAcknowledged = true
    })
    await until(() => !a.node.placement.isLeaseHeld(), 'the end of the lease')
    expect(isAcknowledged).toBe(false)
    await Promise.all([one?.start(), other?.start()])
    await said
    await customer.says('afterwards')
    expect(customer.stored()).toEqual(['before', 'meanwhile', 'afterwards'])
  }, 240_000)

  test('goes on while a node is drained and taken back', async () => {
    const { a, b, uuids, bakery } = await openFleet()
    const customer = openCustomer(() => [a, b], bakery)
    await customer.says('before')
    const draining = a.server.fleet?.drain('a')
    for (let n = 1; !areAllAt(b, uuids)(); n++) await customer.says(`draining ${n}`)
    await draining
    await until(
      () => uuids.every((uuid) => a.node.placement.ownerOf(uuid)?.node === 'b'),
      'b as the owner in the picture of a',
    )
    await customer.says('drained')
    expect(await a.server.fleet?.stopDrain('a')).toBe(true)
    const { picture } = b.node.placement
    await until(() => picture.owners.get(bakery)?.value.isStandbyReady, 'the copy on a')
    await b.server.fleet?.move(bakery, 'a')
    await until(() => a.server.databases.isAvailable(bakery), 'the company on a')
    await customer.says('back')
    expect(customer.stored()).toEqual([...customer.written()])
  }, 240_000)

  test('goes on while its nodes are restarted in order', async () => {
    const { fleet, a, b, uuids, bakery } = await openFleet()
    let running: readonly TestNode[] = [a, b]
    const customer = openCustomer(() => running, bakery)
    await customer.says('before')
    const stopping = a.stop()
    for (let n = 1; !areAllAt(b, uuids)(); n++) await customer.says(`without a ${n}`)
    await stopping
    const again = await fleet.open('a', fleet.first)
    running = [again, b]
    await customer.says('a is back')
    const { picture } = again.node.placement
    await until(() => [...picture.owners.values()].every(({ value }) => value.isStandbyReady), 'copies on a')
    const stoppingB = b.stop()
    for (let n = 1; !areAllAt(again, uuids)(); n++) await customer.says(`without b ${n}`)
    await stoppingB
    await customer.says('after')
    expect(customer.stored()).toEqual([...customer.written()])
  }, 240_000)
})
