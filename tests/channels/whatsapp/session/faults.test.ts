/**
 * Faults of the network and of WhatsApp that are not covered by reconnect.test.ts, account-status.test.ts and
 * confirm-sends.test.ts: what users see, and that nothing is lost or duplicated.
 */
import { afterEach, expect } from 'bun:test'
import { unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Message, messageAcked } from '../../../../src/tickets/messages/contract'
import { test } from '../../../support/trace'
import { openInstallation, openTestbed } from '../../../tickets/backfill/support'
import { type LinkedInstallation, talking } from '../installation'
import { openConnectionOf } from '../server-connection'
import { COMPANY, JOAO, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups, testbed } from '../testbed'

afterEach(runCleanups)

const QUICKLY = { keepAlive: 150, query: 1_000, ack: 1_000, backOffFrom: 20, backOffTo: 100, placeholder: 50 }

/** All messages are on both sides, once and in order; none waits, none failed. */
async function isWhole(
  all: LinkedInstallation,
  said: { readonly theirs: readonly string[]; readonly ours: readonly string[] },
) {
  type Row = { readonly body: string; readonly fromMe: number; readonly ack: number; readonly kind: string }
  const rows = () => all.installation.rows<Row>('SELECT body, from_me AS fromMe, ack, kind FROM messages ORDER BY id')
  const of = (side: number) => rows().filter(({ fromMe }) => fromMe === side)
  await until(
    () => {
      const isSent = of(1).every(({ ack }) => ack >= 2) && all.installation.rows('SELECT 1 FROM outbox').length === 0
      return isSent && of(0).length >= said.theirs.length
    },
    6_000,
    () => JSON.stringify(rows()),
  )
  expect(of(0).map(({ body }) => body)).toEqual([...said.theirs])
  expect(of(1).map(({ body }) => body)).toEqual([...said.ours])
  expect(rows().every(({ kind }) => kind === 'chat')).toBe(true)
  const got = all.maria.messages(COMPANY).filter(({ fromMe }) => !fromMe)
  expect(got.map(({ text }) => text)).toEqual([...said.ours])
}

const LINE: readonly [string, string, (all: LinkedInstallation) => unknown][] = [
  ['the connection is half open', 'network', ({ fault }) => fault('halfOpen', { phone: COMPANY, times: 1 })],
  ['WhatsApp sends us elsewhere', 'network', ({ run }) => run({ do: 'redirect', phone: COMPANY })],
  [
    'WhatsApp closes the socket normally',
    'network',
    async ({ simulator }) => (await openConnectionOf(simulator, COMPANY)).end(),
  ],
  [
    'the login is refused with 500, twice',
    'serverUnavailable',
    async ({ fault, run }) => {
      await fault('loginFailure', { phone: COMPANY, value: 500, times: 2 })
      await run({ do: 'dropConnections' })
    },
  ],
]
for (const [what, reason, happens] of LINE)
  test(`${what}: shown while it lasts, and messages sent meanwhile are on both sides`, async () => {
    const all = await talking({ limits: QUICKLY })
    const before = all.standings().length
    await happens(all)
    const message = all.say('estamos aqui')
    await all.maria.say(COMPANY, 'cadê vocês?')
    await until(() => all.standings().length > before && all.installation.status() === 'CONNECTED')
    await until(() => {
      all.hurry()
      return (message()?.ack ?? 0) >= 2
    })
    await isWhole(all, { theirs: ['oi', 'cadê vocês?'], ours: ['estamos aqui'] })
    const reported = all.standings().slice(before)
    expect(reported).toContainEqual({ status: 'TIMEOUT', reason })
    expect(reported.at(-1)).toEqual({ status: 'CONNECTED', reason: null })
  })

test('redirected, we reconnect with the routing hint', async () => {
  const { simulator, session } = await linkedTestbed()
  await simulator.run({ do: 'redirect', phone: COMPANY })
  await until(() => simulator.trace().includes('<routed>'))
  await session.becomes('CONNECTED')
})

test('above WhatsApp’s rate limit, refused messages are sent a little later, in order', async () => {
  const all = await talking({ limits: QUICKLY })
  const first = all.say('zero')
  await until(() => first()?.ack === 3)
  await all.fault('rateLimit', { phone: COMPANY, value: 1 })
  const ours = ['um', 'dois', 'três']
  for (const text of ours) all.say(text)
  await until(() => /<ack class="message"[^>]+ error="429"/.test(all.simulator.trace()))
  await all.run({ do: 'clearFaults' })
  await until(() => all.installation.rows('SELECT 1 FROM outbox WHERE attempts = 1').length > 0)
  all.hurry()
  await isWhole(all, { theirs: ['oi'], ours: ['zero', ...ours] })
})

test('a phone that repeatedly fails to decrypt finally gets the message and shows it once', async () => {
  const all = await talking({ limits: QUICKLY })
  await all.fault('retryStorm', { phone: COMPANY, value: 3 })
  const message = all.say('mais uma vez')
  await all.maria.gets('mais uma vez')
  await until(() => message()?.ack === 3)
  await isWhole(all, { theirs: ['oi'], ours: ['mais uma vez'] })
})

