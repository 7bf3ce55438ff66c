import { expect } from 'bun:test'
import { test } from '../support/trace'
import { openClient, pairedClient, textOf } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, TIAGO, testbed } from './support/world'

const said = (count: number) => Array.from({ length: count }, (_, number) => `mensagem ${number}`)

test('missed messages arrive in order after the client reconnects', async () => {
  const { simulator, company, maria } = await testbed()
  const { close, credentials } = await pairedClient(simulator, company)
  close()
  await company.until(({ devices }) => devices[0]?.connected === false)
  for (const text of said(30)) await maria.say(COMPANY, text)
  expect(company.view().devices[0]?.pending).toBeGreaterThanOrEqual(30)
  expect(maria.messages(COMPANY).every(({ ack }) => ack === 2)).toBe(true)

  const client = openClient(simulator, credentials)
  afterThisTest(client.close)
  await client.gets('mensagem 29')
  expect(client.messages().map(textOf)).toEqual(said(30))
  await maria.until(({ chats }) => chats[0]?.messages.every(({ ack }) => ack === 3))
  await company.until(({ devices }) => devices[0]?.pending === 0)
})

test('a message that the client did not settle is sent again at the next login', async () => {
  const { simulator, company, maria } = await testbed()
  const first = await pairedClient(simulator, company)
  await company.until(({ devices }) => devices[0]?.pending === 0)
  const keysBefore = new Map(first.credentials.keys)
  let seeReceipt = () => {}
  const receipt = new Promise<void>((resolve) => (seeReceipt = resolve))
  const loseReceipts = simulator.intercept((_, { tag }) => {
    if (tag !== 'receipt') return undefined
    seeReceipt()
    return 'drop'
  })
  await maria.say(COMPANY, 'chegou?')
  await receipt
  first.close()
  loseReceipts()
  await company.until(({ devices }) => devices[0]?.connected === false)

  // As after a crash: the client has its keys from before the message.
  const client = openClient(simulator, { ...first.credentials, keys: keysBefore })
  afterThisTest(client.close)
  await client.gets('chegou?')
  await company.until(({ devices }) => devices[0]?.pending === 0)
  expect(company.messages(MARIA)).toHaveLength(1)
})

test('a message that the client resends with the same id is shown once', async () => {
  const { simulator, company, maria } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)
  for (let attempt = 0; attempt < 3; attempt++) {
    await client.socket.sendMessage(pn(MARIA), { text: 'seu pedido saiu' }, { messageId: '3EB0AAAAAAAAAAAAAAAAAA' })
  }
  await maria.gets('seu pedido saiu')
  const result = await simulator.run({ do: 'books', phone: MARIA })
  const entries = result.ok ? result.books?.[0]?.entries : []
  await maria.until(() => entries)
  expect(entries).toMatchObject([{ id: '3EB0AAAAAAAAAAAAAAAAAA', fromMe: false }])
  expect(maria.messages(COMPANY)).toHaveLength(1)
})

test('a phone that is off receives and confirms its messages when it is on', async () => {
  const { simulator, company, maria } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)
  await simulator.run({ do: 'setOnline', phone: MARIA, on: false })
  const sent = await client.socket.sendMessage(pn(MARIA), { text: 'onde você está?' })
  await company.until(() => company.message(MARIA, sent?.key.id ?? '')?.ack === 2)
  expect(maria.messages(COMPANY)).toEqual([])
  const waiting = await maria.say(COMPANY, 'sem internet')
  expect(maria.message(COMPANY, waiting)?.ack).toBe(1)

  await simulator.run({ do: 'setOnline', phone: MARIA, on: true })
  await maria.gets('onde você está?')
  await client.ticks(sent?.key.id ?? '', 3)
  await client.gets('sem internet')
})

test('a phone that is off requests nothing, and keeps the order of messages it requests when it is on', async () => {
  const { simulator, company, maria } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)
  const sent: string[] = []
  simulator.intercept((_, { tag, attrs }) => {
    if (tag === 'message') sent.push(attrs.id ?? '')
    return undefined
  })
  const say = async (text: string) => (await client.socket.sendMessage(pn(MARIA), { text }))?.key.id ?? ''
  await simulator.run({ do: 'setOnline', phone: MARIA, on: false })
  const first = await say('primeiro')
  await company.until(() => company.message(MARIA, first)?.ack === 2)
  await simulator.run({ do: 'setFault', name: 'unreadable', on: true, times: 1 })
  const second = await say('segundo')
  await company.until(() => company.message(MARIA, second)?.ack === 2)

  await simulator.run({ do: 'setOnline', phone: MARIA, on: true })
  await maria.gets('segundo')
  await maria.gets('primeiro')
  expect(maria.messages(COMPANY).map(({ id }) => id)).toEqual([first, second])
  expect(sent).toEqual([first, second, first])
})

test('a second login with the same credentials replaces the first connection', async () => {
  const { simulator, company, tiago } = await testbed()
  const first = await pairedClient(simulator, company)
  const second = openClient(simulator, first.credentials)
  afterThisTest(second.close)
  expect(await first.closed()).toBe(440)
  await second.opened()
  await tiago.say(COMPANY, 'oi')
  expect((await second.gets('oi')).key.remoteJid).toBe(pn(TIAGO))
})

test('removing a device drops its pending stanzas but nothing it had settled', async () => {
  const { simulator, company, maria } = await testbed()
  const { close, gets } = await pairedClient(simulator, company)
  const settled = await maria.say(COMPANY, 'cheguei')
  await gets('cheguei')
  await maria.until(({ chats }) => chats[0]?.messages[0]?.ack === 3)
  close()
  await company.until(({ devices }) => devices[0]?.connected === false)
  const pending = await maria.say(COMPANY, 'tem alguém aí?')
  const call = await simulator.run({ do: 'call', from: MARIA, to: COMPANY })
  const removed = await simulator.run({ do: 'removeDevice', phone: COMPANY, device: 1 })
  const lost = removed.ok ? (removed.lost ?? []) : []
  expect(lost).toContain(pending)
  expect(lost).toContain(call.ok && call.id ? call.id : 'a call')
  expect(lost).not.toContain(settled)
})
