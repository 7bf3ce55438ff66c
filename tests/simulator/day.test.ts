import { expect } from 'bun:test'
import { downloadMediaMessage } from '@whiskeysockets/baileys'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { GREETINGS, THANKS } from '../../src/simulator/play/concerns'
import { photo } from '../../src/simulator/play/photo'
import { voiceNote } from '../../src/simulator/play/voice'
import { test } from '../support/trace'
import { freshCredentials, openClient, pairedClient, speakHttpTo, textOf, trust } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, testbed } from './support/world'

async function linkedTestbed() {
  const { simulator, ...phones } = await testbed()
  const client = await pairedClient(simulator, phones.company)
  afterThisTest(client.close)
  return { simulator, client, ...phones }
}

test('a device receives the chats from before it was linked', async () => {
  const { simulator, company, maria } = await testbed()
  await maria.say(COMPANY, 'antes de tudo')
  await simulator.run({ do: 'prepareHistory', phone: COMPANY, chats: 250, messages: 4 })
  trust(simulator.rootKey)
  const credentials = freshCredentials()
  const first = openClient(simulator, credentials)
  await company.scan(await first.qr())
  await first.closed()
  const client = openClient(simulator, credentials)
  afterThisTest(client.close)

  const whole = await client.until('messaging-history.set', (history) => history.progress === 100 && history)
  const historyMessages = client.seen.flatMap(({ name, value }) =>
    name === 'messaging-history.set' && 'messages' in value ? value.messages : [],
  )
  expect(whole.isLatest).toBe(false)
  expect(historyMessages).toHaveLength(1001)
  expect(historyMessages.filter(({ key }) => key.remoteJid === pn(MARIA)).map(textOf)).toEqual(['antes de tudo'])
  expect(historyMessages.every(({ messageTimestamp }) => Number(messageTimestamp) > 0)).toBe(true)
  expect(client.messages()).toEqual([])
  await maria.say(COMPANY, 'e depois')
  await client.gets('e depois')
})

test('contacts, locations and polls arrive as such', async () => {
  const { simulator, client } = await linkedTestbed()
  const from = { from: MARIA, to: COMPANY }
  await simulator.run({ do: 'sendContact', ...from, name: 'Zé do Frete', phone: '5511977776666' })
  await simulator.run({ do: 'sendLocation', ...from, latitude: -22.9, longitude: -43.2, name: 'Minha casa' })
  await simulator.run({ do: 'sendPoll', ...from, question: 'Qual cor?', options: ['azul', 'verde'] })
  const finds = (kind: 'contactMessage' | 'locationMessage' | 'pollCreationMessageV3') =>
    client.until(
      'messages.upsert',
      ({ messages }) => messages.find(({ message }) => message?.[kind])?.message?.[kind] ?? undefined,
    )
  expect(await finds('contactMessage')).toMatchObject({
    displayName: 'Zé do Frete',
    vcard: expect.stringContaining('+5511977776666'),
  })
  expect(await finds('locationMessage')).toMatchObject({ degreesLatitude: -22.9, name: 'Minha casa' })
  expect(await finds('pollCreationMessageV3')).toMatchObject({ name: 'Qual cor?' })
  const [chat] = simulator.phone(MARIA).view().chats
  expect(chat?.messages.map(({ kind }) => kind)).toEqual(['contact', 'location', 'poll'])
})

test('the client’s contacts, locations and polls appear on the phone', async () => {
  const { client, maria } = await linkedTestbed()
  await client.socket.sendMessage(pn(MARIA), { location: { degreesLatitude: 1, degreesLongitude: 2, name: 'Loja' } })
  await client.socket.sendMessage(pn(MARIA), {
    poll: { name: 'Quando?', values: ['hoje', 'amanhã'], selectableCount: 1 },
  })
  await maria.until(({ chats }) => chats[0]?.messages.find(({ kind, text }) => kind === 'location' && text === 'Loja'))
  await maria.until(({ chats }) =>
    chats[0]?.messages.find(({ kind, text }) => kind === 'poll' && text === 'Quando?\n• hoje\n• amanhã'),
  )
})

test('messages can be forwarded, disappearing or view-once', async () => {
  const { simulator, client } = await linkedTestbed()
  const from = { from: MARIA, to: COMPANY }
  await simulator.run({ do: 'say', ...from, text: 'corrente', forwarded: true })
  expect((await client.gets('corrente')).message?.extendedTextMessage?.contextInfo?.isForwarded).toBe(true)
  await simulator.run({ do: 'say', ...from, text: 'some depois', disappearing: 86_400 })
  const disappearing = await client.until('messages.upsert', ({ messages }) =>
    messages.find(({ message }) => message?.ephemeralMessage),
  )
  expect(disappearing.message?.ephemeralMessage?.message?.extendedTextMessage).toMatchObject({
    text: 'some depois',
    contextInfo: { expiration: 86_400 },
  })
  await simulator.run({
    do: 'sendMedia',
    ...from,
    kind: 'image',
    mimetype: 'image/png',
    base64: 'AAAA',
    viewOnce: true,
    viewOnceAs: 'whole',
  })
  await client.until('messages.upsert', ({ messages }) =>
    messages.find(({ message }) => message?.viewOnceMessageV2?.message?.imageMessage),
  )
})

