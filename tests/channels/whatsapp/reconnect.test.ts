/** Every fault the network, the phone or WhatsApp can cause, and that nothing is lost by it. */
import { afterEach, expect, test } from 'bun:test'
import { COMPANY, MARIA, openCounter, REF, until } from './support'
import { afterThisTest, clearAway, linkedTown, town } from './town'

afterEach(clearAway)

type Town = Awaited<ReturnType<typeof linkedTown>>
const fault = ({ simulator }: Town, name: never, more: object = {}) =>
  simulator.run({ do: 'setFault', name, on: true, ...more })
const named = (name: string) => name as never

/** What was written meanwhile arrives once, and we can write again. */
async function isWellAgain({ counter, maria }: Town) {
  await maria.say(COMPANY, 'ainda aí?')
  await counter.hears('ainda aí?', 6_000)
  await counter.becomes('CONNECTED', 6_000)
  const answer = await until(async () => (await counter.say(MARIA, 'sim')).outcome === 'sent')
  expect(answer).toBeTruthy()
  expect(counter.messages.filter(({ body }) => body === 'ainda aí?')).toHaveLength(1)
}

const PASSING: readonly [string, (town: Town) => unknown][] = [
  ['the line is cut', ({ simulator }) => simulator.run({ do: 'dropConnections' })],
  ['WhatsApp wants a restart', ({ simulator }) => simulator.run({ do: 'streamError', phone: COMPANY, code: 515 })],
  [
    'WhatsApp is unavailable for a moment',
    ({ simulator }) => simulator.run({ do: 'streamError', phone: COMPANY, code: 503 }),
  ],
  [
    'WhatsApp has an error of its own',
    ({ simulator }) => simulator.run({ do: 'streamError', phone: COMPANY, code: 500 }),
  ],
  ['nobody accepts connections for a while', (town) => fault(town, named('outage'), { forMs: 300 })],
  [
    'the login is refused with 503, twice',
    async (town) => {
      await fault(town, named('loginFailure'), { value: 503, times: 2 })
      await town.simulator.run({ do: 'dropConnections' })
    },
  ],
  [
    'our version is called too old',
    async (town) => {
      await fault(town, named('loginFailure'), { value: 405, times: 1 })
      await town.simulator.run({ do: 'dropConnections' })
    },
  ],
  [
    'the handshake gets no answer',
    async (town) => {
      await fault(town, named('handshakeSilent'), { forMs: 600 })
      await town.simulator.run({ do: 'dropConnections' })
    },
  ],
]
for (const [what, happens] of PASSING) {
  test(`${what}: the session comes back by itself, and nothing is lost`, async () => {
    const all = await linkedTown({ limits: { connect: 400 } })
    const before = all.counter.news.length
    await happens(all)
    await until(() => all.counter.news.length > before || all.counter.status() === 'CONNECTED')
    await Bun.sleep(50)
    await isWellAgain(all)
  })
}

test('WhatsApp falls silent: it is noticed, and the session comes back', async () => {
  const all = await linkedTown({ limits: { keepAlive: 150 } })
  await fault(all, named('silent'))
  await all.maria.say(COMPANY, 'no silêncio')
  await until(() => all.counter.status() !== 'CONNECTED', 8_000)
  await all.simulator.run({ do: 'setFault', name: 'silent', on: false })
  await all.counter.hears('no silêncio', 8_000)
}, 20_000)

test('the waits grow, and are told', async () => {
  const all = await linkedTown({ limits: { connect: 200 } })
  await fault(all, named('outage'))
  await until(() => (all.counter.latest()?.retries ?? 0) >= 3)
  expect(all.counter.latest()).toMatchObject({ status: 'TIMEOUT', reason: 'network' })
  await all.simulator.run({ do: 'setFault', name: 'outage', on: false })
  await all.counter.becomes('CONNECTED')
  expect(all.counter.latest()).toMatchObject({ reason: null, retries: 0 })
})

