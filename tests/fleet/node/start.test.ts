/** A node starts with the installation that it has, or with what the fleet has. */
import { describe, expect, test } from 'bun:test'
import { listCompanies } from '../../../src/tenancy/companies'
import { until } from '../../support/until'
import { startFleet } from './fleet'

describe('a node', () => {
  test('brings its installation into the fleet, with all companies', async () => {
    const uuids: string[] = []
    const fleet = await startFleet((w) => {
      w.company('Padaria Sol')
      w.company('Oficina Lua')
      uuids.push(...listCompanies(w.server.databases.control).map(({ uuid }) => uuid))
    })
    const a = await fleet.open('a', fleet.first)
    const { placement } = a.node
    await until(() => uuids.every((uuid) => placement.owns(uuid)) && placement.owns('control'), 'the companies')
    expect(a.server.fleet?.status().companies).toHaveLength(4)
    for (const uuid of uuids) await until(() => a.server.databases.isAvailable(uuid), 'an open company')
    await a.stop()
    const again = await fleet.open('a', fleet.first)
    await until(() => uuids.every((uuid) => again.node.placement.owns(uuid)), 'the companies again')
    const epochs = () => again.server.fleet?.status().companies.map(({ epoch }) => epoch)
    await until(() => epochs()?.every((epoch) => epoch === 2), 'the second epoch of each')
  }, 120_000)
})
