/** Faults of the line and of WhatsApp's answers that reconnect.test.ts, standing.test.ts and confirm-sends.test.ts do not bring about. */
import { afterEach, expect, test } from 'bun:test'
import { openConnectionOf } from './line'
import { COMPANY, MARIA, openCounter, REF, until } from './support'
import { afterThisTest, clearAway, linkedTown, town } from './town'

afterEach(clearAway)

test('WhatsApp ends the stream: the session comes back by itself', async () => {
  const all = await linkedTown({ limits: { keepAlive: 100 } })
  ;(await openConnectionOf(all.simulator, COMPANY)).send({ tag: 'xmlstreamend', attrs: {} })
  await all.counter.becomes('TIMEOUT')
  expect(all.counter.latest()?.reason).toBe('network')
  await all.counter.becomes('CONNECTED')
})

for (const [what, url] of [
  ['nobody listens', 'ws://127.0.0.1:9/ws/chat'],
  ['the name leads nowhere', 'ws://whatsapp.invalid/ws/chat'],
] as const)
  test(`${what}: told, tried again and again, and the dialog stays open`, async () => {
    const counter = openCounter({ url, rootKey: '11'.repeat(32) })
    afterThisTest(counter.close)
    await counter.channel.pair(REF, { by: 'qr' })
    await until(() => (counter.latest()?.retries ?? 0) >= 3)
    expect(counter.latest()).toMatchObject({ status: 'OPENING', reason: 'network' })
  })

test('pre-keys run out: new ones are brought, and whoever writes for the first time is read', async () => {
  const { simulator, counter } = await linkedTown()
  // One key for each first message of somebody new.
  await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 830, messages: 830 })
  await simulator.run({ do: 'releaseLoad' })
  await until(() => counter.messages.length === 830, 20_000)
  const latecomer = simulator.addPhone({ phone: '5521977776666', name: 'Tarde', role: 'customer' })
  await latecomer.say(COMPANY, 'cheguei')
  await counter.hears('cheguei')
}, 40_000)

test('fifty messages that waited come at once, in order, each once', async () => {
  const { simulator, counter, maria } = await linkedTown()
  await counter.close()
  const texts = Array.from({ length: 50 }, (_, n) => `espera ${n}`)
  for (const text of texts) await maria.say(COMPANY, text)
  const next = openCounter(simulator, { db: counter.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.hears('espera 49')
  expect(next.messages.map(({ body }) => body)).toEqual(texts)
  expect(next.messages.every(({ offline }) => offline)).toBe(true)
})

test('read before delivered: what is told of both leaves the higher tick to the house', async () => {
  const { simulator, counter } = await linkedTown({ limits: { keepAlive: 100 } })
  await simulator.run({ do: 'setHabits', phone: MARIA, deliver: false })
  const { id } = await counter.say(MARIA, 'olá')
  const connection = await openConnectionOf(simulator, COMPANY)
  const from = `${MARIA}@s.whatsapp.net`
  connection.send({ tag: 'receipt', attrs: { id, from, t: '2', type: 'read' } })
  connection.send({ tag: 'receipt', attrs: { id, from, t: '1' } })
  const acks = () => counter.receipts.filter(({ externalIds }) => externalIds.includes(id)).map(({ ack }) => ack)
  await until(() => acks().includes(4))
  expect(Math.max(...acks())).toBe(4)
})

test('twenty sessions cut off at once are all back within seconds', async () => {
  const { simulator } = await town()
  const counters = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const phone = simulator.addPhone({ phone: `5521300${10_000 + n}`, name: `Loja ${n}`, role: 'company' })
      const counter = openCounter(simulator, {
        limits: { connect: 20_000, query: 20_000, hung: 20_000, keepAlive: 10_000 },
      })
      afterThisTest(counter.close)
      await counter.link(phone)
      return counter
    }),
  )
  await simulator.run({ do: 'dropConnections' })
  await until(() => counters.every(({ news }) => news.some(({ status }) => status === 'TIMEOUT')))
  await until(() => counters.every((counter) => counter.status() === 'CONNECTED'), 8_000)
}, 30_000)