test('a message that came again after its receipt was lost is shown once, and a gap is filled', async () => {
  const all = await talking({ limits: QUICKLY })
  const { maria, company, run, simulator, installation, bodies } = all
  await company.until(({ devices }) => devices[0]?.pending === 0)
  const logIn = async (happens: () => unknown = () => run({ do: 'dropConnections' })) => {
    const before = all.standings().length
    await happens()
    await until(() => all.standings().length > before + 1 && installation.status() === 'CONNECTED')
  }
  // The connection is cut during our receipt: from then on we know the message.
  const stop = simulator.intercept((connection, { tag }) => {
    if (tag !== 'receipt') return undefined
    stop()
    connection.drop()
    return 'drop'
  })
  await logIn(() => maria.say(COMPANY, 'recebida'))
  await until(() => bodies().includes('recebida'))
  await all.fault('undecryptable', { phone: COMPANY })
  await maria.say(COMPANY, 'enfim')
  await until(() => bodies().length === 3)
  expect(bodies()).toEqual(['oi', 'recebida', ''])
  await run({ do: 'setFault', name: 'undecryptable', on: false })
  for (const _ of [1, 2]) await logIn()
  await until(() => bodies().includes('enfim'))
  await company.until(({ devices }) => devices[0]?.pending === 0)
  await maria.say(COMPANY, 'fim')
  await isWhole(all, { theirs: ['oi', 'recebida', 'enfim', 'fim'], ours: [] })
})

test('lost receipts: the message stays sent, is not resent, and the next receipt is shown', async () => {
  const all = await talking({ limits: QUICKLY })
  await all.fault('receiptsLost', { phone: COMPANY })
  const message = all.say('chegou?')
  await all.maria.gets('chegou?')
  await isWhole(all, { theirs: ['oi'], ours: ['chegou?'] })
  expect(message()).toEqual({ ack: 2, failure: null })
  await all.run({ do: 'clearFaults' })
  await all.maria.read(COMPANY)
  await until(() => message()?.ack === 4)
})

test('duplicate receipts are shown once', async () => {
  const all = await talking({ limits: QUICKLY })
  await all.fault('receiptsDoubled', { phone: COMPANY })
  const message = all.say('leu?')
  await all.maria.gets('leu?')
  await until(() => message()?.ack === 3)
  await all.maria.read(COMPANY)
  await until(() => message()?.ack === 4)
  await all.maria.say(COMPANY, 'li')
  await isWhole(all, { theirs: ['oi', 'li'], ours: ['leu?'] })
  const reported = all.installation.heard(messageAcked.eventName).map(({ payload }) => (payload.message as Message).ack) // by its definition
  expect(reported).toEqual([...new Set(reported)].toSorted())
  expect(reported.slice(-2)).toEqual([3, 4])
})

for (const refused of [0, 1])
  test(`one-time keys run out and new ones are ${refused ? 'refused at first' : 'uploaded'}: first messages of new contacts arrive`, async () => {
    const { simulator, session, maria } = await linkedTestbed({ limits: { keepAlive: 100 } })
    const { link } = await openConnectionOf(simulator, COMPANY)
    await until(() => link?.pending.size === 0)
    if (refused) await simulator.run({ do: 'setFault', name: 'preKeysRefused', on: true, times: refused })
    await simulator.run({ do: 'spendPreKeys', phone: COMPANY })
    expect(link?.preKeys).toEqual([])
    await maria.say(COMPANY, 'sem chave')
    await session.hears('sem chave')
    await until(() => (link?.preKeys.length ?? 0) > 0)
    expect(session.messages).toHaveLength(1)
    await session.becomes('CONNECTED', 15_000)
  })

test('on a slow network all messages arrive late, once and in order', async () => {
  const all = await talking({ limits: { ...QUICKLY, keepAlive: 1_000, query: 20_000, ack: 20_000 } })
  await all.fault('slowNetwork', { phone: COMPANY, value: 12_000 })
  const long = (text: string) => text.padEnd(400, '.')
  const [theirs, ours] = [['um', 'dois', 'três'].map(long), ['quatro', 'cinco'].map(long)]
  for (const text of theirs) await all.maria.say(COMPANY, text)
  for (const text of ours) all.say(text)
  await isWhole(all, { theirs: ['oi', ...theirs], ours })
})

test('a slow upload arrives complete and does not delay others', async () => {
  const { simulator, session, maria, joao } = await linkedTestbed()
  const file = Buffer.alloc(40_000, 'Balcão')
  const path = join(tmpdir(), `slow-${crypto.randomUUID()}`)
  await Bun.write(path, file)
  afterThisTest(() => unlink(path))
  await simulator.run({ do: 'setFault', name: 'slowUpload', on: true, value: 100_000 })
  const media = { path, mimetype: 'application/pdf', name: 'nota.pdf', seconds: null, waveform: null }
  const order: string[] = []
  const leaving = session.say(MARIA, '', { kind: 'document', media }).then(({ outcome }) => order.push(outcome))
  await session.say(JOAO, 'oi, João')
  await joao.gets('oi, João')
  order.push('João')
  await leaving
  expect(order).toEqual(['João', 'sent'])
  const [message, ...more] = maria.messages(COMPANY)
  const shown = await simulator.handleControl(new Request(`http://any/control/${message?.media?.url}`))
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(file)
  expect(more).toEqual([])
})

