/** The commit log on one real server, and on three. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addressOf } from '../../../src/fleet/jetstream/names'
import { fetchBatch } from '../../../src/fleet/jetstream/reading'
import { type Nats, startNats } from '../../support/nats'
import { until } from '../../support/until'
import { appendAll, commitLogContract } from '../commit-log-contract'
import { type OpenedLog, openLog } from './opened'

for (const servers of [1, 3] as const)
  describe(`the commit log on ${servers === 1 ? 'one server' : 'three servers'}`, () => {
    let nats: Nats | undefined
    let opened: OpenedLog | undefined
    beforeAll(async () => {
      nats = await startNats({ servers })
      opened = await openLog(nats)
    })
    afterAll(async () => {
      await opened?.close()
      await nats?.stop()
    })
    commitLogContract(() => {
      if (!opened) throw new Error('not open')
      return opened.log
    })
  })

describe('a follower', () => {
  let nats: Nats | undefined
  let opened: OpenedLog | undefined
  const open = async (options: Parameters<typeof openLog>[1]) => {
    nats ??= await startNats()
    await opened?.close()
    opened = await openLog(nats, options)
    return opened
  }
  afterAll(async () => {
    await opened?.close()
    await nats?.stop()
  })

  test('finds by itself what the servers did not repeat', async () => {
    const { log, connection } = await open({ checkMs: 100 })
    const company = crypto.randomUUID()
    const taken: number[] = []
    const following = log.follow(company, 0, ({ seq }) => void taken.push(seq))
    const first = await appendAll(log, company, ['one'])
    await until(() => taken.length === 1, 'the first message')
    const { stream } = addressOf(company)
    const { config } = await connection.jsm.streams.info(stream)
    const { republish = { src: '', dest: '' } } = config
    await connection.jsm.streams.update(stream, { republish: { ...republish, dest: 'elsewhere.{{wildcard(1)}}' } })
    const second = await appendAll(log, company, ['two', 'three'], first[0])
    await until(() => taken.length === 3, 'the messages that were not repeated')
    await connection.jsm.streams.update(stream, { republish })
    const third = await appendAll(log, company, ['four', 'five'], second[1])
    await until(() => taken.length === 5, 'the messages that are repeated again')
    expect(taken).toEqual([...first, ...second, ...third])
    await following.stop()
  })

  test('that is slow keeps few messages in memory, and misses none', async () => {
    const waitingBytes = 1_000_000
    const { log } = await open({ waitingBytes })
    const company = crypto.randomUUID()
    const taken: number[] = []
    const go = Promise.withResolvers<void>()
    const following = log.follow(company, 0, async ({ seq }) => {
      await go.promise
      taken.push(seq)
    })
    const stored: number[] = []
    for (let n = 0; n < 100; n++) {
      const answer = await log.append(company, stored.at(-1) ?? 0, `1.${n}`, {
        headers: {},
        body: new Uint8Array(100_000),
      })
      if (answer.outcome === 'stored') stored.push(answer.seq)
    }
    const waiting = log.waitingBytes()
    expect(waiting).toBeGreaterThan(waitingBytes / 2)
    expect(waiting).toBeLessThanOrEqual(waitingBytes)
    go.resolve()
    await until(() => taken.length === stored.length, 'all messages')
    expect(taken).toEqual(stored)
    await until(() => log.waitingBytes() === 0, 'nothing that waits')
    await following.stop()
  })
})

test('a question on a connection that is closed fails, and leaves nothing that waits', async () => {
  const nats = await startNats()
  const { connection, close } = await openLog(nats)
  await close()
  let waiting = 0
  const onLost = (listener: () => void) => {
    const end = connection.onLost(listener)
    waiting++
    return () => {
      waiting--
      end()
    }
  }
  await expect(fetchBatch({ nc: connection.nc, onLost }, addressOf('company'), 0)).rejects.toThrow()
  expect(waiting).toBe(0)
  await nats.stop()
})
