/** A server that the others do not reach, and that nodes do: its connections go to another one. */
import { expect, test } from 'bun:test'
import { connect } from '../../../src/fleet/jetstream/connection'
import { patience } from '../../support/bound'
import { startNats } from '../../support/nats'
import { afterThisTest } from '../../survival/support/cleanups'
import { until } from '../../survival/support/until'
import { appendAll, message, readAll, textOf } from '../commit-log-contract'
import { newRoutes } from '../support/routes'
import { again, openLog, settingsFor } from './opened'

async function opened() {
  const routes = newRoutes()
  const nats = await startNats({ servers: 3, routeBy: routes.routeBy, clusterTls: ', no_advertise: true' })
  afterThisTest(() => nats.stop())
  const one = await openLog(nats)
  afterThisTest(() => one.close())
  const serverOf = (address: string) => nats.servers.find((server) => server.address === address)?.name ?? ''
  return { routes, nats, ...one, serverOf }
}

test('what it does not answer is stored once by another, and the connection stays there', async () => {
  const { routes, log, connection, serverOf } = await opened()
  const company = crypto.randomUUID()
  const [first = 0] = await appendAll(log, company, ['one'])
  const left: string[] = []
  connection.onSilent((address) => left.push(serverOf(address)))
  const cut = serverOf(connection.nc.getServer())
  await routes.cutOff(cut)
  const began = performance.now()
  const answer = await again(() => log.append(company, first, '1.2', message('two')))
  const took = performance.now() - began
  if (process.env.SHOW_TIMES) console.log(`answered after ${Math.round(took)} ms`)
  expect(answer.outcome).toBe('stored')
  expect(took).toBeLessThan(patience(9000)) // so long a lease lasts
  expect(left).toEqual([cut])
  expect(serverOf(connection.nc.getServer())).not.toBe(cut)
  await routes.mend(cut)
  expect((await readAll(log, company)).map(textOf)).toEqual(['one', 'two'])
}, 120_000)

test('new connections prefer the others to it', async () => {
  const { routes, nats, serverOf } = await opened()
  const [cut, other] = nats.servers
  await routes.cutOff(cut?.name ?? '')
  const leaders = () => Promise.all([cut, other].map((server) => leaderSaidBy(server?.monitor ?? '')))
  const isElected = ([old, elected]: readonly string[]) => old === '' && elected !== '' && elected !== cut?.name
  await until(async () => isElected(await leaders()), { why: leaders })
  // Which server is tried first is chance.
  const connections = await Promise.all(Array.from({ length: 12 }, () => connect(settingsFor(nats))))
  const found = connections.map(({ nc }) => serverOf(nc.getServer()))
  await Promise.all(connections.map((connection) => connection.close()))
  expect(found).not.toContain(cut?.name)
}, 120_000)

/** Who leads the servers, as one of them believes; nobody is ''. */
async function leaderSaidBy(monitor: string): Promise<string> {
  const answer = await fetch(`${monitor}/jsz`)
  const { meta_cluster: cluster }: { readonly meta_cluster?: { readonly leader?: string } } = await answer.json()
  return cluster?.leader ?? ''
}
