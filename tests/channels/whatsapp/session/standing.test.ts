/** Where a connection can stand besides open and lost, and how it gets there and away again. */
import { afterEach, expect } from 'bun:test'
import type { Simulator } from '../../../../src/simulator/simulator'
import type { Connection } from '../../../../src/simulator/wire/connection'
import { node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { COMPANY, MARIA, openCounter, REF, until } from '../support'
import { afterThisTest, clearAway, linkedTown, town } from '../town'

afterEach(clearAway)

type Town = Awaited<ReturnType<typeof linkedTown>>
const statuses = (counter: { news: { status: string }[] }) => counter.news.map(({ status }) => status)

/** The next client that says something is told this, and hung up on. */
function hangUpWith(simulator: Simulator, failure: Record<string, string | number>) {
  const stop = simulator.intercept((connection: Connection) => {
    stop()
    connection.end(node('failure', failure))
    return 'drop'
  })
}

function reopened({ simulator, counter }: Pick<Town, 'simulator' | 'counter'>) {
  const next = openCounter(simulator, { db: counter.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  return next
}

test('WhatsApp demands a passkey of the phone that scans: told, and nothing is tried until somebody asks', async () => {
  const { simulator, counter, company } = await town()
  await simulator.run({ do: 'setFault', name: 'passkey', on: true })
  await counter.channel.pair(REF, { by: 'qr' })
  const qr = await until(() => counter.latest()?.qrcode)
  expect(await simulator.run({ do: 'scan', phone: COMPANY, qr })).toMatchObject({ error: 'passkey_required' })
  await counter.becomes('PASSKEY')
  expect(counter.latest()).toMatchObject({ reason: 'passkey', qrcode: '', number: null })
  const told = counter.news.length
  await Bun.sleep(300)
  expect(counter.news.length).toBe(told)

  await simulator.run({ do: 'setFault', name: 'passkey', on: false })
  await counter.link(company)
})

test('the same where a code is typed', async () => {
  const { simulator, counter } = await town()
  await simulator.run({ do: 'setFault', name: 'passkey', on: true })
  await counter.channel.pair(REF, { by: 'code', number: COMPANY })
  const code = await until(() => counter.latest()?.pairingCode)
  expect(await simulator.run({ do: 'enterCode', phone: COMPANY, code })).toMatchObject({ error: 'passkey_required' })
  await counter.becomes('PASSKEY')
  expect(counter.latest()).toMatchObject({ reason: 'passkey', pairingCode: null })
})

for (const reason of [403, 406])
  test(`shut out for good (${reason}): told, not tried again, the credentials stay`, async () => {
    const all = await linkedTown()
    hangUpWith(all.simulator, { reason })
    await all.counter.becomes('BANNED', 8_000)
    const told = all.counter.news.length
    expect(all.counter.latest()).toMatchObject({ reason: 'banned', until: null })
    await Bun.sleep(300)
    expect(all.counter.news.length).toBe(told)
    expect(all.counter.db.prepare('SELECT * FROM archives').all()).toEqual([])
  })

test('shut out for a time: told until when, and back by itself when the time is over', async () => {
  const all = await linkedTown()
  hangUpWith(all.simulator, { reason: 402, code: 101, expire: 1 })
  await all.counter.becomes('BANNED', 8_000)
  const { reason, until: end } = all.counter.latest() ?? {}
  expect(reason).toBe('temporarilyBanned')
  expect((end ?? 0) - Date.now()).toBeWithin(1, 1_001)
  await all.counter.becomes('CONNECTED')
  expect(Date.now()).toBeGreaterThanOrEqual(end ?? 0)
  expect(all.counter.latest()).toMatchObject({ reason: null, until: null })
})

test('shut out for a time that nobody tells: we wait to be asked', async () => {
  const all = await linkedTown()
  hangUpWith(all.simulator, { reason: 402 })
  await all.counter.becomes('BANNED', 8_000)
  expect(all.counter.latest()).toMatchObject({ reason: 'temporarilyBanned', until: null })
  await Bun.sleep(200)
  expect(all.counter.status()).toBe('BANNED')
  await all.counter.channel.pair(REF, { by: 'qr' })
  await all.counter.becomes('CONNECTED')
})

test('of a phone that was never linked nobody says that it is banned', async () => {
  const { simulator, counter } = await town()
  await simulator.run({ do: 'setFault', name: 'loginFailure', on: true, value: 403, times: 1 })
  await counter.channel.pair(REF, { by: 'qr' })
  await counter.becomes('DISCONNECTED')
  expect(counter.latest()).toMatchObject({ reason: 'banned', number: null })
})

for (const [code, reason] of [
  [409, 'refused'],
  [411, 'notMultiDevice'],
] as const)
  test(`turned away with ${code}: told, the credentials stay for the next try`, async () => {
    const all = await linkedTown()
    await all.simulator.run({ do: 'setFault', name: 'loginFailure', on: true, value: code, times: 1 })
    await all.simulator.run({ do: 'dropConnections' })
    await all.counter.becomes('DISCONNECTED')
    expect(all.counter.latest()).toMatchObject({ reason, number: COMPANY })
    await all.counter.channel.pair(REF, { by: 'qr' })
    await all.counter.becomes('CONNECTED')
  })

const restrict = ({ simulator }: Town, hours: number) => simulator.run({ do: 'restrict', phone: COMPANY, hours })
const SECONDS = 1 / 3_600

test('restricted: who writes is answered as before, and it is lifted by WhatsApp’s word', async () => {
  const all = await linkedTown()
  await restrict(all, 2)
  await all.counter.becomes('RESTRICTED')
  await all.maria.say(COMPANY, 'oi')
  await all.counter.hears('oi')
  expect((await all.counter.say(MARIA, 'olá')).outcome).toBe('sent')
  await restrict(all, 0)
  await all.counter.becomes('CONNECTED')
  expect(all.counter.latest()).toMatchObject({ reason: null, until: null })
})

test('restricted: it is over when its time is over, without a word from anybody', async () => {
  const all = await linkedTown()
  await restrict(all, 2 * SECONDS)
  await all.counter.becomes('RESTRICTED')
  const end = all.counter.latest()?.until ?? 0
  await all.counter.becomes('CONNECTED')
  expect(Date.now()).toBeGreaterThanOrEqual(end)
})

test('restricted: a lost line and a new life of the process change nothing of it', async () => {
  const all = await linkedTown()
  await restrict(all, 2)
  await all.counter.becomes('RESTRICTED')
  const end = all.counter.latest()?.until
  await all.simulator.run({ do: 'dropConnections' })
  await all.counter.becomes('TIMEOUT')
  expect(all.counter.latest()?.until).toBeNull()
  await all.counter.becomes('RESTRICTED')
  await all.counter.close()
  const next = reopened(all)
  await next.becomes('RESTRICTED')
  expect(next.latest()).toMatchObject({ reason: 'restricted', until: end ?? 0 })
  expect(statuses(next)).not.toContain('CONNECTED')
})

test('restricted while we were away: it is told when we are back', async () => {
  const all = await linkedTown()
  await all.counter.close()
  await restrict(all, 2)
  const next = reopened(all)
  await next.becomes('RESTRICTED')
})

test('unlinked on the phone: nothing of the old account is told any more', async () => {
  const all = await linkedTown()
  await all.simulator.run({ do: 'removeDevice', phone: COMPANY, device: all.company.view().devices[0]?.id ?? 0 })
  await all.counter.becomes('DISCONNECTED')
  expect(all.counter.latest()).toMatchObject({ reason: 'loggedOut', number: null })
})

test('unlinked on the phone while the disk is full: told all the same, and put away at the next try', async () => {
  const all = await linkedTown()
  const { counter } = all
  counter.db.exec("CREATE TRIGGER full BEFORE INSERT ON archives BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  await all.simulator.run({ do: 'removeDevice', phone: COMPANY, device: all.company.view().devices[0]?.id ?? 0 })
  await counter.becomes('DISCONNECTED')
  expect(counter.latest()?.reason).toBe('loggedOut')
  counter.db.exec('DROP TRIGGER full')
  await counter.channel.pair(REF, { by: 'qr' })
  await until(() => counter.db.prepare('SELECT 1 FROM archives').get())
  await counter.becomes('DISCONNECTED')
  await counter.link(all.company)
})

for (const ms of [0, 1, 5, 15, 40])
  test(`stopped ${ms} ms after it began to open: not a word more, no line stays open, and it opens when asked again`, async () => {
    const all = await linkedTown()
    await all.counter.close()
    const next = openCounter(all.simulator, { db: all.counter.db })
    afterThisTest(next.close)
    next.channel.start(REF)
    await Bun.sleep(ms)
    await next.channel.stop(REF)
    const told = next.news.length
    const devices = () => all.company.view().devices.filter(({ connected }) => connected)
    await until(() => devices().length === 0)
    await Bun.sleep(150)
    expect(devices()).toEqual([])
    expect(next.news).toHaveLength(told)
    next.channel.start(REF)
    await next.becomes('CONNECTED')
  })

test('the phone lists us by our name where it scanned, and as a system it knows where a code was typed', async () => {
  const { counter, company } = await linkedTown()
  expect(company.view().devices.map(({ name }) => name)).toEqual(['Balcão'])
  await counter.channel.logout(REF)
  await counter.channel.pair(REF, { by: 'code', number: COMPANY })
  await company.enterCode(await until(() => counter.latest()?.pairingCode))
  await counter.becomes('CONNECTED')
  expect(company.view().devices.map(({ name }) => name)).toEqual(['Ubuntu'])
})
