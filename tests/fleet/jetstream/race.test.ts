/** Servers are killed, stopped and started again while nodes write: what was acknowledged is there, once and in order. */
import { afterEach, describe, expect, test } from 'bun:test'
import type { StoredMessage } from '../../../src/fleet/commit-log'
import { addressOf } from '../../../src/fleet/jetstream/names'
import { inSuite } from '../../support/long'
import { type Nats, startNats } from '../../support/nats'
import { until } from '../../support/until'
import { readAll, textOf } from '../commit-log-contract'
import { type OpenedLog, openLog, type Written, writer } from './opened'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})
async function started(servers: 1 | 3): Promise<Nats> {
  const nats = await startNats({ servers })
  ended.push(() => nats.stop())
  return nats
}
async function opened(nats: Nats): Promise<OpenedLog> {
  const log = await openLog(nats)
  ended.push(() => log.close())
  return log
}

function requireChain(stored: readonly StoredMessage[], written: readonly Written[]) {
  const texts = stored.map(textOf)
  expect(new Set(texts).size).toBe(texts.length)
  const before = new Map(stored.map((each, at) => [each.seq, stored[at - 1]?.seq ?? 0]))
  const at = new Map(stored.map((each) => [textOf(each), each.seq]))
  const wrong = written.filter(({ text, expected, seq }) => at.get(text) !== seq || before.get(seq) !== expected)
  expect(wrong).toEqual([])
}

describe('three writers of one company', () => {
  test('that race while leaders are killed and stopped lose and double nothing', async () => {
    const nats = await started(3)
    const company = crypto.randomUUID()
    const logs = await Promise.all(['a', 'b', 'c'].map(() => opened(nats)))
    const writers = logs.map(({ log }, at) => writer(log, company, `node ${at}`))
    const count = () => writers.reduce((sum, { written }) => sum + written.length, 0)
    const progress = async (what: string) => {
      const from = count()
      await until(() => count() >= from + 40, what, 60_000)
    }
    const { stream } = addressOf(company)
    await progress('messages')
    for (let round = 0; round < inSuite(1, 12); round++) {
      const killed = await nats.leaderOf(stream)
      await killed.kill()
      await progress('messages under the next leader')
      await killed.start()
      await nats.whole()
      const paused = await nats.leaderOf(stream)
      paused.pause()
      await progress('messages while the leader stands still')
      paused.resume()
      await progress('messages after it goes on')
    }
    await Promise.all(writers.map((each) => each.stop()))
    const written = writers.flatMap((each) => each.written)
    for (const { log } of logs) requireChain(await readAll(log, company), written)
    expect(writers.reduce((sum, { outcomes }) => sum + outcomes.refused, 0)).toBeGreaterThan(0)
  })
})
