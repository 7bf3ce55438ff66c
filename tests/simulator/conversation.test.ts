import { expect } from 'bun:test'
import { test } from '../support/trace'
import { pairedClient } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, TIAGO, testbed } from './support/world'

async function linkedTestbed() {
  const { simulator, ...phones } = await testbed()
  const sent: Record<string, object> = {}
  const client = await pairedClient(simulator, phones.company, {
    getMessage: async ({ id }) => sent[id ?? ''],
  })
  afterThisTest(client.close)
  return { simulator, client, sent, ...phones }
}

test('a customer’s reply has its quote in the client', async () => {
  const { client, maria } = await linkedTestbed()
  const question = await client.socket.sendMessage(pn(MARIA), { text: 'sexta ou sábado?' })
  await maria.gets('sexta ou sábado?')
  await maria.say(COMPANY, 'sábado', { quotedId: question?.key.id ?? '' })
  const context = (await client.gets('sábado')).message?.extendedTextMessage?.contextInfo
  expect(context).toMatchObject({ stanzaId: question?.key.id, participant: pn(COMPANY) })
  expect(context?.quotedMessage?.extendedTextMessage?.text).toBe('sexta ou sábado?')
})

test('the client’s reply has its quote on the phone', async () => {
  const { client, maria } = await linkedTestbed()
  const id = await maria.say(COMPANY, 'tem em azul?')
  const quoted = await client.gets('tem em azul?')
  await client.socket.sendMessage(pn(MARIA), { text: 'tem!' }, { quoted })
  expect((await maria.gets('tem!')).quoted).toEqual({ id, text: 'tem em azul?' })
})

test('a message that the client cannot decrypt at first is resent and decrypted', async () => {
  const { simulator, client, maria } = await linkedTestbed()
  await maria.say(COMPANY, 'primeira')
  await client.gets('primeira')
  await simulator.run({ do: 'setFault', name: 'undecryptable', on: true, times: 1 })
  const id = await maria.say(COMPANY, 'segunda')
  expect((await client.gets('segunda')).key.id).toBe(id)
  await maria.until(() => maria.message(COMPANY, id)?.ack === 3)
  expect(simulator.trace()).toContain('type="retry"')
  await maria.say(COMPANY, 'terceira')
  await client.gets('terceira')
})

test('a message that the phone cannot decrypt at first is requested again and decrypted', async () => {
  const { simulator, client, maria } = await linkedTestbed()
  await simulator.run({ do: 'setFault', name: 'unreadable', on: true, times: 1 })
  await client.socket.sendMessage(pn(MARIA), { text: 'de novo, por favor' })
  await maria.gets('de novo, por favor')
  expect(simulator.trace()).toContain('<retry v="1"')
  await client.socket.sendMessage(pn(MARIA), { text: 'e agora?' })
  await maria.gets('e agora?')
  expect(maria.messages(COMPANY)).toHaveLength(2)
})

test('a resent message keeps its original position', async () => {
  const { simulator, client, maria } = await linkedTestbed()
  await client.socket.sendMessage(pn(MARIA), { text: 'um' })
  await maria.gets('um')
  await simulator.run({ do: 'setFault', name: 'unreadable', on: true, times: 1 })
  const retried = client.socket.sendMessage(pn(MARIA), { text: 'dois' })
  const next = client.socket.sendMessage(pn(MARIA), { text: 'três' })
  await Promise.all([retried, next, maria.gets('dois'), maria.gets('três')])
  expect(maria.messages(COMPANY).map(({ text }) => text)).toEqual(['um', 'dois', 'três'])
  const result = await simulator.run({ do: 'books', phone: MARIA })
  const entries = (result.ok && result.books?.[0]?.entries) || []
  expect(entries.toSorted((a, b) => a.order - b.order).map(({ text }) => text)).toEqual(['um', 'dois', 'três'])
})

test('typing is shown on both sides', async () => {
  const { simulator, client, maria } = await linkedTestbed()
  await client.socket.sendPresenceUpdate('composing', pn(MARIA))
  await maria.until(({ chats }) => chats[0]?.typing)
  await client.socket.sendPresenceUpdate('paused', pn(MARIA))
  await maria.until(({ chats }) => chats[0]?.typing === false)
  await client.socket.presenceSubscribe(pn(MARIA))
  await client.until('presence.update', ({ presences }) => presences[pn(MARIA)]?.lastKnownPresence === 'available')
  await maria.type(COMPANY)
  await client.until('presence.update', ({ presences }) => presences[pn(MARIA)]?.lastKnownPresence === 'composing')
  await simulator.run({ do: 'typing', from: MARIA, to: COMPANY, on: true, audio: true })
  await client.until('presence.update', ({ presences }) => presences[pn(MARIA)]?.lastKnownPresence === 'recording')
})

