import { expect } from 'bun:test'
import { test } from '../support/trace'
import { COMPANY, MARIA, testbed } from './support/world'

test('a script reports its progress, and disappears when stopped', async () => {
  const { simulator } = await testbed()
  await simulator.run({ do: 'crowd', to: COMPANY, customers: 3, messages: 6, seconds: 0 })
  expect(simulator.state().scripts).toMatchObject([{ name: 'crowd', to: COMPANY, customers: 3, done: 0, total: 6 }])

  await simulator.phone(COMPANY).until(({ chats }) => chats.flatMap(({ messages }) => messages).length === 6)
  expect(simulator.state().scripts).toEqual([])
})

test('stopping a script ends only that one', async () => {
  const { simulator } = await testbed()
  await simulator.run({ do: 'crowd', to: COMPANY, customers: 2, messages: 40, seconds: 0.2 })
  const [stopped] = simulator.state().scripts
  await simulator.run({ do: 'day', to: COMPANY, customers: 2, seconds: 60 })
  await simulator.run({ do: 'stopScript', id: stopped?.id ?? '' })
  expect(simulator.state().scripts.map(({ name }) => name)).toEqual(['day'])

  await simulator.run({ do: 'stopScript' })
  expect(simulator.state().scripts).toEqual([])
  const before = simulator.state().eventCount
  // By then the crowd would have finished.
  await Bun.sleep(300)
  expect(simulator.state().eventCount).toBe(before)
})

test('a reset stops running scripts', async () => {
  const { simulator } = await testbed()
  await simulator.run({ do: 'crowd', to: COMPANY, customers: 2, messages: 4, seconds: 600 })
  await simulator.run({ do: 'reset' })
  expect(simulator.state().scripts).toEqual([])
})

test('answering marks a chat as read, and sending ends typing', async () => {
  const { simulator, company, maria } = await testbed()
  const chat = () => company.view().chats[0]
  await maria.say(COMPANY, 'oi')
  await simulator.run({ do: 'typing', from: MARIA, to: COMPANY, on: true })
  expect(chat()).toMatchObject({ typing: true, unread: 1 })

  await maria.say(COMPANY, 'tem alguém?')
  expect(chat()).toMatchObject({ typing: false, unread: 2 })
  await company.say(MARIA, 'tem, sim')
  expect(chat()?.unread).toBe(0)
})

test('events describe actions as such, not as unknown messages', async () => {
  const { simulator, maria } = await testbed()
  const id = await maria.say(COMPANY, 'oi')
  await simulator.run({ do: 'react', from: MARIA, chat: COMPANY, id, emoji: '👍' })
  await simulator.run({ do: 'edit', from: MARIA, chat: COMPANY, id, text: 'olá' })
  await simulator.run({ do: 'revoke', from: MARIA, chat: COMPANY, id })
  const happened = simulator.state().events.map(({ what }) => what)
  expect(happened).toEqual(['did:revoke', 'did:edit', 'did:react', 'text:oi'])
})
