/** kill -9 with messages in flight. */
import { afterEach, expect } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../../../src/simulator/simulator'
import { test } from '../../../support/trace'
import { watchWires } from '../../../support/wires'
import { spawnSession } from '../spawn'
import { COMPANY } from '../support'
import { afterThisTest, runCleanups } from '../testbed'

afterEach(runCleanups)

const EACH = 60
const CUSTOMERS = ['5521900000001', '5521900000002', '5521900000003', '5521900000004']

test('after the restart every message arrived once, in order, without retry requests', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'crash-'))
  const simulator = await startSimulator({ port: 0 })
  afterThisTest(() => simulator.stop())
  watchWires(simulator)
  const company = simulator.addPhone({ phone: COMPANY, name: 'Loja', role: 'company' })
  const phones = CUSTOMERS.map((phone) => simulator.addPhone({ phone, name: phone, role: 'customer' }))
  let repeated = 0
  let seen = 0
  let killAt = Number.POSITIVE_INFINITY
  let session = spawnSession(dir, simulator)
  simulator.intercept((_connection, { tag, attrs }) => {
    if (tag !== 'message') return undefined
    if (attrs.device_fanout === 'false') repeated += 1
    seen += 1
    if (seen === killAt) void session.kill() // immediately: this message's keys must be on disk by now
    return undefined
  })
  afterThisTest(() => session.kill())
  await session.link(company)
  for (let kill = 1; kill <= 3; kill++) {
    void session.send(CUSTOMERS, EACH)
    killAt = seen + 30 + kill * 7
    await session.until(() => seen >= killAt, 15_000)
    await session.kill()
    session = spawnSession(dir, simulator)
    await session.start()
  }
  const { outcomes } = await session.send(CUSTOMERS, EACH)
  expect(outcomes).toEqual({ sent: EACH * CUSTOMERS.length })
  const wanted = Array.from({ length: EACH }, (_, index) => index)
  for (const phone of phones) {
    expect(await booked(simulator, phone.number)).toEqual(wanted)
  }
  expect(repeated).toBe(0)
}, 180_000)

/** All messages a phone received, in order. */
async function booked(simulator: Awaited<ReturnType<typeof startSimulator>>, phone: string): Promise<number[]> {
  const result = await simulator.run({ do: 'books', phone })
  const entries = (result.ok && result.books?.[0]?.entries) || []
  return entries.toSorted((a, b) => a.order - b.order).map(({ text }) => Number.parseInt(text, 10))
}