test('a file deleted from the server is uploaded again by its sender', async () => {
  const { simulator, client, company, maria } = await linkedTestbed()
  afterThisTest(speakHttpTo(simulator))
  const file = Buffer.from('conteúdo da nota')
  await maria.sendMedia(COMPANY, { kind: 'document', mimetype: 'text/plain', base64: file.toString('base64') })
  const message = await client.until('messages.upsert', ({ messages }) =>
    messages.find((one) => one.message?.documentMessage),
  )
  const download = () => downloadMediaMessage(message, 'buffer', {})
  await simulator.run({ do: 'expireMedia' })
  expect(await download().catch((error) => error.output.statusCode)).toBe(410)
  await client.socket.updateMediaMessage(message)
  expect(message.message?.documentMessage?.directPath).toStartWith('/mms/d/')
  const { documentMessage } = message.message ?? {}
  if (documentMessage)
    documentMessage.url = `${simulator.origin.replace('http:', 'https:')}${documentMessage.directPath}`
  expect(await download()).toEqual(file)
  await company.until(({ devices }) => devices[0]?.pending === 0)
})

test('customers write by themselves, each once before any writes twice', async () => {
  const { simulator, client } = await linkedTestbed()
  await simulator.run({ do: 'crowd', to: COMPANY, customers: 12, messages: 30, seconds: 0.3 })
  while (client.messages().length < 30) await Bun.sleep(20)
  expect(
    new Set(
      client
        .messages()
        .slice(0, 12)
        .map(({ key }) => key.remoteJid),
    ).size,
  ).toBe(12)
  expect(client.messages().every(({ pushName }) => pushName)).toBe(true)
})

test('a crowd types before it writes, and sends photos and voice notes', async () => {
  const { simulator, client } = await linkedTestbed()
  await simulator.run({ do: 'crowd', to: COMPANY, customers: 20, messages: 120, seconds: 0.4 })
  while (client.messages().length < 120) await Bun.sleep(20)
  const kinds = new Set(
    client.messages().map(({ message }) => Object.keys(message ?? {}).find((key) => key !== 'messageContextInfo')),
  )
  expect(kinds).toEqual(new Set(['conversation', 'imageMessage', 'audioMessage']))
  expect(simulator.state().scripts).toEqual([])
  for (const { phone, role } of simulator.state().phones)
    if (role === 'customer') await client.socket.presenceSubscribe(pn(phone))
  await client.socket.onWhatsApp(MARIA) // stanzas arrive from now on
  await simulator.run({ do: 'crowd', to: COMPANY, customers: 20, messages: 20, seconds: 0.1 })
  while (client.messages().length < 140) await Bun.sleep(20)
  expect(simulator.trace()).toContain('<chatstate')
})

/** Ogg's checksum by definition: the remainder of a polynomial division. */
function oggSum(bytes: Buffer): number {
  let remainder = BigInt(`0x${bytes.toString('hex')}`) << 32n
  const divisor = 0x104c11db7n
  for (let bit = BigInt(bytes.length * 8 + 31); bit >= 32n; bit--) {
    if ((remainder >> bit) & 1n) remainder ^= divisor << (bit - 32n)
  }
  return Number(remainder)
}

test('voice notes and photos of a crowd are valid files', async () => {
  const note = voiceNote(3)
  const [sum, unsigned] = [note.bytes.readUInt32LE(22), note.bytes.subarray(0, 27 + 1 + 19)]
  unsigned.fill(0, 22, 26)
  expect(sum).toBe(oggSum(unsigned))
  unsigned.writeUInt32LE(sum, 22)
  const input = new Input({ source: new BufferSource(note.bytes), formats: ALL_FORMATS })
  expect(await input.computeDuration()).toBeCloseTo(3, 1)
  const image = await new Bun.Image(photo(7).bytes).metadata()
  expect(image).toMatchObject({ width: 96, height: 64 })
})

test('in a working day customers wait for the attendant, reply, say thanks and leave', async () => {
  const { simulator, client, company } = await linkedTestbed()
  await simulator.run({ do: 'day', to: COMPANY, customers: 4, seconds: 2, patience: 0.02 })
  const answered = new Set<string>()
  const unanswered = () =>
    company.view().chats.flatMap(({ id, messages }) => {
      const last = messages.at(-1)
      return last && !last.fromMe && !answered.has(last.id) ? [{ chat: id, last }] : []
    })
  while (simulator.state().scripts.length > 0) {
    for (const { chat, last } of unanswered()) {
      answered.add(last.id)
      await client.socket.sendMessage(pn(chat), { text: 'Um momento, por favor.' })
    }
    await Bun.sleep(10)
  }
  const { chats } = company.view()
  expect(chats).toHaveLength(4)
  for (const { messages } of chats) {
    const said = messages.filter(({ fromMe }) => !fromMe)
    expect(GREETINGS).toContain(said[0]?.text ?? '')
    expect(said.some(({ text }) => THANKS.includes(text))).toBe(true)
  }
})

test('a script can be stopped; sent messages stay', async () => {
  const { simulator, client } = await linkedTestbed()
  await simulator.run({ do: 'crowd', to: COMPANY, customers: 5, messages: 500, seconds: 60 })
  const [script] = simulator.state().scripts
  expect(script).toMatchObject({ name: 'crowd', to: COMPANY, total: 500 })
  await simulator.run({ do: 'stopScript', ...(script && { id: script.id }) })
  const soFar = client.messages().length
  await Bun.sleep(400)
  expect(client.messages().length - soFar).toBeLessThan(5)
  expect(simulator.state().scripts).toEqual([])
})

test('the same seed gives the same people, ids and keys', async () => {
  const [one, same, other] = [await testbed({ seed: 5 }), await testbed({ seed: 5 }), await testbed({ seed: 6 })]
  const [first, second, third] = await Promise.all([one, same, other].map(({ maria }) => maria.say(COMPANY, 'oi')))
  expect(second).toBe(first ?? '')
  expect(third).not.toBe(first)
  expect(same.simulator.rootKey).toBe(one.simulator.rootKey)
  expect(other.simulator.rootKey).not.toBe(one.simulator.rootKey)
})
