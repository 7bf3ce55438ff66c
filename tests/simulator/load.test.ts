import { expect } from 'bun:test'
import { test } from '../support/trace'
import { pairedClient, textOf } from './support/client'
import { afterThisTest, COMPANY, testbed } from './support/world'

async function released(messages: number, rate?: number) {
  const { simulator, company } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)
  const prepared = await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 10, messages })
  expect(prepared).toMatchObject({ ok: true, messages })
  const started = performance.now()
  await simulator.run({ do: 'releaseLoad', ...(rate === undefined ? {} : { rate }) })
  const releasedIn = performance.now() - started
  while (simulator.state().load.delivered < messages) await Bun.sleep(10)
  // The client confirms a message before it emits it.
  while (client.messages().length < messages) await Bun.sleep(10)
  return { simulator, client, releasedIn, deliveredIn: performance.now() - started }
}

test('a released load reaches the client complete and in order per customer', async () => {
  const { simulator, client } = await released(500)
  const perCustomer = Map.groupBy(client.messages(), ({ key }) => key.remoteJid)
  expect(perCustomer.size).toBe(10)
  for (const messages of perCustomer.values()) {
    const numbers = messages.map((message) => Number(textOf(message)?.split(' ')[0]))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers).toHaveLength(50)
  }
  expect(simulator.state().load).toEqual({ prepared: 500, released: 500, delivered: 500 })
})

test('the phone books have the times of sending, delivery and reading', async () => {
  const { simulator } = await released(50)
  const result = await simulator.run({ do: 'books' })
  const books = (result.ok && result.books) || []
  const sent = books.flatMap(({ phone, entries }) => (phone === COMPANY ? [] : entries))
  expect(sent).toHaveLength(50)
  for (const entry of sent) {
    expect(entry).toMatchObject({ chat: COMPANY, fromMe: true, kind: 'text', readAt: null, times: 1 })
    expect(entry.deliveredAt).toBeGreaterThanOrEqual(Math.floor(entry.sentAt)) // whole milliseconds
  }
  const got = books.find(({ phone }) => phone === COMPANY)?.entries ?? []
  expect(new Set(got.map(({ id }) => id))).toEqual(new Set(sent.map(({ id }) => id)))
})

test('a load can be released at a rate', async () => {
  const { releasedIn } = await released(100, 200)
  expect(releasedIn).toBeGreaterThan(400)
  expect(releasedIn).toBeLessThan(5000)
})

test('preparing a load requires a linked device', async () => {
  const { simulator } = await testbed()
  const result = await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 1, messages: 1 })
  expect(result).toMatchObject({ ok: false, error: 'not_linked' })
})
