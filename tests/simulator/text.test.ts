import { expect } from 'bun:test'
import { test } from '../support/trace'
import { pairedClient, textOf } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, testbed } from './support/world'

test('scanning its QR code links a client, which reconnects as a device of the account', async () => {
  const { simulator, company } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)

  expect(client.socket.user?.id).toBe(`${COMPANY}:1@s.whatsapp.net`)
  const [device] = company.view().devices
  expect(device).toMatchObject({ id: 1, name: 'Balcão', connected: true })
  await company.until(({ devices }) => devices[0]?.pending === 0)
})

test('the client receives a customer’s message, and its delivery status rises', async () => {
  const { simulator, company, maria } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)

  const id = await maria.say(COMPANY, 'oi, bom dia')
  const message = await client.gets('oi, bom dia')
  expect(message.key).toMatchObject({ id, remoteJid: pn(MARIA), fromMe: false })
  expect(message.pushName).toBe('Maria Duarte')
  await maria.until(() => maria.message(COMPANY, id)?.ack === 3)

  await client.socket.readMessages([message.key])
  await maria.until(() => maria.message(COMPANY, id)?.ack === 4)
})

test('the customer receives the client’s message once, and the client gets both receipts', async () => {
  const { simulator, company, maria } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)

  const sent = await client.socket.sendMessage(pn(MARIA), { text: 'em que posso ajudar?' })
  const got = await maria.gets('em que posso ajudar?')
  expect(got).toMatchObject({ id: sent?.key.id, fromMe: false, author: COMPANY })
  await client.ticks(got.id, 3)
  await maria.read(COMPANY)
  await client.ticks(got.id, 4)
  expect(maria.messages(COMPANY)).toHaveLength(1)
  expect(company.message(MARIA, got.id)).toMatchObject({ fromMe: true, text: 'em que posso ajudar?', ack: 4 })
})

test('a two-way conversation needs no retry requests', async () => {
  const { simulator, company, maria, tiago } = await testbed()
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)

  for (let round = 0; round < 5; round++) {
    for (const phone of [maria, tiago]) {
      await phone.say(COMPANY, `${phone.number} pergunta ${round}`)
      await client.gets(`${phone.number} pergunta ${round}`)
      await client.socket.sendMessage(pn(phone.number), { text: `resposta ${round}` })
      await phone.gets(`resposta ${round}`)
    }
  }
  expect(
    client
      .messages()
      .filter(({ key }) => !key.fromMe)
      .map(textOf),
  ).toHaveLength(10)
  expect(simulator.trace()).not.toContain('type="retry"')
})
