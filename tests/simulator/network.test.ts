/** Network faults with a bare client: loss, delay, refusal. */
import { expect } from 'bun:test'
import { type BaileysEventMap, NACK_REASONS } from '@whiskeysockets/baileys'
import { test } from '../support/trace'
import { until } from '../support/until'
import { openClient, textOf } from './support/client'
import { afterThisTest, COMPANY, linkedTestbed, MARIA, pn, TIAGO } from './support/world'

/** Our session takes the errors out of Baileys' acknowledgements, for all clients of the process. */
function refusing() {
  const { UnhandledError } = NACK_REASONS
  NACK_REASONS.UnhandledError = 500
  afterThisTest(() => {
    NACK_REASONS.UnhandledError = UnhandledError
  })
}

async function brokenTestbed(config: Parameters<typeof linkedTestbed>[0] = {}) {
  const all = await linkedTestbed(config)
  const back = () => {
    const again = openClient(all.simulator, all.client.credentials, config)
    afterThisTest(again.close)
    return again
  }
  return { ...all, back }
}

test('a half-open connection silently loses everything, and the next one delivers it', async () => {
  const { client, run, maria, company, back } = await brokenTestbed()
  await client.socket.sendMessage(pn(MARIA), { text: 'oi' })
  await maria.gets('oi')
  await run({ do: 'setFault', name: 'halfOpen', on: true, phone: COMPANY, times: 1 })
  await maria.say(COMPANY, 'no vazio')
  const messageId = '3EB0000000000000000001'
  await client.socket.sendMessage(pn(MARIA), { text: 'também no vazio' }, { messageId })
  expect(company.view().devices[0]).toMatchObject({ connected: true, pending: expect.any(Number) })
  expect(maria.message(COMPANY, messageId)).toBeUndefined()
  const again = back()
  await again.gets('no vazio')
  await again.socket.sendMessage(pn(MARIA), { text: 'também no vazio' }, { messageId })
  await maria.gets('também no vazio')
  client.close()
})

test('messages and queries above the rate limit are refused with 429', async () => {
  const { client, run, maria, simulator } = await brokenTestbed()
  await client.socket.sendMessage(pn(MARIA), { text: 'oi' })
  await maria.gets('oi')
  await run({ do: 'setFault', name: 'rateLimit', on: true, value: 2 })
  const ids = ['3EB0000000000000000001', '3EB0000000000000000002', '3EB0000000000000000003', '3EB0000000000000000004']
  for (const messageId of ids) await client.socket.sendMessage(pn(MARIA), { text: messageId }, { messageId })
  const refused = await client.until('messages.update', (all) =>
    all.find(({ key, update }) => ids.includes(key.id ?? '') && update.status === 0),
  )
  expect(refused.update.messageStubParameters).toEqual(['429'])
  const question = await client.socket.fetchBlocklist().catch((error) => error.data)
  expect(question).toBe(429)
  expect(simulator.state().events.some(({ what }) => what === 'fault:rateLimit')).toBe(true)
  await run({ do: 'clearFaults' })
  expect(await client.socket.fetchBlocklist()).toEqual([])
})

test('a redirected client reconnects with the routing hint', async () => {
  const { client, run, back, simulator, maria } = await brokenTestbed()
  await run({ do: 'redirect', phone: COMPANY })
  expect(await client.closed()).toBe(428)
  const again = back()
  await again.opened()
  const [hint] = client.credentials.creds.routingInfo ? [Buffer.from(client.credentials.creds.routingInfo)] : []
  expect(hint).toHaveLength(8)
  expect(simulator.trace()).toContain('→ server <routed>')
  await maria.say(COMPANY, 'ainda aí?')
  await again.gets('ainda aí?')
})

test('a stream can end without a reason', async () => {
  const { client, run } = await brokenTestbed()
  await run({ do: 'endStream', phone: COMPANY })
  expect(await client.closed()).toBe(428)
})

test('on a slow network everything arrives late and in order', async () => {
  const { client, run, maria } = await brokenTestbed()
  await maria.say(COMPANY, 'rápida')
  await client.gets('rápida')
  await run({ do: 'setFault', name: 'slowNetwork', on: true, value: 10_000, phone: COMPANY })
  const started = performance.now()
  const texts = ['um', 'dois', 'três'].map((text) => text.padEnd(400, '.'))
  for (const text of texts) await maria.say(COMPANY, text)
  await client.gets(texts[2] ?? '')
  expect(performance.now() - started).toBeGreaterThan(100)
  expect(client.messages().map(textOf)).toEqual(['rápida', ...texts])
  await client.socket.sendMessage(pn(MARIA), { text: 'devagar' })
  await maria.gets('devagar')
})

test('"read" can arrive before "delivered"', async () => {
  const { client, run, maria } = await brokenTestbed()
  await run({ do: 'setFault', name: 'receiptsSwapped', on: true })
  const sent = await client.socket.sendMessage(pn(MARIA), { text: 'leu?' })
  await maria.gets('leu?')
  await maria.read(COMPANY)
  const statuses = () =>
    client.seen.flatMap(({ name, value }) =>
      name === 'messages.update' && Array.isArray(value)
        ? (value as BaileysEventMap['messages.update']).filter(({ key }) => key.id === sent?.key.id)
        : [],
    )
  await until(() => statuses().length > 0, 'a delivery status')
  expect(linesOf(client, sent?.key.id ?? '').map((line) => line.includes('type="read"'))).toEqual([true, false])
})

