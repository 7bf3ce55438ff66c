/** Servers without room: nothing is acknowledged that is not stored, and what was tried is stored once there is room. */
import { afterEach, describe, expect, test } from 'bun:test'
import type { AppendOutcome } from '../../../src/fleet/commit-log'
import { openFleetServers } from '../../../src/fleet/jetstream/open'
import { isLong } from '../../support/long'
import { startNats } from '../../support/nats'
import { readAll } from '../commit-log-contract'
import { type OpenedLog, openLog, settingsFor } from './opened'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

const SMALL = 'max_file_store: 3MB, sync_interval: always'
const LARGE = 'max_file_store: 100MB, sync_interval: always'
const body = new Uint8Array(256 * 1024)

async function filled(servers: 1 | 3) {
  const nats = await startNats({ servers, jetstream: SMALL })
  ended.push(() => nats.stop())
  const opened = await openLog(nats)
  ended.push(() => opened.close())
  const company = crypto.randomUUID()
  let newest = 0
  let answer: AppendOutcome = { outcome: 'refused' }
  let count = 0
  for (; count < 20; count++) {
    answer = await append(opened.log, company, newest, count)
    if (answer.outcome !== 'stored') break
    newest = answer.seq
  }
  return { nats, log: opened.log, company, newest, count, answer }
}
const append = (log: OpenedLog['log'], company: string, expected: number, n: number) =>
  log.append(company, expected, `1.${n}`, { headers: {}, body })

describe('without room', () => {
  test('one server says so, goes on reading, and takes the message once there is room', async () => {
    const { nats, log, company, newest, count, answer } = await filled(1)
    expect(answer).toEqual({ outcome: 'unsure', reason: expect.stringContaining('insufficient resources') })
    expect(await readAll(log, company)).toHaveLength(count)
    await expect(openFleetServers(settingsFor(nats), 'test', () => Date.now())).rejects.toThrow('is full: 3 of 3 MB')
    await log.purgeBelow(company, newest)
    const stored = await append(log, company, newest, count)
    expect(stored.outcome).toBe('stored')
    expect(await append(log, company, newest, count)).toEqual(stored)
    expect(await readAll(log, company)).toHaveLength(2)
  })

  const many = isLong ? ([3] as const) : []
  test.each(many)(
    '%i servers are without an answer until they have more, and then hold everything once',
    async (servers) => {
      const { nats, log, company, newest, count, answer } = await filled(servers)
      expect(answer.outcome).toBe('unsure')
      for (const server of nats.servers) await server.kill()
      await Promise.all(nats.servers.map((server) => server.start(LARGE)))
      await nats.whole()
      let again = answer
      for (let tries = 0; again.outcome === 'unsure' && tries < 50; tries++)
        again = await append(log, company, newest, count)
      expect(again.outcome).toBe('stored')
      expect(await readAll(log, company)).toHaveLength(count + 1)
    },
  )
})