test('the account opened elsewhere: we do not fight, and come back when asked', async () => {
  const all = await linkedTown()
  await all.simulator.run({ do: 'replaced', phone: COMPANY })
  await all.counter.becomes('REPLACED')
  await Bun.sleep(300)
  expect(all.counter.latest()).toMatchObject({ status: 'REPLACED', reason: 'replaced' })
  await all.counter.channel.pair(REF, { by: 'qr' })
  await all.counter.becomes('CONNECTED')
})

test('unlinked on the phone: the credentials are archived, a new QR is needed', async () => {
  const all = await linkedTown()
  await all.simulator.run({ do: 'removeDevice', phone: COMPANY, device: all.company.view().devices[0]?.id ?? 0 })
  await all.counter.becomes('DISCONNECTED')
  expect(all.counter.latest()?.reason).toBe('loggedOut')
  expect(all.counter.db.prepare('SELECT reason FROM archives').all()).toEqual([{ reason: 'loggedOut' }])
  await all.counter.link(all.company)
})

test('unlinked while we were away: the same', async () => {
  const all = await linkedTown()
  await all.counter.close()
  await all.simulator.run({ do: 'removeDevice', phone: COMPANY, device: all.company.view().devices[0]?.id ?? 0 })
  const next = openCounter(all.simulator, { db: all.counter.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.becomes('DISCONNECTED')
  expect(next.latest()?.reason).toBe('loggedOut')
})

test('banned: we stop and say so, and the credentials stay for the day it is lifted', async () => {
  const all = await linkedTown()
  await all.simulator.run({ do: 'ban', phone: COMPANY })
  await all.counter.becomes('BANNED')
  await Bun.sleep(200)
  expect(all.counter.latest()).toMatchObject({ status: 'BANNED', reason: 'banned' })
  await all.simulator.run({ do: 'ban', phone: COMPANY, on: false })
  await all.counter.channel.pair(REF, { by: 'qr' })
  await all.counter.becomes('CONNECTED')
})

test('restricted: it is told with its end, and the session stays open', async () => {
  const all = await linkedTown()
  await all.simulator.run({ do: 'restrict', phone: COMPANY, hours: 2 })
  await all.counter.becomes('RESTRICTED')
  expect(all.counter.latest()?.until ?? 0).toBeGreaterThan(Date.now() + 7_000_000)
  await all.maria.say(COMPANY, 'oi')
  await all.counter.hears('oi')
})

const TWISTED: readonly [string, string, object][] = [
  ['the same ciphertext comes twice', 'duplicate', { times: 3 }],
  ['two messages change places', 'swap', { times: 1 }],
  ['messages come late', 'delay', { value: 150 }],
  ['a message cannot be decrypted, and is repeated', 'undecryptable', { times: 1 }],
]
for (const [what, name, more] of TWISTED) {
  test(`${what}: each message is there in the end`, async () => {
    const all = await linkedTown()
    await all.maria.say(COMPANY, 'zero')
    await all.counter.hears('zero')
    await fault(all, named(name), { phone: COMPANY, ...more })
    for (const text of ['um', 'dois', 'três']) await all.maria.say(COMPANY, text)
    for (const text of ['um', 'dois', 'três']) await all.counter.hears(text, 6_000)
    const ids = all.counter.messages.map(({ externalId }) => externalId)
    expect(new Set(ids).size).toBe(4)
    expect(all.counter.messages.every(({ kind }) => kind === 'chat')).toBe(true)
  })
}

test('a hundred cuts while messages pour in: every one arrives, none is missing', async () => {
  const { simulator, counter } = await linkedTown()
  await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 5, messages: 300 })
  const release = simulator.run({ do: 'releaseLoad', rate: 400 })
  for (let i = 0; i < 8; i++) {
    await Bun.sleep(90)
    await simulator.run({ do: 'dropConnections' })
  }
  await release
  const ids = () => new Set(counter.messages.map(({ externalId }) => externalId))
  await until(
    () => ids().size >= 300,
    10_000,
    () => `${ids().size} of 300`,
  )
}, 20_000)

