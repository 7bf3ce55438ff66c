/** All faults of network, phone and WhatsApp: nothing is lost. */
import { afterEach, expect, setSystemTime } from 'bun:test'
import { node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { emptyNextMessage, openConnectionOf, openStretch } from '../server-connection'
import { COMPANY, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups, testbed } from '../testbed'

afterEach(runCleanups)

type Testbed = Awaited<ReturnType<typeof linkedTestbed>>
const fault = ({ simulator }: Testbed, name: never, more: object = {}) =>
  simulator.run({ do: 'setFault', name, on: true, ...more })
const named = (name: string) => name as never

/** Messages sent meanwhile arrive once, and we can send again. */
async function isWellAgain({ session, maria }: Testbed) {
  await maria.say(COMPANY, 'ainda aí?')
  await session.hears('ainda aí?', 15_000)
  await session.becomes('CONNECTED', 15_000)
  expect(await session.say(MARIA, 'sim')).toMatchObject({ outcome: 'sent' })
  expect(session.messages.filter(({ body }) => body === 'ainda aí?')).toHaveLength(1)
}

const PASSING: readonly [string, (testbed: Testbed) => unknown][] = [
  ['the connection is cut', ({ simulator }) => simulator.run({ do: 'dropConnections' })],
  ['WhatsApp wants a restart', ({ simulator }) => simulator.run({ do: 'streamError', phone: COMPANY, code: 515 })],
  [
    'WhatsApp is unavailable for a moment',
    ({ simulator }) => simulator.run({ do: 'streamError', phone: COMPANY, code: 503 }),
  ],
  [
    'WhatsApp has an error of its own',
    ({ simulator }) => simulator.run({ do: 'streamError', phone: COMPANY, code: 500 }),
  ],
  ['nobody accepts connections for a while', (testbed) => fault(testbed, named('outage'), { forMs: 300 })],
  [
    'the login is refused with 503, twice',
    async (testbed) => {
      await fault(testbed, named('loginFailure'), { value: 503, times: 2 })
      await testbed.simulator.run({ do: 'dropConnections' })
    },
  ],
  [
    'our version is called too old',
    async (testbed) => {
      await fault(testbed, named('loginFailure'), { value: 405, times: 1 })
      await testbed.simulator.run({ do: 'dropConnections' })
    },
  ],
  [
    'the handshake gets no answer',
    async (testbed) => {
      await fault(testbed, named('handshakeSilent'), { forMs: 600 })
      await testbed.simulator.run({ do: 'dropConnections' })
    },
  ],
]
for (const [what, happens] of PASSING) {
  test(`${what}: the session reconnects by itself, and nothing is lost`, async () => {
    const all = await linkedTestbed({ limits: { connect: 400 } })
    const before = all.session.news.length
    await happens(all)
    await until(() => all.session.news.length > before)
    await isWellAgain(all)
  })
}

test('WhatsApp requests a restart: done immediately, without reporting a lost connection', async () => {
  const never = { backOffFrom: 60_000, backOffTo: 60_000 }
  const all = await linkedTestbed({ limits: never })
  const before = all.session.news.length
  await all.simulator.run({ do: 'streamError', phone: COMPANY, code: 515 })
  await until(() => all.session.news.length > before)
  expect(all.session.status()).toBe('CONNECTED')
  await isWellAgain(all)
})

test('a connection that dies silently while the clock is set back is detected, and nothing is lost', async () => {
  const { simulator, company, maria } = await testbed()
  const stretch = await openStretch(simulator.url)
  afterThisTest(stretch.close)
  const session = openSession({ ...simulator, url: stretch.url }, { limits: { keepAlive: 150 } })
  afterThisTest(session.close)
  await session.link(company)
  stretch.freeze()
  // Baileys uses the clock, and then waits half a minute for a close frame that cannot come.
  setSystemTime(Date.now() - 3_600_000)
  afterThisTest(() => setSystemTime())
  await maria.say(COMPANY, 'no vazio')
  await session.becomes('TIMEOUT', 15_000)
  await session.hears('no vazio')
})

test('a silent server is detected, and the session reconnects', async () => {
  const all = await linkedTestbed({ limits: { keepAlive: 150 } })
  await fault(all, named('silent'))
  await all.maria.say(COMPANY, 'no silêncio')
  await until(() => all.session.status() !== 'CONNECTED', 15_000)
  await all.simulator.run({ do: 'setFault', name: 'silent', on: false })
  await all.session.hears('no silêncio', 15_000)
})

test('delays between attempts grow, and each attempt is reported', async () => {
  const all = await linkedTestbed({ limits: { connect: 200 } })
  await fault(all, named('outage'))
  await until(() => (all.session.latest()?.retries ?? 0) >= 3)
  expect(all.session.latest()).toMatchObject({ status: 'TIMEOUT', reason: 'network' })
  await all.simulator.run({ do: 'setFault', name: 'outage', on: false })
  await all.session.becomes('CONNECTED')
  expect(all.session.latest()).toMatchObject({ reason: null, retries: 0 })
})

test('the back-off restarts after a stable connection, and continues after a brief one', async () => {
  const stable = 300
  const all = await linkedTestbed({ limits: { stable } })
  const cut = async () => {
    const before = all.session.news.length
    const lost = () => all.session.news.slice(before).filter(({ status }) => status === 'TIMEOUT')
    await all.simulator.run({ do: 'dropConnections' })
    await until(() => lost().length > 0 && all.session.status() === 'CONNECTED')
    return lost().map(({ retries }) => retries)
  }
  expect([await cut(), await cut()]).toEqual([[1], [2]])
  await Bun.sleep(stable + 50)
  expect(await cut()).toEqual([1])
})

test('opened elsewhere: we do not compete, and reconnect on request', async () => {
  const all = await linkedTestbed()
  await all.simulator.run({ do: 'replaced', phone: COMPANY })
  await all.session.becomes('REPLACED')
  await Bun.sleep(300)
  expect(all.session.latest()).toMatchObject({ status: 'REPLACED', reason: 'replaced' })
  await all.session.channel.pair(REF, { by: 'qr' })
  await all.session.becomes('CONNECTED')
})

test('unlinked on the phone: credentials are archived, and a new QR code is needed', async () => {
  const all = await linkedTestbed()
  await all.simulator.run({ do: 'removeDevice', phone: COMPANY, device: all.company.view().devices[0]?.id ?? 0 })
  await all.session.becomes('DISCONNECTED')
  expect(all.session.latest()?.reason).toBe('loggedOut')
  expect(all.session.db.prepare('SELECT reason FROM archives').all()).toEqual([{ reason: 'loggedOut' }])
  await all.session.link(all.company)
})

test('unlinked while we were away: the session ends', async () => {
  const all = await linkedTestbed()
  await all.session.close()
  await all.simulator.run({ do: 'removeDevice', phone: COMPANY, device: all.company.view().devices[0]?.id ?? 0 })
  const next = openSession(all.simulator, { db: all.session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.becomes('DISCONNECTED')
  expect(next.latest()?.reason).toBe('loggedOut')
})

test('banned: the session stops and reports it, and keeps the credentials', async () => {
  const all = await linkedTestbed()
  await all.simulator.run({ do: 'ban', phone: COMPANY })
  await all.session.becomes('BANNED')
  await Bun.sleep(200)
  expect(all.session.latest()).toMatchObject({ status: 'BANNED', reason: 'banned' })
  await all.simulator.run({ do: 'ban', phone: COMPANY, on: false })
  await all.session.channel.pair(REF, { by: 'qr' })
  await all.session.becomes('CONNECTED')
})

test('restricted: reported with its end, and the session stays open', async () => {
  const all = await linkedTestbed()
  await all.simulator.run({ do: 'restrict', phone: COMPANY, hours: 2 })
  await all.session.becomes('RESTRICTED')
  expect(all.session.latest()?.until ?? 0).toBeGreaterThan(Date.now() + 7_000_000)
  await all.maria.say(COMPANY, 'oi')
  await all.session.hears('oi')
})

const TWISTED: readonly [string, string, object][] = [
  ['the same ciphertext comes twice', 'duplicate', { times: 3 }],
  ['two messages change places', 'swap', { times: 1 }],
  ['messages come late', 'delay', { value: 150 }],
  ['a message cannot be decrypted, and is repeated', 'undecryptable', { times: 1 }],
]
for (const [what, name, more] of TWISTED) {
  test(`${what}: each message arrives once`, async () => {
    const all = await linkedTestbed()
    await all.maria.say(COMPANY, 'zero')
    await all.session.hears('zero')
    await fault(all, named(name), { phone: COMPANY, ...more })
    for (const text of ['um', 'dois', 'três']) await all.maria.say(COMPANY, text)
    for (const text of ['um', 'dois', 'três']) await all.session.hears(text, 15_000)
    await all.simulator.run({ do: 'clearFaults' })
    await all.maria.say(COMPANY, 'fim')
    await all.session.hears('fim')
    const bodies = all.session.messages.map(({ body }) => body)
    expect(bodies.toSorted()).toEqual(['dois', 'fim', 'três', 'um', 'zero'])
    expect(all.session.messages.every(({ kind }) => kind === 'chat')).toBe(true)
  })
}

test('a hundred cuts under load: all messages arrive', async () => {
  const { simulator, session } = await linkedTestbed()
  await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 5, messages: 300 })
  const release = simulator.run({ do: 'releaseLoad', rate: 400 })
  for (let i = 0; i < 8; i++) {
    await Bun.sleep(90)
    await simulator.run({ do: 'dropConnections' })
  }
  await release
  const ids = () => new Set(session.messages.map(({ externalId }) => externalId))
  await until(
    () => ids().size >= 300,
    10_000,
    () => `${ids().size} of 300`,
  )
})

test('a phone that repeatedly requests a message gets it at most five times, across reconnects', async () => {
  const all = await linkedTestbed({ limits: { keepAlive: 100 } })
  const { simulator, session, maria } = all
  const { id } = await session.say(MARIA, 'oi')
  const { id: last } = await session.say(MARIA, 'fim')
  await maria.gets('fim')
  const repeated: (string | undefined)[] = []
  simulator.intercept((_connection, { tag, attrs }) => {
    if (tag === 'message') repeated.push(attrs.id)
    return undefined
  })
  const ask = async (id: string) => {
    const retry = node('retry', { v: 1, count: 1, id, t: 1 })
    const connection = await openConnectionOf(simulator, COMPANY)
    connection.send(node('receipt', { id, from: `${MARIA}@s.whatsapp.net`, type: 'retry', t: 1 }, [retry]))
  }
  for (const n of [1, 2, 3]) {
    await ask(id)
    await until(() => repeated.length === n)
  }
  await simulator.run({ do: 'dropConnections' })
  await session.becomes('TIMEOUT')
  await session.becomes('CONNECTED')
  for (const again of [id, id, id, last]) await ask(again)
  await until(() => repeated.includes(last))
  expect(repeated).toEqual([id, id, id, id, id, last])
})

test('a message without content is requested from the phone, again after a lost connection, and arrives', async () => {
  const { simulator, session, maria } = await linkedTestbed({ limits: { keepAlive: 100, placeholder: 5_000 } })
  await maria.say(COMPANY, 'zero')
  await session.hears('zero')
  emptyNextMessage(await openConnectionOf(simulator, COMPANY))
  const stop = simulator.intercept((connection, { tag, attrs }) => {
    if (tag !== 'ack' || attrs.class !== 'message') return undefined
    stop()
    connection.drop()
    return 'drop'
  })
  const id = await maria.say(COMPANY, 'vi o anúncio')
  expect(await session.hears('vi o anúncio')).toMatchObject({
    externalId: id,
    fromMe: false,
    chat: [{ value: MARIA }, {}],
  })
  expect(session.messages).toHaveLength(2)
})

test('a certificate with a foreign signature is refused', async () => {
  const { session } = await testbed({ rootKey: '11'.repeat(32) })
  await session.channel.pair(REF, { by: 'qr' })
  await until(() => session.latest()?.reason === 'certificate')
  expect(session.news.some(({ qrcode }) => qrcode)).toBe(false)
})

test('an exception inside Baileys ends only that session, is logged, and the session reconnects', async () => {
  const all = await linkedTestbed()
  const [connection] = [...(await connectionsOf(all.simulator))]
  // Baileys assumes that the ref has text, in a listener that nobody awaits.
  const content = [{ tag: 'pair-device', attrs: {}, content: [{ tag: 'ref', attrs: {} }] }]
  connection?.send({ tag: 'iq', attrs: { type: 'set', from: '@s.whatsapp.net', id: 'x' }, content })
  await until(() => all.session.logged.some(({ text }) => text.includes('an error inside the session')))
  await all.session.becomes('CONNECTED', 15_000)
  await isWellAgain(all)
})

test('a receipt that our server cannot store does not end the session', async () => {
  const all = await linkedTestbed({
    listener: {
      receipts() {
        throw new Error('a fault of ours')
      },
    },
  })
  await all.session.say(MARIA, 'olá')
  await until(() => all.session.logged.some(({ text }) => text.includes('a receipt could not be stored')))
  await isWellAgain(all)
})

test('a damaged session.db keeps its connections closed, is reported, and affects no others', async () => {
  const { session, simulator } = await testbed()
  session.db.exec('DROP TABLE session_rows')
  session.channel.start(REF)
  expect(session.latest()).toMatchObject({ status: 'DISCONNECTED', reason: 'storage' })
  const other = openSession(simulator)
  afterThisTest(other.close)
  await other.link(simulator.phone(COMPANY))
})

test('a database that cannot be written ends the session before a false receipt is sent, and all messages come again later', async () => {
  const all = await linkedTestbed()
  all.session.db.exec("CREATE TRIGGER full BEFORE INSERT ON inbox BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  const id = await all.maria.say(COMPANY, 'não se perca')
  await until(() => all.session.latest()?.reason === 'storage')
  expect(all.maria.message(COMPANY, id)?.ack ?? 0).toBeLessThan(3)
  all.session.db.exec('DROP TRIGGER full')
  await all.session.hears('não se perca', 15_000)
  await isWellAgain(all)
})

test('neither content nor keys are ever logged', async () => {
  const all = await linkedTestbed()
  await all.simulator.run({ do: 'setFault', name: 'undecryptable', on: true, times: 1 })
  await all.maria.say(COMPANY, 'segredo um')
  await all.session.hears('segredo um', 15_000)
  await all.simulator.run({ do: 'setFault', name: 'ackError', on: true, times: 1 })
  await all.session.say(MARIA, 'segredo dois')
  await all.simulator.run({ do: 'dropConnections' })
  await until(() => all.session.logged.length > 1)
  const everything = JSON.stringify(all.session.logged)
  expect(everything).not.toContain('segredo')
  expect(everything).not.toMatch(/privKey|"private"|[A-Za-z0-9+/]{40,}/)
})

for (const [what, limits] of [
  ['a connection that does not open in time', { hung: 150, connect: 20_000 }],
  ['a first word that does not come in time', { hung: 20_000, connect: 150 }],
] as const) {
  test(`a server that accepts connections and stays silent is given up and retried: ${what}`, async () => {
    const mute = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {}, open() {} } })
    afterThisTest(() => mute.stop(true))
    const session = openSession({ url: `ws://127.0.0.1:${mute.port}/ws/chat`, rootKey: '11'.repeat(32) }, { limits })
    afterThisTest(session.close)
    await session.channel.pair(REF, { by: 'qr' })
    await until(() => (session.latest()?.retries ?? 0) >= 2)
    expect(session.latest()?.reason).toBe('network')
  })
}

/** The interceptor sees each connection that sends something. */
async function connectionsOf(simulator: Testbed['simulator']) {
  type Seen = Parameters<Parameters<Testbed['simulator']['intercept']>[0]>[0]
  const seen = new Set<Seen>()
  const stop = simulator.intercept((connection) => {
    seen.add(connection)
    return undefined
  })
  await until(() => seen.size > 0)
  stop()
  return seen
}
