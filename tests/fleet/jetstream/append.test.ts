/** A company's messages on a real server: stored once, directly after the expected one, or refused. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { StoredMessage } from '../../../src/fleet/commit-log'
import { type Connection, connect } from '../../../src/fleet/jetstream/connection'
import { jetStreamLog } from '../../../src/fleet/jetstream/log'
import { createStreams } from '../../../src/fleet/jetstream/streams'
import { type Nats, startNats } from '../../support/nats'

let nats: Nats
let connection: Connection
let log: ReturnType<typeof jetStreamLog>

beforeAll(async () => {
  nats = await startNats()
  connection = await connect({ servers: nats.urls.split(','), node: 'node-1', address: '127.0.0.1:1' })
  await createStreams(connection, { installation: 'test', replicas: 1 })
  log = jetStreamLog(connection)
})
afterAll(async () => {
  await connection?.close()
  await nats?.stop()
})

const bytes = (text: string) => new TextEncoder().encode(text)
const message = (text: string) => ({ headers: { 'B-Kind': 'frames' }, body: bytes(text) })
const all = async (company: string, after = 0) => {
  const found: StoredMessage[] = []
  for await (const stored of log.read(company, after)) found.push(stored)
  return found
}

describe('a company’s log', () => {
  test('stores a message once, after the expected one, and refuses another', async () => {
    const company = crypto.randomUUID()
    expect(await log.last(company)).toBeUndefined()
    const first = await log.append(company, 0, '1.1', message('one'))
    if (first.outcome !== 'stored') throw new Error(JSON.stringify(first))
    expect(await log.append(company, 0, '1.1', message('one'))).toEqual(first)
    expect(await log.append(company, 0, '1.1', message('other'))).toEqual({ outcome: 'refused' })
    const second = await log.append(company, first.seq, '1.2', message('two'))
    if (second.outcome !== 'stored') throw new Error(JSON.stringify(second))
    expect(await log.append(company, 0, '1.1', message('one'))).toEqual(first)
    expect(await log.last(company)).toEqual({ seq: second.seq, ...message('two') })
    expect(await all(company)).toEqual([
      { seq: first.seq, ...message('one') },
      { seq: second.seq, ...message('two') },
    ])
  })
})