test('a certificate signed by somebody else opens nothing', async () => {
  const { counter } = await town({ rootKey: '11'.repeat(32) })
  await counter.channel.pair(REF, { by: 'qr' })
  await until(() => counter.latest()?.reason === 'certificate')
  expect(counter.news.some(({ qrcode }) => qrcode)).toBe(false)
})

test('something that throws inside Baileys ends that session only, is logged, and it comes back', async () => {
  const all = await linkedTown()
  const [connection] = [...(await connectionsOf(all.simulator))]
  // Baileys takes the reference's text for granted, in a listener nobody awaits.
  const content = [{ tag: 'pair-device', attrs: {}, content: [{ tag: 'ref', attrs: {} }] }]
  connection?.send({ tag: 'iq', attrs: { type: 'set', from: '@s.whatsapp.net', id: 'x' }, content })
  await until(() => all.counter.logged.some(({ text }) => text.includes('broke inside')))
  await all.counter.becomes('CONNECTED', 6_000)
  await isWellAgain(all)
})

test('a house that cannot take a tick does not lose its session over it', async () => {
  const all = await linkedTown({
    listener: {
      receipt() {
        throw new Error('disk full')
      },
    },
  })
  await all.counter.say(MARIA, 'olá')
  await until(() => all.counter.logged.some(({ text }) => text.includes('a tick could not be taken')))
  await isWellAgain(all)
})

test('a damaged session.db keeps that connection closed, says so, and harms nobody else', async () => {
  const { counter, simulator } = await town()
  counter.db.exec('DROP TABLE session_rows')
  counter.channel.start(REF)
  expect(counter.latest()).toMatchObject({ status: 'DISCONNECTED', reason: 'storage' })
  const other = openCounter(simulator)
  afterThisTest(other.close)
  await other.link(simulator.phone(COMPANY))
})

test('a database that refuses to write ends the session before a false receipt leaves, and all comes again when it can', async () => {
  const all = await linkedTown()
  all.counter.db.exec("CREATE TRIGGER full BEFORE INSERT ON inbox BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  const id = await all.maria.say(COMPANY, 'não se perca')
  await until(() => all.counter.latest()?.reason === 'storage')
  expect(all.maria.message(COMPANY, id)?.ack ?? 0).toBeLessThan(3)
  all.counter.db.exec('DROP TRIGGER full')
  await all.counter.hears('não se perca', 6_000)
  await isWellAgain(all)
})

test('nothing of what people write, and no key, is ever logged', async () => {
  const all = await linkedTown()
  await all.simulator.run({ do: 'setFault', name: 'undecryptable', on: true, times: 1 })
  await all.maria.say(COMPANY, 'segredo um')
  await all.counter.hears('segredo um', 6_000)
  await all.simulator.run({ do: 'setFault', name: 'ackError', on: true, times: 1 })
  await all.counter.say(MARIA, 'segredo dois')
  await all.simulator.run({ do: 'dropConnections' })
  await until(() => all.counter.logged.length > 1)
  const everything = JSON.stringify(all.counter.logged)
  expect(everything).not.toContain('segredo')
  expect(everything).not.toMatch(/privKey|"private"|[A-Za-z0-9+/]{40,}/)
})

test('a server that takes the call and never says a word is given up, and tried again', async () => {
  const mute = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {}, open() {} } })
  afterThisTest(() => mute.stop(true))
  const counter = openCounter(
    { url: `ws://127.0.0.1:${mute.port}/ws/chat`, rootKey: '11'.repeat(32) },
    { limits: { hung: 150, connect: 20_000 } },
  )
  afterThisTest(counter.close)
  await counter.channel.pair(REF, { by: 'qr' })
  await until(() => (counter.latest()?.retries ?? 0) >= 2)
  expect(counter.latest()?.reason).toBe('network')
})

/** The interceptor sees each connection that says something. */
async function connectionsOf(simulator: Town['simulator']) {
  type Seen = Parameters<Parameters<Town['simulator']['intercept']>[0]>[0]
  const seen = new Set<Seen>()
  const stop = simulator.intercept((connection) => {
    seen.add(connection)
    return undefined
  })
  await until(() => seen.size > 0)
  stop()
  return seen
}
