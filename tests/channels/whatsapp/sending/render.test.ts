/** Our messages in WhatsApp's format. */

import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import type { Outgoing } from '../../../../src/channels/channel'
import { render, renderWith } from '../../../../src/channels/whatsapp/sending/render'
import { parsing } from '../../../support/parsing'

const TEXT: Outgoing = {
  externalId: '3EB0AA',
  to: { kind: 'phone', value: '5511999990000' },
  kind: 'chat',
  body: 'veja https://example.com',
  media: null,
  quoted: null,
}
/** Read when it is sent. */
const FILE = { stream: expect.any(Readable) }
const file = (mimetype: string, more = {}) => ({
  path: '/tmp/a',
  mimetype,
  name: 'a.pdf',
  seconds: null,
  waveform: null,
  ...more,
})

test('text is sent without requesting the addresses in it', () => {
  expect(renderWith(TEXT, null)).toEqual({
    jid: '5511999990000@s.whatsapp.net',
    content: { text: 'veja https://example.com', linkPreview: null },
    options: { messageId: '3EB0AA' },
  })
})

test('each kind of address has its server', () => {
  expect(renderWith({ ...TEXT, to: { kind: 'lid', value: '42' } }, null).jid).toBe('42@lid')
  expect(renderWith({ ...TEXT, to: { kind: 'group', value: '1203-4' } }, null).jid).toBe('1203-4@g.us')
})

test('an image has type, size and thumbnail, so that Baileys computes nothing', () => {
  const { content } = renderWith(
    { ...TEXT, kind: 'image', body: 'nota', media: file('image/png') },
    { width: 2, height: 3, jpegThumbnail: 'QQ==' },
  )
  expect(content).toEqual({
    image: FILE,
    mimetype: 'image/png',
    caption: 'nota',
    width: 2,
    height: 3,
    jpegThumbnail: 'QQ==',
  } as never)
})

test('a video has no thumbnail, so that Baileys does not need ffmpeg', () => {
  const { content } = renderWith({ ...TEXT, kind: 'video', body: '', media: file('video/mp4', { seconds: 4 }) }, null)
  expect(content).toEqual({ video: FILE, mimetype: 'video/mp4', jpegThumbnail: null, seconds: 4 } as never)
})

test('a voice note has its flag, codec, seconds and waveform', () => {
  const media = file('audio/ogg', { seconds: 7, waveform: [1, 2, 3] })
  const { content } = renderWith({ ...TEXT, kind: 'ptt', body: '', media }, null)
  expect(content).toMatchObject({
    ptt: true,
    seconds: 7,
    mimetype: 'audio/ogg; codecs=opus',
    waveform: Uint8Array.of(1, 2, 3),
  })
})

test('unknown seconds are zero, so that Baileys computes nothing', () => {
  const { content } = renderWith({ ...TEXT, kind: 'audio', body: '', media: file('audio/mpeg') }, null)
  expect(content).toMatchObject({ seconds: 0, ptt: false })
})

test('a document keeps its name', () => {
  const { content } = renderWith({ ...TEXT, kind: 'document', body: '', media: file('application/pdf') }, null)
  expect(content).toEqual({ document: FILE, mimetype: 'application/pdf', fileName: 'a.pdf' } as never)
})

test('a reply has its quote, and in a group the quote’s author', () => {
  const quoted = { externalId: 'Q', body: 'quando?', fromMe: false }
  expect(renderWith({ ...TEXT, quoted }, null).options.quoted).toEqual({
    key: { remoteJid: '5511999990000@s.whatsapp.net', id: 'Q', fromMe: false },
    message: { conversation: 'quando?' },
  } as never)
  const author = { kind: 'lid', value: '9' } as const
  const inGroup = renderWith({ ...TEXT, to: { kind: 'group', value: '1' }, quoted: { ...quoted, author } }, null)
  expect(inGroup.options.quoted?.key).toMatchObject({ remoteJid: '1@g.us', participant: '9@lid' })
})

test('size and thumbnail come from the picture; an invalid file has none', async () => {
  const path = `${process.env.TMPDIR ?? '/tmp'}/render-${process.pid}.png`
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  await Bun.write(path, Buffer.from(dot, 'base64'))
  const good = await render(parsing.of('render'), { ...TEXT, kind: 'image', media: file('image/png', { path }) })
  expect(good.content).toMatchObject({ width: 1, height: 1, jpegThumbnail: expect.stringMatching(/^\/9j\//) })
  await Bun.write(path, 'no picture')
  const bad = await render(parsing.of('render'), { ...TEXT, kind: 'image', media: file('image/png', { path }) })
  expect(bad.content).toMatchObject({ jpegThumbnail: null })
})

test('a video has its playback flags and known dimensions', () => {
  const media = file('video/mp4', { seconds: 3, width: 320, height: 240, thumbnail: 'data:image/jpeg;base64,QQ==' })
  const video = (playback?: 'gif' | 'note') =>
    renderWith({ ...TEXT, kind: 'video', body: '', media, extra: playback ? { playback } : null }, null).content
  const known = { seconds: 3, width: 320, height: 240, jpegThumbnail: 'QQ==', mimetype: 'video/mp4' }
  expect(video()).toEqual({ video: FILE, ...known })
  expect(video('gif')).toEqual({ video: FILE, ...known, gifPlayback: true })
  expect(video('note')).toEqual({ video: FILE, ...known, ptv: true })
})

test('a quote has its kind, and in a group its author', () => {
  const author = { kind: 'lid', value: '42' } as const
  const quoted = { externalId: 'Q', body: 'nota.pdf', kind: 'document', fromMe: false, author } as const
  expect(renderWith({ ...TEXT, to: { kind: 'group', value: '1203' }, quoted }, null).options.quoted).toEqual({
    key: { remoteJid: '1203@g.us', id: 'Q', fromMe: false, participant: '42@lid' },
    message: { documentMessage: { fileName: 'nota.pdf' } },
  })
})
