import { expect } from 'bun:test'
import { proto } from '@whiskeysockets/baileys'
import { test } from '../support/trace'
import { until } from '../support/until'
import { COMPANY, linkedTestbed, MARIA, pn, TIAGO } from './support/world'

const between = { from: MARIA, to: COMPANY }

test('client and phone resolve mentions in a text', async () => {
  const { client, run, maria } = await linkedTestbed()
  const id = await run({ do: 'say', ...between, text: `fala com @${TIAGO}`, mentions: [TIAGO] })
  const text = await client.finds(({ extendedTextMessage }) => extendedTextMessage)
  expect(text.contextInfo?.mentionedJid).toEqual([pn(TIAGO)])
  expect(maria.message(COMPANY, id)?.mentions).toEqual([TIAGO])
  await client.socket.sendMessage(pn(MARIA), { text: `já falei com @${TIAGO}`, mentions: [pn(TIAGO)] })
  expect((await maria.gets(`já falei com @${TIAGO}`)).mentions).toEqual([TIAGO])
})

for (const addressing of ['lid', 'pn'] as const)
  test(`in a group a mention uses the group’s kind of address (${addressing})`, async () => {
    const { client, run, maria, tiago } = await linkedTestbed()
    const group = await run({ do: 'createGroup', by: MARIA, subject: 'Obra', members: [COMPANY, TIAGO], addressing })
    const user = addressing === 'lid' ? tiago.view().lid : TIAGO
    const jid = addressing === 'lid' ? `${user}@lid` : pn(TIAGO)
    const about = { from: MARIA, mentions: [TIAGO] }
    const id = await run({ do: 'say', ...about, to: group, text: `veja, @${TIAGO}` })
    const said = await client.finds(({ extendedTextMessage }) => extendedTextMessage)
    expect(said).toMatchObject({ text: `veja, @${user}`, contextInfo: { mentionedJid: [jid] } })

    await run({ do: 'edit', from: MARIA, mentions: [TIAGO, COMPANY], chat: group, id, text: `olhe, @${TIAGO}` })
    const edit = await client.finds(({ protocolMessage }) => protocolMessage?.editedMessage?.extendedTextMessage)
    expect(edit).toMatchObject({ text: `olhe, @${user}` })
    expect(edit.contextInfo?.mentionedJid).toContain(jid)
    expect(maria.message(group, id)).toMatchObject({ text: `olhe, @${user}`, mentions: [TIAGO, COMPANY], edited: true })

    const file = { kind: 'image', mimetype: 'image/png', base64: 'AAAA', caption: `foto, @${TIAGO}` } as const
    await run({ do: 'sendMedia', ...about, ...file, to: group })
    expect((await client.finds(({ imageMessage }) => imageMessage)).caption).toBe(`foto, @${user}`)

    const answer = await run({ do: 'say', from: TIAGO, to: group, text: 'vi', quotedId: id })
    expect(tiago.message(group, answer)?.quoted).toMatchObject({ id, mentions: [TIAGO, COMPANY] })
  })

test('a link has the preview of the sender’s phone', async () => {
  const { client, run, maria } = await linkedTestbed()
  const link = { url: 'https://loja.example/sofa', title: 'Sofá retrátil', description: 'Três lugares' }
  const thumbnailBase64 = Buffer.from('imagem').toString('base64')
  const id = await run({ do: 'say', ...between, text: `este: ${link.url}`, link: { ...link, thumbnailBase64 } })
  const text = await client.finds(({ extendedTextMessage }) => extendedTextMessage)
  expect(text).toMatchObject({ matchedText: link.url, title: link.title, description: link.description })
  expect(Buffer.from(text.jpegThumbnail ?? []).toString()).toBe('imagem')
  expect(maria.message(COMPANY, id)?.link).toEqual(link)
})

test('a message can be forwarded, and shows when this happened many times', async () => {
  const { client, run, maria } = await linkedTestbed()
  await run({ do: 'say', ...between, text: 'corrente', forwardingScore: 5 })
  const many = await client.finds(({ extendedTextMessage }) => extendedTextMessage?.contextInfo)
  expect(many).toMatchObject({ isForwarded: true, forwardingScore: 127 })
  const original = await run({ do: 'say', from: TIAGO, to: MARIA, text: 'receita de bolo' })
  const passed = await run({ do: 'forward', from: MARIA, chat: TIAGO, id: original, to: COMPANY })
  const once = (await client.gets('receita de bolo')).message?.extendedTextMessage?.contextInfo
  expect(once).toMatchObject({ isForwarded: true, forwardingScore: 1 })
  expect(maria.message(COMPANY, passed)).toMatchObject({ forwarded: true, forwardingScore: 1 })
})

