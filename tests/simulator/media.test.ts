import { expect } from 'bun:test'
import { type AnyMessageContent, downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys'
import * as v from 'valibot'
import { type FaultName, type MediaKind, StoredMedia } from '../../src/simulator/contract'
import { test } from '../support/trace'
import { pairedClient, speakHttpTo } from './support/client'
import { afterThisTest, COMPANY, MARIA, pn, testbed } from './support/world'

const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 251))
const download = (message: WAMessage) => downloadMediaMessage(message, 'buffer', {})
const fileOf = (message: WAMessage | undefined, kind: MediaKind) => message?.message?.[`${kind}Message`]

async function linkedTestbed() {
  const { simulator, company, maria } = await testbed()
  afterThisTest(speakHttpTo(simulator))
  const client = await pairedClient(simulator, company)
  afterThisTest(client.close)
  const getsFile = (kind: MediaKind) =>
    client.until('messages.upsert', ({ messages }) => messages.find((message) => fileOf(message, kind)))
  return { simulator, company, maria, client, getsFile }
}

const FROM_CUSTOMER = [
  { kind: 'image', mimetype: 'image/jpeg', caption: 'olha o rasgo', width: 800, height: 600 },
  { kind: 'audio', mimetype: 'audio/ogg; codecs=opus', seconds: 42, ptt: true },
  { kind: 'video', mimetype: 'video/mp4', seconds: 9, caption: 'assim' },
  { kind: 'document', mimetype: 'application/pdf', name: 'nota fiscal.pdf' },
  { kind: 'sticker', mimetype: 'image/webp' },
] as const

for (const file of FROM_CUSTOMER) {
  test(`the client can open a customer’s file of kind ${file.kind}`, async () => {
    const { maria, getsFile } = await linkedTestbed()
    await maria.sendMedia(COMPANY, { ...file, base64: bytes(10_000).toString('base64') })
    const message = await getsFile(file.kind)
    expect(fileOf(message, file.kind)).toMatchObject({ mimetype: file.mimetype })
    expect(await download(message)).toEqual(bytes(10_000))
  })
}

const FROM_CLIENT: { kind: MediaKind; content: AnyMessageContent }[] = [
  { kind: 'image', content: { image: bytes(5000), caption: 'veja', mimetype: 'image/png', width: 4, height: 3 } },
  { kind: 'audio', content: { audio: bytes(5000), mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 7 } },
  { kind: 'video', content: { video: bytes(5000), mimetype: 'video/mp4', jpegThumbnail: '' } },
  { kind: 'document', content: { document: bytes(5000), mimetype: 'application/pdf', fileName: 'boleto.pdf' } },
]

for (const { kind, content } of FROM_CLIENT) {
  test(`the customer's screen shows the client’s file of kind ${kind}`, async () => {
    const { simulator, maria, client } = await linkedTestbed()
    await client.socket.sendMessage(pn(MARIA), content)
    const media = await maria.until(
      ({ chats }) => chats[0]?.messages.find((message) => message.kind === kind)?.media ?? undefined,
    )
    const shown = await simulator.handleControl(new Request(`http://any/control/${media.url}`))
    expect(shown.headers.get('content-type')).toBe(media.mimetype)
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes(5000))
  })
}

test('a voice note has its duration and waveform', async () => {
  const { maria, getsFile } = await linkedTestbed()
  const id = await maria.sendMedia(COMPANY, {
    kind: 'audio',
    mimetype: 'audio/ogg; codecs=opus',
    ptt: true,
    seconds: 42,
    base64: bytes(9000).toString('base64'),
  })
  const audio = (await getsFile('audio')).message?.audioMessage
  expect(audio).toMatchObject({ ptt: true, seconds: 42 })
  expect(audio?.waveform).toHaveLength(64)
  expect(maria.message(COMPANY, id)?.media).toMatchObject({ voice: true, seconds: 42 })
})

test('a file uploaded by a screen can be sent', async () => {
  const { simulator, maria, getsFile } = await linkedTestbed()
  const upload = new Request('http://any/control/media', {
    method: 'POST',
    body: bytes(3000),
    headers: { 'content-type': 'application/pdf', 'x-file-name': 'or%C3%A7amento.pdf' },
  })
  const { id: mediaId } = v.parse(StoredMedia, await (await simulator.handleControl(upload)).json())
  await maria.sendMedia(COMPANY, { kind: 'document', mimetype: 'application/pdf', mediaId })
  const message = await getsFile('document')
  expect(message.message?.documentMessage?.fileName).toBe('orçamento.pdf')
  expect(await download(message)).toEqual(bytes(3000))
})

