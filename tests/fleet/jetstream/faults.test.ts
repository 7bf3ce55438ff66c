/** Servers are killed, stopped and started again while nodes write: what was acknowledged is there, once and in order. */
import { afterEach, describe, expect, test } from 'bun:test'
import type { Appended, LogMessage, StoredMessage } from '../../../src/fleet/commit-log'
import { addressOf } from '../../../src/fleet/jetstream/names'
import { inSuite } from '../../support/long'
import { type Nats, startNats } from '../../support/nats'
import { until } from '../../support/until'
import { appendAll, message, readAll, textOf } from '../commit-log-contract'
import { type OpenedLog, openLog } from './opened'

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

type Written = { readonly text: string; readonly expected: number; readonly seq: number }

/** A node that believes to own the company: it writes after what it last saw, and again what was not answered. */
function writer(log: OpenedLog['log'], company: string, name: string) {
  const written: Written[] = []
  const outcomes = { stored: 0, refused: 0, unsure: 0 }
  let stopped = false
  const write = async (expected: number, id: string, each: LogMessage): Promise<Appended> => {
    for (;;) {
      const answer = await log.append(company, expected, id, each)
      outcomes[answer.outcome]++
      if (answer.outcome !== 'unsure') return answer
    }
  }
  const run = async () => {
    let expected = (await log.last(company))?.seq ?? 0
    for (let n = 1; !stopped; n++) {
      const text = `${name} ${n}`
      const answer = await write(expected, `1.${n}`, message(text))
      if (answer.outcome === 'stored') written.push({ text, expected, seq: answer.seq })
      expected = answer.outcome === 'stored' ? answer.seq : ((await log.last(company))?.seq ?? 0)
    }
  }
  const ending = run()
  return {
    written,
    outcomes,
    async stop() {
      stopped = true
      await ending
    },
  }
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

describe('a message that was not answered', () => {
  test('without a majority is stored once when the majority is back', async () => {
    const nats = await started(3)
    const { log } = await opened(nats)
    const company = crypto.randomUUID()
    const [first = 0] = await appendAll(log, company, ['one'])
    const leader = await nats.leaderOf(addressOf(company).stream)
    const others = nats.servers.filter((server) => server !== leader)
    for (const server of others) server.pause()
    const lost = await log.append(company, first, '1.2', message('two'))
    expect(lost.outcome).toBe('unsure')
    for (const server of others) server.resume()
    const answer = await again(() => log.append(company, first, '1.2', message('two')))
    expect(answer.outcome).toBe('stored')
    expect((await readAll(log, company)).map(textOf)).toEqual(['one', 'two'])
  })

  test('is refused if another node has written after the same one', async () => {
    const nats = await started(1)
    const [{ log }, other] = [await opened(nats), await opened(nats)]
    const company = crypto.randomUUID()
    const [first = 0] = await appendAll(log, company, ['one'])
    const [server] = nats.servers
    await server?.kill()
    expect((await log.append(company, first, '1.2', message('of the old owner'))).outcome).toBe('unsure')
    await server?.start()
    expect((await again(() => other.log.append(company, first, '2.0', message('of the new owner')))).outcome).toBe(
      'stored',
    )
    const answer = await again(() => log.append(company, first, '1.2', message('of the old owner')))
    expect(answer).toEqual({ outcome: 'refused' })
    expect((await readAll(log, company)).map(textOf)).toEqual(['one', 'of the new owner'])
  })

  test('by a server that stands still is stored once', async () => {
    const nats = await started(1)
    const { log } = await opened(nats)
    const company = crypto.randomUUID()
    const [server] = nats.servers
    server?.pause()
    const begun = performance.now()
    expect((await log.append(company, 0, '1.1', message('one'))).outcome).toBe('unsure')
    expect(performance.now() - begun).toBeLessThan(20_000)
    server?.resume()
    expect((await again(() => log.append(company, 0, '1.1', message('one')))).outcome).toBe('stored')
    expect((await readAll(log, company)).map(textOf)).toEqual(['one'])
  })
})

/** As an owner does: the same message, until the servers know. */
async function again(append: () => Promise<Appended>): Promise<Appended> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await append()
    if (answer.outcome !== 'unsure') return answer
  }
  throw new Error('still unsure')
}

describe('followers', () => {
  test('go on without a gap or a repetition when servers are lost', async () => {
    const nats = await started(3)
    const [{ log }, reader] = [await opened(nats), await opened(nats)]
    const companies = Array.from({ length: inSuite(20, 300) }, () => crypto.randomUUID())
    const taken = new Map<string, number[]>(companies.map((company) => [company, []]))
    const followings = companies.map((company) =>
      reader.log.follow(company, 0, ({ seq }) => void taken.get(company)?.push(seq)),
    )
    const writers = companies.map((company) => writer(log, company, 'owner'))
    const count = () => [...taken.values()].reduce((sum, { length }) => sum + length, 0)
    const progress = async (what: string) => {
      const from = count()
      await until(() => count() >= from + companies.length * 5, what, 60_000)
    }
    await progress('messages')
    for (const server of nats.servers.slice(0, inSuite(1, 3))) {
      await server.kill()
      await progress('messages with two servers')
      await server.start()
      await nats.whole()
    }
    await Promise.all(writers.map((each) => each.stop()))
    for (const [at, company] of companies.entries()) {
      const seqs = writers[at]?.written.map(({ seq }) => seq) ?? []
      await until(() => (taken.get(company)?.length ?? 0) >= seqs.length, 'the last messages', 60_000)
      expect(taken.get(company)).toEqual(seqs)
    }
    await Promise.all(followings.map((each) => each.stop()))
  })
})