test('a file is forwarded with its caption', async () => {
  const { client, run } = await linkedTestbed()
  const file = { kind: 'image', mimetype: 'image/png', base64: 'AAAA', caption: 'veja' } as const
  const id = await run({ do: 'sendMedia', from: TIAGO, to: MARIA, ...file })
  await run({ do: 'forward', from: MARIA, chat: TIAGO, id, to: COMPANY })
  const image = await client.finds(({ imageMessage }) => imageMessage)
  expect(image).toMatchObject({ caption: 'veja', contextInfo: { isForwarded: true } })
})

test('a message may have several contacts', async () => {
  const { client, run, maria } = await linkedTestbed()
  const more = [{ name: 'Dona Lurdes', phone: '5511955554444' }]
  const id = await run({ do: 'sendContact', ...between, name: 'Zé do Frete', phone: '5511977776666', more })
  const { contacts } = await client.finds(({ contactsArrayMessage }) => contactsArrayMessage)
  expect(contacts?.map(({ displayName }) => displayName)).toEqual(['Zé do Frete', 'Dona Lurdes'])
  expect(maria.message(COMPANY, id)?.contacts).toContainEqual({ name: 'Dona Lurdes', phone: '5511955554444' })
})

test('a live location can be shared', async () => {
  const { client, run, maria } = await linkedTestbed()
  const id = await run({ do: 'sendLocation', ...between, latitude: -22.9, longitude: -43.2, live: true })
  const place = await client.finds(({ liveLocationMessage }) => liveLocationMessage)
  expect(place).toMatchObject({ degreesLatitude: -22.9, degreesLongitude: -43.2 })
  expect(maria.message(COMPANY, id)?.place).toEqual({ latitude: -22.9, longitude: -43.2, live: true })
})

test('a video note differs from a video', async () => {
  const { client, run, maria } = await linkedTestbed()
  const video = { kind: 'video', mimetype: 'video/mp4', base64: 'AAAA', seconds: 3, ptv: true } as const
  const id = await run({ do: 'sendMedia', ...between, ...video })
  expect(await client.finds(({ ptvMessage }) => ptvMessage)).toMatchObject({ seconds: 3 })
  expect(maria.message(COMPANY, id)?.media?.round).toBe(true)
})

test('view-once content is withheld from linked devices, except by older phones', async () => {
  const { client, run, company } = await linkedTestbed()
  const photo = { kind: 'image', mimetype: 'image/png', base64: 'AAAA', viewOnce: true } as const
  const withheld = await run({ do: 'sendMedia', ...between, ...photo })
  const message = await client.until('messages.upsert', ({ messages }) =>
    messages.find(({ key }) => key.id === withheld),
  )
  expect(message.key).toMatchObject({ isViewOnce: true })
  expect(message.message ?? null).toBeNull()
  expect(company.message(MARIA, withheld)).toMatchObject({ viewOnce: true, kind: 'image' })
  await run({ do: 'sendMedia', ...between, ...photo, viewOnceAs: 'whole' })
  expect(await client.finds(({ viewOnceMessageV2 }) => viewOnceMessageV2?.message?.imageMessage)).toBeTruthy()
  await company.until(({ devices }) => devices[0]?.pending === 0)
})

test('either side can switch on disappearing messages, and new messages are marked', async () => {
  const { client, run, maria, company } = await linkedTestbed()
  await maria.say(COMPANY, 'oi')
  await client.gets('oi')
  await run({ do: 'setDisappearing', phone: MARIA, chat: COMPANY, seconds: 604_800 })
  const setting = await client.finds(({ protocolMessage }) => (protocolMessage?.type === 3 ? protocolMessage : null))
  expect(setting.ephemeralExpiration).toBe(604_800)
  await maria.say(COMPANY, 'some em uma semana')
  const text = await client.finds(({ ephemeralMessage }) => ephemeralMessage?.message?.extendedTextMessage)
  expect(text.contextInfo?.expiration).toBe(604_800)
  expect(company.view().chats[0]?.disappearing).toBe(604_800)

  await client.socket.sendMessage(pn(MARIA), { disappearingMessagesInChat: false })
  await maria.until(({ chats }) => chats[0]?.disappearing === undefined)
})

test('custom content is transported as raw bytes, and a client that cannot read it requests it again', async () => {
  const { client, run, simulator } = await linkedTestbed()
  const said = proto.Message.encode({ conversation: 'oi' }).finish()
  const unknown = Uint8Array.of(0xba, 0x0c, 1, 0x41) // field 199, of bytes
  await run({ do: 'sendContent', ...between, base64: Buffer.concat([said, unknown]).toString('base64') })
  expect(await client.finds(({ conversation }) => conversation)).toBe('oi')
  const id = await run({ do: 'sendContent', ...between, base64: Buffer.of(0x0a, 100).toString('base64') })
  await until(() => simulator.trace().includes(`id="${id}" type="retry"`))
})
