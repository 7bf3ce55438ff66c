/**
 * kill -9 at random moments while other systems send over the external API, and repeat each request until it is
 * accepted: each key arrives once, whether the kill came before or after the acceptance. Four kills in the short lane,
 * two hundred in the long one.
 */
import { expect } from 'bun:test'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { answerLate, converse, openInstallation } from './support/installation'
import { readLedger } from './support/ledger'
import { repeatableRandom } from './support/random'
import { type ServerProcess, startServerProcess } from './support/server-process'
import { reached } from './support/testbed'
import { until } from './support/until'

const ROUNDS = inSuite(1, 20)
const KILLS = inSuite(4, 10)
const CUSTOMERS = 10
/** Each below the limit of a token. */
const TOKENS = 8
const SENDS = 25 * KILLS

for (let round = 1; round <= ROUNDS; round++)
  test(`kill -9 between acceptance and send: each key is sent once (${round})`, async () => {
    const random = repeatableRandom(`api ${round}`)
    const { testbed, client, dataDir, server: first } = await openInstallation()
    const people = await converse(testbed, client, CUSTOMERS)
    await answerLate(testbed, people, 100)
    const [{ id: whatsappId } = { id: 0 }] = await client.demand<{ id: number }[]>('GET', '/whatsapp')
    const secrets: string[] = []
    for (let n = 1; n <= TOKENS; n++) {
      const made = await client.demand<{ secret: string }>('POST', '/api-tokens', { name: `Sistema ${n}`, whatsappId })
      secrets.push(made.secret)
    }

    let server: ServerProcess = first
    const ids = new Map<string, Set<string>>()
    const refusals: string[] = []
    /** Some accepted requests are repeated, as by a client that lost the answer. */
    async function send(key: string, number: string, secret: string): Promise<boolean> {
      const answer = await fetch(`${server.origin}/api/messages/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ number, body: key }),
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined)
      const accepted = (await answer?.json().catch(() => undefined)) as { id: string } | undefined // the answer of its route
      if (answer && answer.status !== 202 && answer.status !== 429) refusals.push(`${answer.status}`)
      if (answer?.status !== 202 || !accepted) return false
      ids.set(key, (ids.get(key) ?? new Set()).add(accepted.id))
      return true
    }
    const keys = Array.from({ length: SENDS }, (_, n) => `pedido ${n}`)
    const sending = Promise.all(
      keys.map(async (key, n) => {
        const [number, secret] = [people[n % CUSTOMERS]?.number ?? '', secrets[n % TOKENS] ?? '']
        await Bun.sleep(random.between(0, 1_500 * KILLS))
        await until(() => send(key, number, secret), { within: 120_000, every: 50 })
        if (n % 5 === 0) await until(() => send(key, number, secret), { within: 120_000, every: 50 })
      }),
    )
    sending.catch(() => {}) // nobody awaits it if the test has already failed

    for (let kill = 0; kill < KILLS; kill++) {
      await Bun.sleep(random.between(300, 1_200))
      await server.kill()
      server = await startServerProcess({ dataDir, testbed })
      client.moveTo(server)
    }
    await sending
    await until(() => readLedger(dataDir).outbox === 0, { within: 60_000, every: 200 })
    await testbed.settled(20_000)

    const arrived = [...reached(await testbed.books()).values()].flat().map(({ text }) => text)
    const times = Map.groupBy(arrived, (text) => text)
    expect(refusals).toEqual([])
    expect(keys.filter((key) => times.get(key)?.length !== 1)).toEqual([])
    expect(keys.filter((key) => ids.get(key)?.size !== 1)).toEqual([])
    await server.kill()
  }, 300_000)
