/** States of a connection beside open and lost, and the transitions. */
import { afterEach, expect } from 'bun:test'
import type { NewChats } from '../../../../src/channels/channel'
import type { Simulator } from '../../../../src/simulator/simulator'
import type { Connection } from '../../../../src/simulator/wire/connection'
import { node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { COMPANY, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups, testbed } from '../testbed'

afterEach(runCleanups)

type Testbed = Awaited<ReturnType<typeof linkedTestbed>>
const statuses = (session: { news: { status: string }[] }) => session.news.map(({ status }) => status)

/** The next client that sends something gets this and is disconnected. */
function hangUpWith(simulator: Simulator, failure: Record<string, string | number>) {
  const stop = simulator.intercept((connection: Connection) => {
    stop()
    connection.end(node('failure', failure))
    return 'drop'
  })
}

function reopened({ simulator, session }: Pick<Testbed, 'simulator' | 'session'>) {
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  return next
}

test('a passkey demand after a scan is reported, and nothing is retried without a request', async () => {
  const { simulator, session, company } = await testbed()
  await simulator.run({ do: 'setFault', name: 'passkey', on: true })
  await session.channel.pair(REF, { by: 'qr' })
  const qr = await until(() => session.latest()?.qrcode)
  expect(await simulator.run({ do: 'scan', phone: COMPANY, qr })).toMatchObject({ error: 'passkey_required' })
  await session.becomes('PASSKEY')
  expect(session.latest()).toMatchObject({ reason: null, qrcode: '', number: null })
  const reported = session.news.length
  await Bun.sleep(300)
  expect(session.news.length).toBe(reported)

  await simulator.run({ do: 'setFault', name: 'passkey', on: false })
  await session.link(company)
})

test('a passkey demand after a typed code is reported', async () => {
  const { simulator, session } = await testbed()
  await simulator.run({ do: 'setFault', name: 'passkey', on: true })
  await session.channel.pair(REF, { by: 'code', number: COMPANY })
  const code = await until(() => session.latest()?.pairingCode)
  expect(await simulator.run({ do: 'enterCode', phone: COMPANY, code })).toMatchObject({ error: 'passkey_required' })
  await session.becomes('PASSKEY')
  expect(session.latest()).toMatchObject({ reason: null, pairingCode: null })
})

for (const reason of [403, 406])
  test(`permanently banned (${reason}): reported, not retried, credentials kept`, async () => {
    const all = await linkedTestbed()
    hangUpWith(all.simulator, { reason })
    await all.session.becomes('BANNED', 15_000)
    const reported = all.session.news.length
    expect(all.session.latest()).toMatchObject({ reason: 'banned', until: null })
    await Bun.sleep(300)
    expect(all.session.news.length).toBe(reported)
    expect(all.session.db.prepare('SELECT * FROM archives').all()).toEqual([])
  })

test('temporarily banned: reported with its end, and reconnects by itself afterwards', async () => {
  const all = await linkedTestbed()
  hangUpWith(all.simulator, { reason: 402, code: 101, expire: 1 })
  await all.session.becomes('BANNED', 15_000)
  const { reason, until: end } = all.session.latest() ?? {}
  expect(reason).toBe('temporarilyBanned')
  expect((end ?? 0) - Date.now()).toBeWithin(1, 1_001)
  await all.session.becomes('CONNECTED')
  expect(Date.now()).toBeGreaterThanOrEqual(end ?? 0)
  expect(all.session.latest()).toMatchObject({ reason: null, until: null })
})

test('temporarily banned without an end: waits for a request', async () => {
  const all = await linkedTestbed()
  hangUpWith(all.simulator, { reason: 402 })
  await all.session.becomes('BANNED', 15_000)
  expect(all.session.latest()).toMatchObject({ reason: 'temporarilyBanned', until: null })
  await Bun.sleep(200)
  expect(all.session.status()).toBe('BANNED')
  await all.session.channel.pair(REF, { by: 'qr' })
  await all.session.becomes('CONNECTED')
})

test('a phone that was never linked is not reported as banned', async () => {
  const { simulator, session } = await testbed()
  await simulator.run({ do: 'setFault', name: 'loginFailure', on: true, value: 403, times: 1 })
  await session.channel.pair(REF, { by: 'qr' })
  await session.becomes('DISCONNECTED')
  expect(session.latest()).toMatchObject({ reason: 'banned', number: null })
})

for (const [code, reason] of [
  [409, 'refused'],
  [411, 'notMultiDevice'],
] as const)
  test(`refused with ${code}: reported, credentials kept for the next try`, async () => {
    const all = await linkedTestbed()
    await all.simulator.run({ do: 'setFault', name: 'loginFailure', on: true, value: code, times: 1 })
    await all.simulator.run({ do: 'dropConnections' })
    await all.session.becomes('DISCONNECTED')
    expect(all.session.latest()).toMatchObject({ reason, number: COMPANY })
    await all.session.channel.pair(REF, { by: 'qr' })
    await all.session.becomes('CONNECTED')
  })

const restrict = ({ simulator }: Testbed, hours: number) => simulator.run({ do: 'restrict', phone: COMPANY, hours })
const SECONDS = 1 / 3_600
const DAY = 86_400_000

test('restricted: existing chats can be answered, and WhatsApp lifts it', async () => {
  const all = await linkedTestbed()
  await restrict(all, 2)
  await all.session.becomes('RESTRICTED')
  await all.maria.say(COMPANY, 'oi')
  await all.session.hears('oi')
  expect((await all.session.say(MARIA, 'olá')).outcome).toBe('sent')
  await restrict(all, 0)
  await all.session.becomes('CONNECTED')
  expect(all.session.latest()).toMatchObject({ reason: null, until: null })
})

test('restricted: ends at its time without a notification', async () => {
  const all = await linkedTestbed()
  await restrict(all, 2 * SECONDS)
  await all.session.becomes('RESTRICTED')
  const end = all.session.latest()?.until ?? 0
  await all.session.becomes('CONNECTED')
  expect(Date.now()).toBeGreaterThanOrEqual(end)
})

test('restricted: survives reconnects and restarts', async () => {
  const all = await linkedTestbed()
  await restrict(all, 2)
  await all.session.becomes('RESTRICTED')
  const end = all.session.latest()?.until
  await all.simulator.run({ do: 'dropConnections' })
  await all.session.becomes('TIMEOUT')
  expect(all.session.latest()?.until).toBeNull()
  await all.session.becomes('RESTRICTED')
  await all.session.close()
  const next = reopened(all)
  await next.becomes('RESTRICTED')
  expect(next.latest()).toMatchObject({ reason: 'restricted', until: end ?? 0 })
  expect(statuses(next)).not.toContain('CONNECTED')
})

test('restricted while we were away: reported after reconnecting', async () => {
  const all = await linkedTestbed()
  await all.session.close()
  await restrict(all, 2)
  const next = reopened(all)
  await next.becomes('RESTRICTED')
})

test('a refused first contact restricts the account to existing chats, for a day or until one is accepted', async () => {
  const all = await linkedTestbed()
  const { session } = all
  const before = Date.now()
  session.channel.firstContact(REF, true)
  await session.becomes('RESTRICTED')
  expect(session.latest()?.reason).toBe('firstContactsRefused')
  expect((session.latest()?.until ?? 0) - before).toBeGreaterThanOrEqual(DAY)
  // WhatsApp was asked, and knows of no restriction: the refusal stands.
  await all.maria.say(COMPANY, 'oi')
  await session.hears('oi')
  expect(session.status()).toBe('RESTRICTED')
  await session.close()
  const next = reopened(all)
  await next.becomes('RESTRICTED')
  expect(next.latest()?.reason).toBe('firstContactsRefused')
  next.channel.firstContact(REF, false)
  await next.becomes('CONNECTED')
})

test('a refused first contact of an account that WhatsApp has restricted: its own end is reported', async () => {
  const all = await linkedTestbed()
  await restrict(all, 2)
  await all.session.becomes('RESTRICTED')
  const end = all.session.latest()?.until
  all.session.channel.firstContact(REF, true)
  await all.maria.say(COMPANY, 'oi')
  await all.session.hears('oi')
  expect(all.session.latest()).toMatchObject({ reason: 'restricted', until: end ?? 0 })
})

test('reports how many chats the account may start', async () => {
  const reported: NewChats[] = []
  const { simulator } = await linkedTestbed({ listener: { newChats: (_ref, cap) => void reported.push(cap) } })
  await simulator.run({ do: 'capNewChats', phone: COMPANY, total: 50, used: 20, hours: 2 })
  await until(() => reported.length === 1)
  expect(reported).toEqual([{ left: 30, until: expect.any(Number) }])
  expect(Math.abs((reported[0]?.until ?? 0) - Date.now() - 7_200_000)).toBeLessThan(60_000)
  await simulator.run({ do: 'capNewChats', phone: COMPANY, total: 50, used: 50 })
  await until(() => reported.length === 2)
  expect(reported[1]?.left).toBe(0)
})

test('unlinked on the phone: the old account is no longer reported', async () => {
  const all = await linkedTestbed()
  await all.simulator.run({ do: 'removeDevice', phone: COMPANY, device: all.company.view().devices[0]?.id ?? 0 })
  await all.session.becomes('DISCONNECTED')
  expect(all.session.latest()).toMatchObject({ reason: 'loggedOut', number: null })
})

test('unlinked on the phone while the disk is full: reported anyway, and archived at the next try', async () => {
  const all = await linkedTestbed()
  const { session } = all
  session.db.exec("CREATE TRIGGER full BEFORE INSERT ON archives BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  await all.simulator.run({ do: 'removeDevice', phone: COMPANY, device: all.company.view().devices[0]?.id ?? 0 })
  await session.becomes('DISCONNECTED')
  expect(session.latest()?.reason).toBe('loggedOut')
  session.db.exec('DROP TRIGGER full')
  await session.channel.pair(REF, { by: 'qr' })
  await until(() => session.db.prepare('SELECT 1 FROM archives').get())
  await session.becomes('DISCONNECTED')
  await session.link(all.company)
})

for (const ms of [0, 1, 5, 15, 40])
  test(`stopped ${ms} ms after it began to open: reports nothing more, leaves no socket, and opens on request`, async () => {
    const all = await linkedTestbed()
    await all.session.close()
    const next = openSession(all.simulator, { db: all.session.db })
    afterThisTest(next.close)
    next.channel.start(REF)
    await Bun.sleep(ms)
    await next.channel.stop(REF)
    const reported = next.news.length
    const devices = () => all.company.view().devices.filter(({ connected }) => connected)
    await until(() => devices().length === 0)
    await Bun.sleep(150)
    expect(devices()).toEqual([])
    expect(next.news).toHaveLength(reported)
    next.channel.start(REF)
    await next.becomes('CONNECTED')
  })

test('the phone lists us by our name after a scan, and as a known system after a typed code', async () => {
  const { session, company } = await linkedTestbed()
  expect(company.view().devices.map(({ name }) => name)).toEqual(['Balcão'])
  await session.channel.logout(REF)
  await session.channel.pair(REF, { by: 'code', number: COMPANY })
  await company.enterCode(await until(() => session.latest()?.pairingCode))
  await session.becomes('CONNECTED')
  expect(company.view().devices.map(({ name }) => name)).toEqual(['Ubuntu'])
})
