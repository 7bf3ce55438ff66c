import { expect } from 'bun:test'
import { test } from '../support/trace'
import { until } from '../support/until'
import { type Client, openClient, pairedClient } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, testbed } from './support/world'

const OTHER = '5511982207000'

test('two companies with one client each exchange messages', async () => {
  const { simulator, company } = await testbed()
  const other = simulator.addPhone({ phone: OTHER, name: 'Fornecedor', role: 'company' })
  const [ours, theirs] = [await pairedClient(simulator, company), await pairedClient(simulator, other)]
  afterThisTest(ours.close)
  afterThisTest(theirs.close)

  const sent = await ours.socket.sendMessage(pn(OTHER), { text: 'tem estoque?' })
  const got = await theirs.gets('tem estoque?')
  expect(got.key).toMatchObject({ id: sent?.key.id, fromMe: false })
  await ours.ticks(sent?.key.id ?? '', 3)
  await theirs.socket.readMessages([got.key])
  await ours.ticks(sent?.key.id ?? '', 4)
  await theirs.socket.sendMessage(pn(COMPANY), { text: 'temos' })
  await ours.gets('temos')
  expect(other.messages(COMPANY).map(({ text }) => text)).toEqual(['tem estoque?', 'temos'])
})

test('two devices of a company see each other’s messages', async () => {
  const { simulator, company, maria } = await testbed()
  const [first, second] = [await pairedClient(simulator, company), await pairedClient(simulator, company)]
  afterThisTest(first.close)
  afterThisTest(second.close)
  expect(company.view().devices).toHaveLength(2)
  await maria.say(COMPANY, 'olá, vocês dois')
  for (const client of [first, second]) await client.gets('olá, vocês dois')
  await first.socket.sendMessage(pn(MARIA), { text: 'do primeiro' })
  expect((await second.gets('do primeiro')).key).toMatchObject({ fromMe: true, remoteJid: pn(MARIA) })
  await second.socket.sendMessage(pn(MARIA), { text: 'do segundo' })
  expect((await first.gets('do segundo')).key.fromMe).toBe(true)
  await maria.gets('do segundo')
  expect(maria.messages(COMPANY)).toHaveLength(3)
})

test('across repeated cuts every message is resent until the client settles it, and none is emitted twice', async () => {
  const messages = 300
  const { simulator, company } = await testbed()
  const first = await pairedClient(simulator, company)
  await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 5, messages })
  // Baileys settles messages that it does not emit: those it refuses as known (defect 2), and those whose events were
  // still buffered at a cut. An error in its answer would withhold the others.
  const settled: string[] = []
  simulator.intercept((_, { tag, attrs }) => {
    const isAnswer = tag === 'ack' ? attrs.class === 'message' : tag === 'receipt' && attrs.to !== pn(COMPANY)
    if (isAnswer && attrs.id) settled.push(attrs.id)
    delete attrs.error
    return undefined
  })
  const clients: Client[] = [first]
  const releasing = simulator.run({ do: 'releaseLoad', rate: 400 })
  for (let cut = 0; cut < 5; cut++) {
    await Bun.sleep(120)
    await simulator.run({ do: 'dropConnections', phone: COMPANY })
    await clients.at(-1)?.closed()
    const next = openClient(simulator, first.credentials)
    clients.push(next)
    await next.opened()
  }
  await releasing
  afterThisTest(() => clients.at(-1)?.close())
  await company.until(({ devices }) => devices[0]?.pending === 0)
  const seen = clients.flatMap((client) => client.messages().map(({ key }) => key.id ?? ''))
  expect(new Set(seen).size).toBe(seen.length)
  expect(new Set(settled).size).toBe(messages)
  expect(settled.length).toBe(messages)
  expect(simulator.state().load.delivered).toBe(messages)
})

test('with five companies and three hundred active customers the state is published quickly', async () => {
  const { simulator, company } = await testbed()
  const numbers = [COMPANY, ...['1', '2', '3', '4'].map((digit) => `55213042118${digit}`)]
  for (const phone of numbers.slice(1)) simulator.addPhone({ phone, name: `Loja ${phone.at(-1)}`, role: 'company' })
  const clients: Client[] = []
  for (const phone of numbers) clients.push(await pairedClient(simulator, simulator.phone(phone)))
  afterThisTest(() => clients.map((client) => client.close()))
  for (const to of numbers) await simulator.run({ do: 'crowd', to, customers: 60, messages: 120, seconds: 0.5 })
  await until(() => clients.every((client) => client.messages().length >= 120), 'all messages', 20_000)
  expect(company.view().chats).toHaveLength(60)
  const before = process.threadCpuUsage()
  const { phones } = simulator.state()
  expect(process.threadCpuUsage(before).user).toBeLessThan(100_000)
  expect(phones.length).toBeGreaterThan(300)
})
