/** The NATS server of a node is cut off from the others, and the node still reaches all of them. */
import { expect, test } from 'bun:test'
import { LEASE_TTL_MS, leaseTimesFor } from '../../../src/fleet/placement/lease'
import { until } from '../../survival/support/until'
import { newRoutes } from '../support/routes'
import { openCustomer } from './customer'
import { openFleetWithTwoNodes, type TestFleet } from './fleet'

/** The server that a node is connected to. */
async function serverOf({ nats }: TestFleet, node: string): Promise<string> {
  for (const { name, monitor } of nats.servers) {
    const answer = await fetch(`${monitor}/connz`)
    const { connections }: { readonly connections: readonly { readonly name?: string }[] } = await answer.json()
    if (connections.some((one) => one.name === `balcao ${node}`)) return name
  }
  return ''
}

test('the node goes on with another server, keeps its lease, and nothing moves', async () => {
  const routes = newRoutes()
  const { fleet, a, b, uuids } = await openFleetWithTwoNodes({ servers: 3, routes })
  const [, bakery = ''] = uuids
  const { picture } = b.node.placement
  await until(() => [...picture.owners.values()].every(({ value }) => value.isStandbyReady))
  const owners = () => [...picture.owners].map(([company, { value }]) => [company, value.node, value.epoch])
  const before = { owners: owners(), incarnation: a.node.placement.incarnation }
  const customer = openCustomer(() => [a, b], bakery)
  await customer.says('before')
  const cut = await serverOf(fleet, 'a')
  await routes.cutOff(cut)
  const began = performance.now()
  await customer.says('meanwhile')
  const took = performance.now() - began
  if (process.env.SHOW_TIMES) console.log(`acknowledged after ${Math.round(took)} ms`)
  expect(await serverOf(fleet, 'a')).not.toBe(cut)
  expect(a.logged.filter(({ msg }) => msg.startsWith('a NATS server answers nothing'))).toHaveLength(1)
  await routes.mend(cut)
  await customer.says('afterwards')
  expect(customer.stored()).toEqual(['before', 'meanwhile', 'afterwards'])
  // The servers of a busy machine may need longer to elect a leader.
  if (took < leaseTimesFor(LEASE_TTL_MS).ownView)
    expect({ owners: owners(), incarnation: a.node.placement.incarnation }).toEqual(before)
}, 240_000)
