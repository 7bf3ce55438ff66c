/**
 * kill -9 at random moments while an n8n answers customers: each message is answered once, and its calls have one id.
 * Two kills in the short lane, twenty in the long one.
 */
import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { startN8n } from '../../src/simulator/n8n/stand-in'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { afterThisTest } from './support/cleanups'
import { openInstallation } from './support/installation'
import { repeatableRandom } from './support/random'
import { startServerProcess } from './support/server-process'
import { until } from './support/until'

const KILLS = inSuite(2, 20)
/** Each writes one message between two kills: faster ones would be taken for another bot. */
const CUSTOMERS = 25
const ALLOW = { outsideAllow: '127.0.0.1:*' }

test('kill -9 between call and commit: each message is answered once, under one id', async () => {
  const random = repeatableRandom('integrations')
  const n8n = startN8n()
  afterThisTest(() => n8n.stop())
  n8n.answers(async ({ message }) => {
    await Bun.sleep(random.between(0, 60))
    return Response.json({ output: `eco ${message?.id}` })
  })
  const { testbed, client, dataDir, server: first } = await openInstallation(ALLOW)
  let server = first
  const made = await client.demand<{ id: number; secret: string }>('POST', '/queue-integration', {
    ...{ type: 'n8n', name: 'Eco', urlIntegration: n8n.url, urlToken: n8n.checks.token },
  })
  n8n.checks.secret = made.secret
  const queue = await client.demand<{ id: number }>('POST', '/queue', {
    ...{ name: 'Entregas', color: '#112233', integrationId: made.id },
  })
  await client.demand('PUT', '/whatsapp/1', { queueIds: [queue.id] })

  for (let kill = 0; kill < KILLS; kill++) {
    await testbed.prepare(CUSTOMERS, CUSTOMERS)
    await testbed.release()
    await Bun.sleep(random.between(0, 700))
    await server.kill()
    server = await startServerProcess({ dataDir, testbed, ...ALLOW })
    client.moveTo(server)
  }
  await testbed.settled(20_000)
  const [uuid = ''] = readdirSync(join(dataDir, 'tenants'))
  const read = <T>(sql: string): T[] => {
    const db = new Sqlite(join(dataDir, 'tenants', uuid, 'tenant.db'), { readonly: true })
    try {
      return db.prepare(sql).all() as T[] // the columns are listed
    } finally {
      db.close()
    }
  }
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
}, 600_000)
