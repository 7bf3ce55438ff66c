/** A server whose disk is full turns JetStream off and goes on talking. Nodes start all the same while the others suffice. */
import { afterEach, expect, test } from 'bun:test'
import { createFleet, openFleetServers, surveyServers } from '../../../src/fleet/jetstream/open'
import { type Nats, startNats } from '../../support/nats'
import { until } from '../../survival/support/until'
import { settingsFor } from '../jetstream/opened'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

const now = () => Date.now()
const OFF = 'enabled: false'

const isWritable = (nats: Nats) =>
  openFleetServers(settingsFor(nats), 'ours', now).then(
    async (opened) => {
      await opened.close()
      return true
    },
    () => false,
  )

test('nodes start with one of three servers off, and not with two', async () => {
  const nats = await startNats({ servers: 3 })
  ended.push(() => nats.stop())
  await createFleet(settingsFor(nats), { installation: 'ours', replicas: 3 }, now)
  const [a, b, c] = nats.servers
  await c?.kill()
  await c?.start(OFF)
  await until(() => isWritable(nats), { every: 100, within: 60_000 })
  // Each server is the first that a node finds, the one without JetStream too.
  for (const first of [a, b, c]) {
    const { servers, ...settings } = settingsFor(nats)
    const own = `nats://${first?.address}`
    const opened = await openFleetServers(
      { ...settings, servers: [own, ...servers.filter((server) => server !== own)] },
      'ours',
      now,
    )
    expect(await opened.listFaults()).toEqual([
      expect.stringContaining('JetStream is off on the NATS server c: its disk'),
    ])
    await opened.bucket<string>('claims').create(`from-${first?.name}`, 'kept')
    await opened.close()
  }
  expect((await surveyServers(settingsFor(nats), now)).servers.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  await b?.kill()
  await b?.start(OFF)
  await expect(openFleetServers(settingsFor(nats), 'ours', now)).rejects.toThrow(/JetStream/)
}, 180_000)