test('a subscriber of a contact receives its presence', async () => {
  const { simulator, client } = await linkedTestbed()
  await client.socket.presenceSubscribe(pn(TIAGO))
  await client.until('presence.update', ({ presences }) => presences[pn(TIAGO)]?.lastKnownPresence === 'available')
  await simulator.run({ do: 'setOnline', phone: TIAGO, on: false })
  await client.until('presence.update', ({ presences }) => presences[pn(TIAGO)]?.lastKnownPresence === 'unavailable')
})

test('only an available client receives typing and appears online', async () => {
  const { client, company, maria } = await linkedTestbed()
  const heard: string[] = []
  client.socket.ev.on('presence.update', ({ presences }) => {
    heard.push(...Object.values(presences).map(({ lastKnownPresence }) => lastKnownPresence))
  })
  await client.socket.sendPresenceUpdate('unavailable')
  await client.socket.presenceSubscribe(pn(MARIA))
  await company.say(MARIA, 'um momento')
  const seenOnline = () => maria.view().chats[0]?.online
  await maria.gets('um momento')
  await client.socket.onWhatsApp(MARIA) // earlier stanzas have arrived
  await maria.type(COMPANY)
  await client.socket.onWhatsApp(MARIA)
  expect([heard, seenOnline()]).toEqual([[], undefined])
  await client.socket.sendPresenceUpdate('available')
  await maria.until(() => seenOnline() === true)
  await maria.type(COMPANY)
  await client.until('presence.update', ({ presences }) => presences[pn(MARIA)]?.lastKnownPresence === 'composing')
  client.close()
  await maria.until(() => seenOnline() === undefined)
})

test('number checks omit unknown numbers, and nothing is sent to them', async () => {
  const { client } = await linkedTestbed()
  const checked = await client.socket.onWhatsApp(MARIA, '5511000000000')
  expect(checked).toEqual([{ jid: pn(MARIA), exists: true }])
  expect(await client.socket.getUSyncDevices([pn('5511000000000')], false, false)).toEqual([])
  const sent = await client.socket.sendMessage(pn('5511000000000'), { text: 'alguém?' })
  await client.ticks(sent?.key.id ?? '', 0)
})

test('a contact may have a picture and an about text', async () => {
  const { simulator, client } = await linkedTestbed()
  expect(await client.socket.profilePictureUrl(pn(MARIA)).catch((error) => error.data)).toBe(404)
  const pictureUrl = 'http://127.0.0.1:1/maria.jpg'
  await simulator.run({ do: 'setHabits', phone: MARIA, pictureUrl, about: 'no trabalho' })
  expect(await client.socket.profilePictureUrl(pn(MARIA))).toBe(pictureUrl)
  const [status] = (await client.socket.fetchStatus(pn(MARIA))) ?? []
  expect(status).toMatchObject({ status: { status: 'no trabalho' } })
})

test('a message from the company’s own phone appears in the client as its own', async () => {
  const { client, company, maria } = await linkedTestbed()
  const id = await company.say(MARIA, 'escrito no celular')
  await maria.gets('escrito no celular')
  const message = await client.gets('escrito no celular')
  expect(message.key).toMatchObject({ id, remoteJid: pn(MARIA), fromMe: true })
})

test('a contact addressed by LID has its number and can be answered', async () => {
  const { simulator, client, maria } = await linkedTestbed()
  await simulator.run({ do: 'setHabits', phone: MARIA, addressing: 'lid' })
  await maria.say(COMPANY, 'oi')
  const { key } = await client.gets('oi')
  expect(key.remoteJid).toEndWith('@lid')
  expect(key.remoteJidAlt).toBe(pn(MARIA))
  const sent = await client.socket.sendMessage(key.remoteJid ?? '', { text: 'olá' })
  await maria.gets('olá')
  await client.ticks(sent?.key.id ?? '', 3)
  await simulator.run({ do: 'setHabits', phone: MARIA, addressing: 'pn' })
  await maria.say(COMPANY, 'de novo')
  await client.gets('de novo')
})

