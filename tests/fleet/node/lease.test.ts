/** A node that loses its lease lets nothing leave, and comes back. */
import { expect, test } from 'bun:test'
import { NotAcknowledged } from '../../../src/platform/gate'
import { until } from '../../support/until'
import { openFleetWithTwoNodes } from './fleet'

test('a node whose servers are gone drops what waits, and takes its companies again when they are back', async () => {
  const { fleet, a, b, uuids, asOperator } = await openFleetWithTwoNodes()
  const [first = ''] = uuids
  await b.stop()
  const [server] = fleet.nats.servers
  const health = async () => {
    const response = await a.request('/health')
    return { code: response.status, ...(await response.json()) }
  }
  expect(await health()).toMatchObject({ code: 200, status: 'ok', role: 'installation' })
  await server?.kill()
  expect(a.server.gate.wait(first)).toBeUndefined()
  const cx = a.server.cxOf(first)
  cx.transaction(({ db }) => db.$client.prepare("UPDATE queues SET name = 'Nunca confirmada' WHERE id = 1").run())
  const waiting = a.server.gate.wait(first)
  const dropped = waiting?.then(
    () => 'left',
    (error: unknown) => (error instanceof NotAcknowledged ? 'dropped' : 'failed'),
  )
  const answer = a.request('/api/queue', asOperator('GET')).then(
    (response) =>
      response.text().then(
        () => 'left',
        () => 'dropped',
      ),
    () => 'dropped',
  )
  await until(() => !a.node.placement.isLeaseHeld(), 'the end of the lease')
  expect(await dropped).toBe('dropped')
  expect(await answer).toBe('dropped')
  expect(await health()).toMatchObject({ code: 503, status: 'unavailable', node: 'a', role: 'none' })
  await server?.start()
  await until(() => uuids.every((uuid) => a.node.placement.owns(uuid)), 'the companies again', 60_000)
  await until(() => a.server.databases.isAvailable(first), 'company 1, open')
  const names = a.server.cxOf(first).db.$client.prepare('SELECT name FROM queues ORDER BY id').pluck().all()
  expect(names).toEqual(['Vendas', 'Suporte'])
  await until(() => a.server.fleet?.isServing(), 'a node that can answer people')
  expect(await health()).toMatchObject({ code: 200, status: 'ok' })
}, 180_000)
