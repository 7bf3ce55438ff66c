import { expect, setSystemTime } from 'bun:test'
import type { Command } from '../../src/simulator/contract'
import { test } from '../support/trace'
import { until } from '../support/until'
import { openClient, pairedClient, textOf } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, TIAGO, testbed } from './support/world'

async function linkedTestbed(config: Parameters<typeof pairedClient>[2] = {}) {
  const { simulator, ...phones } = await testbed()
  const client = await pairedClient(simulator, phones.company, config)
  afterThisTest(client.close)
  const run = async (command: Command) => expect(await simulator.run(command)).toMatchObject({ ok: true })
  const back = () => {
    const again = openClient(simulator, client.credentials, config)
    afterThisTest(again.close)
    return again
  }
  return { simulator, client, run, back, ...phones }
}

const CLOSINGS: [string, Command, number][] = [
  ['a cut line', { do: 'dropConnections', phone: COMPANY }, 428],
  ['an outage', { do: 'setFault', name: 'outage', on: true }, 428],
  ['a restart', { do: 'streamError', phone: COMPANY, code: 515 }, 515],
  ['a service that is unavailable', { do: 'streamError', phone: COMPANY, code: 503 }, 503],
  ['another client of the same account', { do: 'replaced', phone: COMPANY }, 440],
  ['a removed device', { do: 'removeDevice', phone: COMPANY, device: 1 }, 401],
  ['a ban', { do: 'ban', phone: COMPANY }, 403],
]

for (const [what, command, code] of CLOSINGS) {
  test(`${what} closes the connection with ${code}`, async () => {
    const { client, run } = await linkedTestbed()
    await run(command)
    expect(await client.closed()).toBe(code)
  })
}

for (const code of [401, 403, 405, 503]) {
  test(`a login can be refused with ${code}, and succeeds when the fault is removed`, async () => {
    const { client, run, back } = await linkedTestbed()
    await run({ do: 'setFault', name: 'loginFailure', on: true, value: code, phone: COMPANY, times: 1 })
    client.close()
    expect(await back().closed()).toBe(code)
    await back().opened()
  })
}

test('a banned account cannot log in until the ban is lifted', async () => {
  const { client, run, back } = await linkedTestbed()
  await run({ do: 'ban', phone: COMPANY })
  await client.closed()
  expect(await back().closed()).toBe(403)
  await run({ do: 'ban', phone: COMPANY, on: false })
  await back().opened()
})

test('during an outage nobody connects; afterwards everybody does', async () => {
  const { client, run, back } = await linkedTestbed({ connectTimeoutMs: 400 })
  await run({ do: 'setFault', name: 'outage', on: true, forMs: 700 })
  await client.closed()
  expect(await back().closed()).toBe(408)
  await Bun.sleep(400)
  await back().opened()
})

test('an unanswered handshake ends by the client’s time-out', async () => {
  const { run, client, back } = await linkedTestbed({ connectTimeoutMs: 300 })
  client.close()
  await run({ do: 'setFault', name: 'handshakeSilent', on: true })
  expect(await back().closed()).toBe(408)
})

test('the client detects a silent server', async () => {
  const { client, run } = await linkedTestbed({ keepAliveIntervalMs: 200 })
  await run({ do: 'setFault', name: 'silent', on: true, phone: COMPANY })
  afterThisTest(() => setSystemTime())
  // Baileys waits five seconds longer than its interval. An answer in between would restart the wait.
  for (let leap = 0; leap < 2; leap++) {
    await Bun.sleep(250)
    setSystemTime(Date.now() + 3000)
  }
  expect(await client.closed()).toBe(408)
})

test('when the silence ends the connection is cut, and missed messages come on the next', async () => {
  const { simulator, client, maria, run, back } = await linkedTestbed()
  await run({ do: 'setFault', name: 'silent', on: true, phone: COMPANY })
  await client.socket.sendPresenceUpdate('available')
  await until(() => simulator.state().events.some(({ what }) => what === 'fault:silent'))
  await maria.say(COMPANY, 'estão aí?')
  await run({ do: 'setFault', name: 'silent', on: false, phone: COMPANY })
  expect(await client.closed()).toBe(428)
  await back().gets('estão aí?')
})

test('messages to the client can be delayed', async () => {
  const { client, maria, run } = await linkedTestbed()
  await run({ do: 'setFault', name: 'delay', on: true, value: 300 })
  const started = performance.now()
  await maria.say(COMPANY, 'devagar')
  await client.gets('devagar')
  expect(performance.now() - started).toBeGreaterThan(290)
})

test('two messages can be swapped', async () => {
  const { client, maria, run } = await linkedTestbed()
  await run({ do: 'setFault', name: 'swap', on: true, times: 1 })
  await maria.say(COMPANY, 'um')
  await maria.say(COMPANY, 'dois')
  await client.gets('um', 1000)
  expect(client.messages().map(textOf)).toEqual(['dois', 'um'])
})

test('a message held back for a swap is delivered if none follows', async () => {
  const { client, maria, run } = await linkedTestbed()
  await run({ do: 'setFault', name: 'swap', on: true })
  await maria.say(COMPANY, 'sozinha')
  await client.gets('sozinha')
})