const linesOf = ({ wires }: { wires(): string }, id: string) =>
  wires()
    .split('\n')
    .filter((line) => line.includes('← server <receipt') && line.includes(id))

test('receipts can be lost or duplicated', async () => {
  const { client, run, maria, company } = await brokenTestbed()
  await run({ do: 'setFault', name: 'receiptsLost', on: true })
  const lost = await client.socket.sendMessage(pn(MARIA), { text: 'um' })
  await maria.gets('um')
  await company.until(() => company.message(MARIA, lost?.key.id ?? '')?.ack === 3)
  expect(linesOf(client, lost?.key.id ?? '')).toEqual([])
  await run({ do: 'clearFaults' })
  await run({ do: 'setFault', name: 'receiptsDoubled', on: true })
  const twice = await client.socket.sendMessage(pn(MARIA), { text: 'dois' })
  await client.ticks(twice?.key.id ?? '', 3)
  expect(linesOf(client, twice?.key.id ?? '')).toHaveLength(2)
})

test('a message can be duplicated with new encryption; the client emits both', async () => {
  const { client, run, maria } = await brokenTestbed()
  await run({ do: 'setFault', name: 'duplicateAnew', on: true, times: 1 })
  const id = await maria.say(COMPANY, 'em dobro')
  await client.until('messages.upsert', () => client.messages().filter(({ key }) => key.id === id).length === 2)
})

test('a group message can be duplicated with new encryption', async () => {
  const { client, run } = await brokenTestbed()
  const group = await run({ do: 'createGroup', by: MARIA, subject: 'Ecos', members: [COMPANY, TIAGO] })
  await run({ do: 'setFault', name: 'duplicateAnew', on: true, times: 1 })
  const id = await run({ do: 'say', from: MARIA, to: group, text: 'em dobro' })
  await client.until('messages.upsert', () => client.messages().filter(({ key }) => key.id === id).length === 2)
})

test('a message that the client refuses withholds all others, also after the next login, until it is settled', async () => {
  refusing()
  const ignored = new Set([pn(TIAGO)])
  const { client, tiago, maria, company, back } = await brokenTestbed({ shouldIgnoreJid: (jid) => ignored.has(jid) })
  await tiago.say(COMPANY, 'recusada')
  await until(() => client.wires().includes('error="500"'), 'a refusal')
  await maria.say(COMPANY, 'atrás')
  expect(company.view().devices[0]?.pending).toBe(2)
  client.close()
  await company.until(({ devices }) => devices[0]?.connected === false)
  const stubborn = back()
  await until(() => stubborn.wires().split('error="500"').length > 1, 'a second refusal')
  expect(stubborn.messages()).toEqual([])
  expect(company.view().devices[0]?.pending).toBe(2)
  stubborn.close()
  await company.until(({ devices }) => devices[0]?.connected === false)
  ignored.clear()
  const again = back()
  await again.gets('atrás')
  expect(again.messages()).toHaveLength(2)
})

test('a refused message no longer withholds others when it is a day old', async () => {
  refusing()
  const day = 86_400
  const { client, run, maria, company, back } = await brokenTestbed({ shouldIgnoreJid: (jid) => jid === pn(TIAGO) })
  const attrs = { id: 'OLD', from: pn(TIAGO), t: String(Math.floor(Date.now() / 1000) - day - 1), type: 'text' }
  await run({ do: 'sendStanza', phone: COMPANY, stanza: { tag: 'message', attrs } })
  await until(() => client.wires().includes('error="500"'), 'a refusal')
  client.close()
  await company.until(({ devices }) => devices[0]?.connected === false)
  await maria.say(COMPANY, 'adiante')
  await back().gets('adiante')
})

test('a phone that repeatedly requests a message finally gets it', async () => {
  const sent = new Map<string, object>()
  const { client, run, maria } = await brokenTestbed({ getMessage: async ({ id }) => sent.get(id ?? '') })
  await run({ do: 'setFault', name: 'retryStorm', on: true, value: 2 })
  const message = await client.socket.sendMessage(pn(MARIA), { text: 'mais uma vez' })
  sent.set(message?.key.id ?? '', message?.message ?? {})
  await maria.gets('mais uma vez')
  const asked = client.wires().match(/type="retry"/g) ?? []
  expect(asked.length).toBeGreaterThanOrEqual(2)
  expect(maria.messages(COMPANY)).toHaveLength(1)
})

test('the client uploads new one-time keys and receives messages meanwhile', async () => {
  const { client, run, maria, company } = await brokenTestbed()
  await run({ do: 'setFault', name: 'preKeysRefused', on: true })
  await run({ do: 'spendPreKeys', phone: COMPANY })
  await maria.say(COMPANY, 'sem chave')
  await client.gets('sem chave')
  await until(() => client.wires().includes('<error code="503"'), 'a refusal')
  await run({ do: 'clearFaults' })
  await run({ do: 'spendPreKeys', phone: COMPANY })
  await until(() => client.wires().includes('<list><key>'), 'an upload of keys')
  await company.until(({ devices }) => devices[0]?.pending === 0)
})
