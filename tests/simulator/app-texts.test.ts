/** The greeting and away message of the WhatsApp Business app on a company's phone. */
import { expect } from 'bun:test'
import { test } from '../support/trace'
import { COMPANY, linkedTestbed, MARIA, TIAGO } from './support/world'

test('the app greets each contact that begins a conversation, by name and once; the linked device gets a copy', async () => {
  const { simulator, client, maria, tiago } = await linkedTestbed()
  await simulator.run({ do: 'setHabits', phone: COMPANY, greeting: 'Olá, [nome]!', appDelay: 1 })
  await maria.say(COMPANY, 'Bom dia')
  expect((await client.gets('Olá, Maria Duarte!')).key.fromMe).toBe(true)
  await maria.gets('Olá, Maria Duarte!')
  await maria.say(COMPANY, 'Quero um orçamento')
  await tiago.say(COMPANY, 'Oi')
  await tiago.gets('Olá, Tiago Albuquerque!')
  expect(maria.messages(COMPANY).filter(({ text }) => text.startsWith('Olá'))).toHaveLength(1)
})

test('the away message goes out in place of the greeting, until it is switched off', async () => {
  const { simulator, client, maria, tiago } = await linkedTestbed()
  await simulator.run({ do: 'setHabits', phone: COMPANY, greeting: 'Olá!', away: 'Estamos fora.', appDelay: 1 })
  await maria.say(COMPANY, 'Bom dia')
  await client.gets('Estamos fora.')
  await simulator.run({ do: 'setHabits', phone: COMPANY, greeting: null, away: null })
  await tiago.say(COMPANY, 'Oi')
  await client.gets('Oi')
  expect([MARIA, TIAGO].map((phone) => simulator.phone(phone).messages(COMPANY).length)).toEqual([2, 1])
})