test('a connection cut during the history: the rest comes at the next login, and all is imported once', async () => {
  const { simulator, company, run } = await openTestbed()
  await run({ do: 'setHabits', phone: COMPANY, historyChunk: 2 })
  await run({ do: 'prepareHistory', phone: COMPANY, chats: 6, messages: 5, days: 5 })
  const installation = await openInstallation(simulator, { limits: QUICKLY })
  installation.configureImport({ closedTicketsPostImported: true })
  await run({ do: 'setFault', name: 'cutHistory', on: true, value: 2, times: 2 })
  await installation.link(company)
  expect(await installation.ends()).toMatchObject({ state: 'done', messages: 30, tickets: 6, contacts: 6, skipped: 0 })
  expect(simulator.state().events.filter(({ what }) => what === 'fault:cutHistory')).toHaveLength(2)
  expect(installation.rows('SELECT DISTINCT external_id FROM messages')).toHaveLength(30)
  expect(installation.rows('SELECT 1 FROM messages')).toHaveLength(30)
})

test('WhatsApp ends the stream: the session reconnects by itself', async () => {
  const all = await linkedTestbed({ limits: { keepAlive: 100 } })
  ;(await openConnectionOf(all.simulator, COMPANY)).send({ tag: 'xmlstreamend', attrs: {} })
  await all.session.becomes('TIMEOUT')
  expect(all.session.latest()?.reason).toBe('network')
  await all.session.becomes('CONNECTED')
})

for (const [what, url] of [
  ['nobody listens', 'ws://127.0.0.1:9/ws/chat'],
  ['the name leads nowhere', 'ws://whatsapp.invalid/ws/chat'],
] as const)
  test(`${what}: shown, retried, and the dialog stays open`, async () => {
    const session = openSession({ url, rootKey: '11'.repeat(32) })
    afterThisTest(session.close)
    await session.channel.pair(REF, { by: 'qr' })
    await until(() => (session.latest()?.retries ?? 0) >= 3)
    expect(session.latest()).toMatchObject({ status: 'OPENING', reason: 'network' })
  })

test('pre-keys run out: new ones are uploaded, and first messages of new contacts arrive', async () => {
  const { simulator, session } = await linkedTestbed()
  // One key for each first message of a new contact.
  await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 830, messages: 830 })
  await simulator.run({ do: 'releaseLoad' })
  await until(() => session.messages.length === 830, 20_000)
  const latecomer = simulator.addPhone({ phone: '5521977776666', name: 'Tarde', role: 'customer' })
  await latecomer.say(COMPANY, 'cheguei')
  await session.hears('cheguei')
}, 180_000)

test('fifty waiting messages arrive at once, in order, each once', async () => {
  const { simulator, session, maria } = await linkedTestbed()
  await session.close()
  const texts = Array.from({ length: 50 }, (_, n) => `espera ${n}`)
  for (const text of texts) await maria.say(COMPANY, text)
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.hears('espera 49')
  expect(next.messages.map(({ body }) => body)).toEqual(texts)
})

test('read before delivered: both are reported, and our server keeps the higher status', async () => {
  const { simulator, session } = await linkedTestbed({ limits: { keepAlive: 100 } })
  await simulator.run({ do: 'setHabits', phone: MARIA, deliver: false })
  const { id } = await session.say(MARIA, 'olá')
  const connection = await openConnectionOf(simulator, COMPANY)
  const from = `${MARIA}@s.whatsapp.net`
  connection.send({ tag: 'receipt', attrs: { id, from, t: '2', type: 'read' } })
  connection.send({ tag: 'receipt', attrs: { id, from, t: '1' } })
  const acks = () => session.receipts.filter(({ externalIds }) => externalIds.includes(id)).map(({ ack }) => ack)
  await until(() => acks().includes(4))
  expect(Math.max(...acks())).toBe(4)
})

test('twenty sessions cut at once reconnect within seconds', async () => {
  const { simulator } = await testbed()
  const sessions = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const phone = simulator.addPhone({ phone: `5521300${10_000 + n}`, name: `Loja ${n}`, role: 'company' })
      const session = openSession(simulator, {
        limits: { connect: 20_000, query: 20_000, hung: 20_000, keepAlive: 10_000 },
      })
      afterThisTest(session.close)
      await session.link(phone)
      return session
    }),
  )
  await simulator.run({ do: 'dropConnections' })
  await until(() => sessions.every(({ news }) => news.some(({ status }) => status === 'TIMEOUT')))
  await until(() => sessions.every((session) => session.status() === 'CONNECTED'), 15_000)
}, 180_000)