test('reactions, edits and deletions work in both directions', async () => {
  const { simulator, client, maria } = await linkedTestbed()
  const id = await maria.say(COMPANY, 'bom dia')
  const { key } = await client.gets('bom dia')
  await client.socket.sendMessage(pn(MARIA), { react: { text: '❤️', key } })
  await maria.until(() => maria.message(COMPANY, id)?.reactions[0]?.emoji === '❤️')
  const sent = await client.socket.sendMessage(pn(MARIA), { text: 'bm dia' })
  await maria.gets('bm dia')
  await client.socket.sendMessage(pn(MARIA), { text: 'bom dia!', edit: sent?.key ?? {} })
  const answer = sent?.key.id ?? ''
  await maria.until(() => maria.message(COMPANY, answer)?.edited && maria.message(COMPANY, answer)?.text === 'bom dia!')

  await simulator.run({ do: 'react', from: MARIA, chat: COMPANY, id: answer, emoji: '👍' })
  await client.until('messages.reaction', ([event]) => event?.key.id === answer && event.reaction.text === '👍')
  await simulator.run({ do: 'edit', from: MARIA, chat: COMPANY, id, text: 'boa tarde' })
  await client.until('messages.update', (all) =>
    all.find(({ key: { id: of }, update }) => of === id && update.message?.editedMessage),
  )
  await simulator.run({ do: 'revoke', from: MARIA, chat: COMPANY, id })
  await client.until('messages.update', (all) =>
    all.find(({ key: { id: of }, update }) => of === id && update.messageStubType === 1),
  )
  await client.socket.sendMessage(pn(MARIA), { delete: sent?.key ?? {} })
  await maria.until(() => maria.message(COMPANY, answer)?.revoked)
})

test('the phone keeps the later of two reactions, whichever arrives last', async () => {
  const { client, maria } = await linkedTestbed()
  const id = await maria.say(COMPANY, 'bom dia')
  const { key } = await client.gets('bom dia')
  const react = (text: string, senderTimestampMs: number) =>
    client.socket.sendMessage(pn(MARIA), { react: { text, senderTimestampMs, key } })
  await react('❤️', 2_000)
  await react('', 1_000)
  await client.socket.sendMessage(pn(MARIA), { text: 'boa tarde' })
  await maria.gets('boa tarde')
  expect(maria.message(COMPANY, id)?.reactions.map(({ emoji }) => emoji)).toEqual(['❤️'])
})

test('a call rings and ends', async () => {
  const { simulator, client } = await linkedTestbed()
  await simulator.run({ do: 'call', from: MARIA, to: COMPANY, seconds: 1 })
  const call = await client.until('call', ([one]) => one?.status === 'offer' && one)
  await client.socket.rejectCall(call.id, call.from)
  await client.until('call', ([one]) => one?.status === 'timeout')
})

test('messages of a blocked person do not arrive until unblocked', async () => {
  const { client, maria, company } = await linkedTestbed()
  await maria.say(COMPANY, 'oi')
  await client.gets('oi')
  await client.socket.updateBlockStatus(pn(MARIA), 'block')
  expect(await client.socket.fetchBlocklist()).toHaveLength(1)
  const id = await maria.say(COMPANY, 'alô?')
  await maria.until(() => maria.message(COMPANY, id)?.ack === 2)
  await client.socket.updateBlockStatus(pn(MARIA), 'unblock')
  await maria.say(COMPANY, 'e agora?')
  await client.gets('e agora?')
  expect(company.messages(MARIA).map(({ text }) => text)).toEqual(['oi', 'e agora?'])
})

test('a privacy token is returned, and the client’s messages contain it', async () => {
  const { simulator, client, maria } = await linkedTestbed()
  await client.socket.sendMessage(pn(MARIA), { text: 'um' })
  await maria.gets('um')
  const hasToken = () =>
    [...client.credentials.keys.keys()].some((key) => key.startsWith('tctoken/') && key.endsWith('@lid'))
  while (!hasToken()) await Bun.sleep(10)
  await client.socket.sendMessage(pn(MARIA), { text: 'dois' })
  await maria.gets('dois')
  expect(simulator.trace()).toContain('<tctoken>16 bytes</tctoken>')
})

test('reading on the company’s own phone also marks it read on its device', async () => {
  const { client, company, maria } = await linkedTestbed()
  const id = await maria.say(COMPANY, 'alguém?')
  await client.gets('alguém?')
  await company.read(MARIA)
  const { key } = await client.until('messages.update', (all) =>
    all.find((one) => one.key.id === id && one.update.status === 4),
  )
  expect(key).toMatchObject({ remoteJid: pn(MARIA), fromMe: false })
  await maria.until(() => maria.message(COMPANY, id)?.ack === 4)
})
