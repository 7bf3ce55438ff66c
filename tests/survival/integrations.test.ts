/**
 * kill -9 at random moments while an n8n answers customers: each message is answered once, and its calls have one id.
 * Two kills in the short lane, twenty in the long one.
 */
import { expect } from 'bun:test'
import { startN8n } from '../../src/simulator/n8n/stand-in'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { afterThisTest } from './support/cleanups'
import { openBesideReceiver } from './support/local-receiver'
import { repeatableRandom } from './support/random'
import { until } from './support/until'

const KILLS = inSuite(2, 20)
/** Each writes one message between two kills: faster ones would be taken for another bot. */
const CUSTOMERS = 25

test('kill -9 between call and commit: each message is answered once, under one id', async () => {
  const random = repeatableRandom('integrations')
  const n8n = startN8n()
  afterThisTest(() => n8n.stop())
  n8n.answers(async ({ message }) => {
    await Bun.sleep(random.between(0, 60))
    return Response.json({ output: `eco ${message?.id}` })
  })
  const { client, killWhileWritten, read, kill } = await openBesideReceiver()
  const made = await client.demand<{ id: number; secret: string }>('POST', '/queue-integration', {
    type: 'n8n',
    name: 'Eco',
    urlIntegration: n8n.url,
    urlToken: n8n.checks.token,
  })
  n8n.checks.secret = made.secret
  const queue = await client.demand<{ id: number }>('POST', '/queue', {
    name: 'Entregas',
    color: '#112233',
    integrationId: made.id,
  })
  await client.demand('PUT', '/whatsapp/1', { queueIds: [queue.id] })

  await killWhileWritten({ customers: CUSTOMERS, messages: CUSTOMERS }, { kills: KILLS, within: 700, random })
  const asked = () => read<{ id: number }>('SELECT id FROM messages WHERE from_me = 0')
  const turns = () => read<{ id: number }>('SELECT id FROM integration_turns')
  await until(() => asked().length === KILLS * CUSTOMERS && turns().length === 0, {
    within: 60_000,
    every: 200,
    why: () => `${asked().length} messages, ${turns().length} turns`,
  })

  expect(read("SELECT kind, data FROM ticket_log WHERE kind IN ('integrationFailed', 'chatbotSilent')")).toEqual([])
  const answers = read<{ body: string }>('SELECT body FROM messages WHERE from_me = 1').map(({ body }) => body)
  const wanted = asked().map(({ id }) => `eco ${id}`)
  expect(answers.toSorted()).toEqual(wanted.toSorted())
  const idsOf = Map.groupBy(n8n.calls, ({ message }) => message?.id)
  expect([...idsOf.values()].filter((calls) => new Set(calls.map(({ id }) => id)).size !== 1)).toEqual([])
  expect(n8n.refused).toEqual([])
  await kill()
}, 600_000)
