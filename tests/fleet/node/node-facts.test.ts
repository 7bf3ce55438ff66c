/** What a node says of itself. */
import { expect, test } from 'bun:test'
import { countConnections } from '../../../src/channels/connection-counts'
import { createNodeFacts } from '../../../src/server/fleet/node-facts'
import { LOJA } from '../../support/company-world'
import { world } from '../../support/world'

const versions = { program: '1.0.0', protocol: 1, schema: 100 }

test('a node says what its machine has and uses, in shares, and how many connections work', async () => {
  const w = world()
  w.connect(LOJA)
  const { id } = w.connection({ name: 'Nova' })
  w.telephones.report(w.refOf(id), { status: 'DISCONNECTED', reason: 'loggedOut' })
  await w.server.wakeUp()
  await w.server.timetable.pass()
  const { facts, stop } = createNodeFacts({
    dataDir: w.dataDir,
    url: 'https://10.1.0.1:7000',
    versions,
    counts: () => ({ companies: 8, standbys: 3 }),
    busy: () => 2.04,
    connections: () => countConnections(w.server),
    isStorageFull: () => w.server.diskSpace.isFull(),
  })
  const { url, load } = facts()
  stop()
  expect(url).toBe('https://10.1.0.1:7000')
  expect(load).toMatchObject({ companies: 8, standbys: 3, machine: { connections: { total: 2, up: 1 } } })
  const { machine } = load
  for (const share of [machine?.cpu, machine?.memory, machine?.disk, machine?.own.cpu]) {
    expect(share).toBeGreaterThanOrEqual(0)
    expect(share).toBeLessThanOrEqual(1)
  }
  expect(machine?.own.memoryBytes).toBeLessThan(machine?.memoryBytes ?? 0)
  expect(load.capacity).toBeGreaterThan(1)
  expect(load.busy).toBe(2)
})
