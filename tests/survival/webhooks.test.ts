/**
 * kill -9 at random moments while events are delivered: each message reaches the receiver at least once, under one id.
 * Three kills in a run by itself, two hundred in the long lane.
 */
import { expect } from 'bun:test'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { startReceiver } from '../support/webhook-receiver'
import { afterThisTest } from './support/cleanups'
import { openBesideReceiver } from './support/local-receiver'
import { repeatableRandom } from './support/random'
import { until } from './support/until'

const ROUNDS = inSuite(1, 10)
const KILLS = inSuite(3, 20)
const [CUSTOMERS, MESSAGES] = [5, 30]

type Row = { id: number; type: string; event_id: string; status: string; body: string }

for (let round = 1; round <= ROUNDS; round++)
  test(`kill -9 while events are delivered: each arrives at least once, under one id (${round})`, async () => {
    const random = repeatableRandom(`webhooks ${round}`)
    const receiver = startReceiver(Date.now)
    afterThisTest(() => receiver.stop())
    receiver.answers(async ({ isRepeated }) => {
      await Bun.sleep(random.between(0, 40))
      // Not twice in a row: after a third failure a delivery waits for minutes.
      return new Response('', { status: !isRepeated && random.between(0, 20) === 0 ? 500 : 200 })
    })
    const { client, killWhileWritten, read, kill } = await openBesideReceiver()
    const { secret } = await client.demand<{ secret: string }>('POST', '/webhooks', {
      url: receiver.url,
      topics: ['messages'],
    })
    receiver.checks.secret = secret

    await killWhileWritten({ customers: CUSTOMERS, messages: MESSAGES }, { kills: KILLS, within: 500, random })
    const deliveries = () => read<Row>('SELECT id, type, event_id, status, body FROM webhook_deliveries ORDER BY id')
    await until(() => deliveries().every(({ status }) => status === 'delivered'), {
      within: 60_000,
      every: 200,
      why: () => JSON.stringify(deliveries().filter(({ status }) => status !== 'delivered')),
    })

    const created = deliveries().filter(({ type }) => type === 'message.created')
    const stored = read<{ id: number }>('SELECT id FROM messages WHERE from_me = 0 ORDER BY id').map(({ id }) => id)
    const told = created.map(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id) // written by addDeliveries
    expect(stored).toHaveLength(KILLS * MESSAGES)
    expect(told.toSorted((a, b) => a - b)).toEqual(stored)
    const arrived = new Set(receiver.received.map(({ id }) => id))
    expect(deliveries().filter(({ event_id }) => !arrived.has(event_id))).toEqual([])
    expect(arrived.size).toBe(deliveries().length)
    expect(receiver.refused).toEqual([])
    await kill()
  }, 300_000)
