/** A node starts with the installation that it has, or with what the fleet has. */
import { describe, expect, test } from 'bun:test'
import pino from 'pino'
import { openFleetNode } from '../../../src/server/fleet/node'
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

  test.each([
    ['a server that starts', 1],
    ['the majority of three', 3],
  ] as const)(
    'waits for %s, and says so in the log',
    async (_, servers) => {
      const fleet = await startFleet(() => {}, { servers })
      const [one, ...others] = fleet.nats.servers
      for (const server of fleet.nats.servers) await server.kill()
      const late = others.length > 0 ? others : [one]
      if (others.length > 0) await one?.start()
      const said: string[] = []
      const write = (line: string) => {
        if (said.length === 0) for (const server of late) void server?.start()
        said.push(line)
      }
      const log = pino({ level: 'warn' }, { write })
      const settings = await fleet.settings('a')
      const node = await openFleetNode({ settings, dataDir: fleet.first, log, clock: () => Date.now() })
      await until(() => node.placement.owns('control'), 'control.db')
      await node.close()
      expect(said[0]).toContain('the start waits')
      expect(said[0]).toContain(servers === 1 ? 'does not answer' : 'JetStream')
    },
    120_000,
  )
})