test('sending fails when the media server refuses uploads', async () => {
  const { simulator, client } = await linkedTestbed()
  await simulator.run({ do: 'setFault', name: 'refuseUpload', on: true })
  const content = { document: bytes(10), mimetype: 'text/plain', fileName: 'a' }
  // Not `expect(…).rejects`: bun runs the event loop inside it, which Baileys does not survive.
  const failure = await client.socket.sendMessage(pn(MARIA), content).catch((error) => error.message)
  expect(failure).toContain('Media upload failed')
})

test('a file can be refused or corrupted', async () => {
  const { simulator, maria, getsFile } = await linkedTestbed()
  await maria.sendMedia(COMPANY, { kind: 'image', mimetype: 'image/png', base64: bytes(500).toString('base64') })
  const message = await getsFile('image')
  await simulator.run({ do: 'setFault', name: 'refuseDownload', on: true, times: 1 })
  expect(await download(message).catch((error) => error.output.statusCode)).toBe(404)
  await simulator.run({ do: 'setFault', name: 'corruptMedia', on: true, times: 1 })
  const spoiled = await download(message)
  expect(spoiled).not.toEqual(bytes(500))
  expect(await download(message)).toEqual(bytes(500))
})

test('a phone without the file cannot upload it again', async () => {
  const { simulator, client, maria, getsFile } = await linkedTestbed()
  await maria.sendMedia(COMPANY, { kind: 'image', mimetype: 'image/png', base64: bytes(500).toString('base64') })
  const message = await getsFile('image')
  await simulator.run({ do: 'expireMedia' })
  await simulator.run({ do: 'setHabits', phone: COMPANY, keepsFiles: false })
  expect(await client.socket.updateMediaMessage(message).catch((error) => error.output.statusCode)).toBe(404)
})

test('a phone that is off uploads the file again when it is on', async () => {
  const { simulator, client, maria, getsFile } = await linkedTestbed()
  await maria.sendMedia(COMPANY, { kind: 'image', mimetype: 'image/png', base64: bytes(500).toString('base64') })
  const message = await getsFile('image')
  await simulator.run({ do: 'expireMedia' })
  await simulator.run({ do: 'setOnline', phone: COMPANY, on: false })
  const asking = client.socket.updateMediaMessage(message)
  const before = await Promise.race([asking.then(() => 'there'), Bun.sleep(60).then(() => 'not yet')])
  await simulator.run({ do: 'setOnline', phone: COMPANY, on: true })
  await asking
  expect(before).toBe('not yet')
  expect(message.message?.imageMessage?.directPath).toStartWith('/mms/d/')
})

test('a message can declare a wrong hash', async () => {
  const { simulator, maria, getsFile } = await linkedTestbed()
  await simulator.run({ do: 'setFault', name: 'wrongHash', on: true, times: 1 })
  await maria.sendMedia(COMPANY, { kind: 'image', mimetype: 'image/png', base64: bytes(500).toString('base64') })
  const message = await getsFile('image')
  expect(await download(message)).toEqual(bytes(500))
  const announced = Buffer.from(message.message?.imageMessage?.fileSha256 ?? []).toString('hex')
  expect(announced).not.toBe(new Bun.CryptoHasher('sha256').update(bytes(500)).digest('hex'))
})

test('uploads and downloads can be cut in the middle or slow', async () => {
  const { simulator, maria, client, getsFile } = await linkedTestbed()
  const fault = (name: FaultName, value?: number) =>
    simulator.run({ do: 'setFault', name, on: true, times: 1, ...(value !== undefined && { value }) })
  const base64 = bytes(40_000).toString('base64')
  await maria.sendMedia(COMPANY, { kind: 'image', mimetype: 'image/png', base64 })
  const message = await getsFile('image')
  await fault('cutDownload')
  // Baileys throws an uncaught error when a download is cut.
  const plain = () => fetch(message.message?.imageMessage?.url ?? '').then((response) => response.arrayBuffer())
  expect(await plain().catch(() => 'cut')).toBe('cut')
  await fault('slowDownload', 100_000)
  const started = performance.now()
  expect(await download(message)).toEqual(bytes(40_000))
  expect(performance.now() - started).toBeGreaterThan(290)

  const sending = () =>
    client.socket.sendMessage(pn(MARIA), { document: bytes(40_000), mimetype: 'application/pdf', fileName: 'a.pdf' })
  await fault('cutUpload')
  expect(await sending().catch(() => 'cut')).toBe('cut')
  await fault('slowUpload', 100_000)
  const begun = performance.now()
  await sending()
  expect(performance.now() - begun).toBeGreaterThan(390)
})
