/** A node that is stopped while the fleet's servers do not answer: it ends in order, and comes back with what it had. */
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { listCompanies } from '../../../src/tenancy/companies'
import { until } from '../../survival/support/until'
import { startFleet } from './fleet'
import { startNode } from './product-process'

test('a stop without a majority of the servers ends with 0 in time, says so, and loses nothing', async () => {
  const uuids: string[] = []
  const fleet = await startFleet(
    (w) => {
      w.company('Padaria Sol')
      uuids.push(...listCompanies(w.server.databases.control).map(({ uuid }) => uuid))
    },
    { servers: 3 },
  )
  const settings = await fleet.settings('a')
  const first = await startNode(settings, fleet.first)
  const ownedBy = async (node: Awaited<ReturnType<typeof startNode>>) =>
    (await node.status()).companies.map(({ uuid, owner }) => `${uuid} ${owner}`).toSorted()
  const all = uuids.map((uuid) => `${uuid} a`).toSorted()
  await until(async () => isDeepStrictEqual(await ownedBy(first), all), { why: () => 'all companies on a' })
  const [one, other] = fleet.nats.servers
  await Promise.all([one?.kill(), other?.kill()])
  const began = performance.now()
  expect(await first.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan(9000) // later it is ended by force, with 1
  expect(first.log()).toContain('this node ends without handing its companies over')
  // As after a crash: the next start cuts what the log does not have, and reads no snapshot.
  expect(uuids.filter((uuid) => !existsSync(join(fleet.first, 'tenants', uuid, 'owner.json')))).toEqual([])

  await Promise.all([one?.start(), other?.start()])
  await fleet.nats.whole()
  const again = await startNode(settings, fleet.first)
  await until(async () => isDeepStrictEqual(await ownedBy(again), all), { why: () => 'all companies on a again' })
  expect(await again.stop()).toBe(0)
}, 180_000)
