/** Servers are killed or stand still: what was not answered is stored once or refused, and followers miss nothing. */
import { afterEach, describe, expect, test } from 'bun:test'
import { addressOf } from '../../../src/fleet/jetstream/names'
import { inSuite } from '../../support/long'
import { type Nats, startNats } from '../../support/nats'
import { until } from '../../support/until'
import { appendAll, message, readAll, textOf } from '../commit-log-contract'
import { again, type OpenedLog, openLog, writer } from './opened'

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
    // The answers to the first try come late, to somebody else's question.
    const others = Array.from({ length: 20 }, () => crypto.randomUUID())
    const answers = await Promise.all(others.map((other) => again(() => log.append(other, 0, '1.1', message(other)))))
    expect((await again(() => log.append(company, 0, '1.1', message('one')))).outcome).toBe('stored')
    expect((await readAll(log, company)).map(textOf)).toEqual(['one'])
    const sequences = await Promise.all(others.map(async (other) => (await log.last(other))?.seq))
    expect(answers.map((answer) => (answer.outcome === 'stored' ? answer.seq : undefined))).toEqual(sequences)
  })
})

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
