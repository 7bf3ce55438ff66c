/** A NATS server whose disk is full: the operator reads which one, and what to do, in the log and on the monitor. */
import { expect, test } from 'bun:test'
import { createFleet, openFleetServers } from '../../../src/fleet/jetstream/open'
import { lookAtServers } from '../../../src/server/fleet/upkeep'
import { startNats } from '../../support/nats'
import { world } from '../../support/world'
import { afterThisTest } from '../../survival/support/cleanups'
import { until } from '../../survival/support/until'
import { settingsFor } from '../jetstream/opened'

const now = () => Date.now()

test('it is named with the way out, and not again once it is back', async () => {
  const w = world()
  w.expectErrors()
  const nats = await startNats({ servers: 3 })
  afterThisTest(() => nats.stop())
  await createFleet(settingsFor(nats), { installation: 'ours', replicas: 3 }, now)
  const servers = await openFleetServers(settingsFor(nats), 'ours', now)
  afterThisTest(() => servers.close())
  const look = lookAtServers({ servers, log: () => w.server.log })
  // While a leader is elected, it may also be said that the servers do not answer.
  const said = () => w.server.vitals.errors.list().filter(({ error }) => !error.includes('does not answer'))
  await look()
  expect(said()).toEqual([])

  const c = nats.servers[2]
  await c?.kill()
  await c?.start('enabled: false')
  await until(() => look().then(() => said().length > 0), { every: 100, within: 60_000 })
  await look()
  expect(said()).toEqual([
    expect.objectContaining({
      words: 'the NATS servers are not in order',
      error: expect.stringMatching(/JetStream is off on the NATS server c: its disk is or was full.*restart it$/),
    }),
  ])
  await c?.kill()
  await c?.start('sync_interval: always')
  await nats.whole()
  await until(async () => (await servers.listFaults()).length === 0, { every: 100, within: 60_000 })
  await look()
  await look()
  expect(said()).toHaveLength(1)
}, 180_000)