test('messages can be duplicated; the client emits each once', async () => {
  const { simulator, client, company, maria, run } = await linkedTestbed()
  await run({ do: 'setFault', name: 'duplicate', on: true })
  const id = await maria.say(COMPANY, 'em dobro')
  await client.gets('em dobro')
  await company.until(({ devices }) => devices[0]?.pending === 0)
  expect(
    simulator
      .trace()
      .split(`← server <message`)
      .filter((line) => line.includes(id)),
  ).toHaveLength(2)
  expect(client.messages().filter((message) => textOf(message) === 'em dobro')).toHaveLength(1)
})

test('an acknowledgement can report an error, and the message is not delivered', async () => {
  const { client, maria, run } = await linkedTestbed()
  await run({ do: 'setFault', name: 'ackError', on: true, value: 479, times: 1 })
  const sent = await client.socket.sendMessage(pn(MARIA), { text: 'recusada' })
  await client.ticks(sent?.key.id ?? '', 0)
  expect(maria.messages(COMPANY)).toEqual([])
})

test('an acknowledgement can be missing or late', async () => {
  const { client, maria, run } = await linkedTestbed()
  const acks: number[] = []
  const acked = (id: string) =>
    client.socket.ws.on(`TAG:${id}`, ({ tag }: { tag: string }) => tag === 'ack' && acks.push(performance.now()))
  await run({ do: 'setFault', name: 'ackMissing', on: true, times: 1 })
  acked('3EB0000000000000000001')
  await client.socket.sendMessage(pn(MARIA), { text: 'um' }, { messageId: '3EB0000000000000000001' })
  await maria.gets('um')
  expect(acks).toEqual([])

  await run({ do: 'setFault', name: 'ackLate', on: true, value: 300 })
  acked('3EB0000000000000000002')
  const started = performance.now()
  await client.socket.sendMessage(pn(MARIA), { text: 'dois' }, { messageId: '3EB0000000000000000002' })
  await maria.gets('dois')
  while (acks.length < 1) await Bun.sleep(20)
  expect((acks[0] ?? 0) - started).toBeGreaterThan(290)
})

test('the connection can die with a message in flight, and the same id then arrives once', async () => {
  const { client, maria, run, back } = await linkedTestbed()
  await run({ do: 'setFault', name: 'dropOnMessage', on: true, times: 1 })
  const sent = await client.socket.sendMessage(pn(MARIA), { text: 'no ar' })
  expect(await client.closed()).toBe(428)
  expect(maria.messages(COMPANY)).toEqual([])
  const again = back()
  await again.opened()
  await again.socket.sendMessage(pn(MARIA), { text: 'no ar' }, { messageId: sent?.key.id ?? '' })
  await maria.gets('no ar')
  expect(maria.messages(COMPANY)).toHaveLength(1)
})

test('without an answer about devices the client sends to nobody', async () => {
  const { client, maria, run } = await linkedTestbed({ defaultQueryTimeoutMs: 300 })
  await run({ do: 'setFault', name: 'usyncSilent', on: true })
  await client.socket.sendMessage(pn(MARIA), { text: 'para ninguém' })
  await run({ do: 'clearFaults' })
  await client.socket.sendMessage(pn(MARIA), { text: 'para Maria' })
  await maria.gets('para Maria')
  expect(maria.messages(COMPANY)).toHaveLength(1)
})

test('without keys sending fails', async () => {
  const { client, run } = await linkedTestbed()
  await run({ do: 'setFault', name: 'prekeyError', on: true })
  const failure = await client.socket.sendMessage(pn(TIAGO), { text: 'oi' }).catch(() => 'failed')
  expect(failure).toBe('failed')
})

test('a restricted account can answer but not start chats', async () => {
  const { client, maria, tiago, run } = await linkedTestbed()
  await maria.say(COMPANY, 'oi')
  await client.gets('oi')
  await run({ do: 'restrict', phone: COMPANY, hours: 1 })
  await client.until('connection.update', ({ reachoutTimeLock }) => reachoutTimeLock?.isActive)
  await client.socket.sendMessage(pn(MARIA), { text: 'olá, Maria' })
  await maria.gets('olá, Maria')
  const cold = await client.socket.sendMessage(pn(TIAGO), { text: 'promoção' })
  await client.ticks(cold?.key.id ?? '', 0)
  expect(tiago.messages(COMPANY)).toEqual([])
  await run({ do: 'restrict', phone: COMPANY, hours: 0 })
  await client.socket.sendMessage(pn(TIAGO), { text: 'agora sim' })
  await tiago.gets('agora sim')
})

test('a client whose one-time keys run out uploads more', async () => {
  const { simulator, company, run } = await linkedTestbed()
  let uploads = 0
  simulator.intercept((_, stanza) => {
    const [first] = Array.isArray(stanza.content) ? stanza.content : []
    if (stanza.attrs.xmlns === 'encrypt' && first?.tag === 'registration') uploads++
    return undefined
  })
  await run({ do: 'prepareLoad', phone: COMPANY, customers: 830, messages: 830 })
  await company.until(() => uploads > 0)
})
