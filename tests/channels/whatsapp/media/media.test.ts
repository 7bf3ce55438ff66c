/** Files in both directions. */

import { afterEach, expect } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChannelListener } from '../../../../src/channels/channel'
import { createWhatsapp } from '../../../../src/channels/whatsapp/whatsapp'
import { openGate } from '../../../../src/platform/gate'
import { parsing } from '../../../support/parsing'
import { test } from '../../../support/trace'
import { COMPANY, ENCRYPTION, MARIA, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups, testbed } from '../testbed'

afterEach(runCleanups)

const dir = await mkdtemp(join(tmpdir(), 'media-test-'))
const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 251))
const FILE = bytes(70_001)
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
/** A session that only downloads files. */
const HERMIT = {
  gate: openGate,
  openSessionStore: () => {
    throw new Error('not needed')
  },
  encryption: ENCRYPTION,
  listener: {} as ChannelListener,
  sentContent: () => undefined,
  parsing,
  log: { info() {}, warn() {}, error() {} },
  rootKey: null,
  now: Date.now,
  random: Math.random,
}
const WAVEFORM = Array.from({ length: 64 }, (_, index) => index)

const FROM_CUSTOMER = [
  { kind: 'image', mimetype: 'image/jpeg', caption: 'olha', width: 80, height: 60 },
  { kind: 'video', mimetype: 'video/mp4', seconds: 9 },
  { kind: 'document', mimetype: 'application/pdf', name: 'nota fiscal.pdf' },
  { kind: 'sticker', mimetype: 'image/webp' },
  { kind: 'audio', mimetype: 'audio/mpeg', seconds: 5 },
  { kind: 'audio', mimetype: 'audio/ogg; codecs=opus', seconds: 42, ptt: true },
] as const

for (const file of FROM_CUSTOMER) {
  const kind = 'ptt' in file ? 'ptt' : file.kind
  test(`a customer’s file of kind ${kind} is announced and can be downloaded`, async () => {
    const { session, maria } = await linkedTestbed()
    await maria.sendMedia(COMPANY, { ...file, base64: FILE.toString('base64') })
    const { media } = await until(() => session.messages.find((message) => message.kind === kind))
    expect(media).toMatchObject({ mimetype: file.mimetype, size: FILE.length })
    const path = join(dir, `in-${kind}`)
    const done = await session.channel.download(REF, media?.downloadKey ?? '', path)
    expect(done).toEqual({ size: FILE.length, sha256: media?.sha256 ?? '' })
    expect(Buffer.from(await Bun.file(path).arrayBuffer())).toEqual(FILE)
  })
}

const FROM_US = [
  { kind: 'image', shown: 'image', mimetype: 'image/png', name: null, bytes: DOT },
  { kind: 'video', shown: 'video', mimetype: 'video/mp4', name: null, bytes: FILE },
  { kind: 'audio', shown: 'audio', mimetype: 'audio/mpeg', name: null, bytes: FILE },
  { kind: 'ptt', shown: 'audio', mimetype: 'audio/ogg; codecs=opus', name: null, bytes: FILE },
  { kind: 'document', shown: 'document', mimetype: 'application/pdf', name: 'boleto.pdf', bytes: FILE },
] as const

for (const file of FROM_US) {
  test(`our file of kind ${file.kind} arrives complete on the customer’s phone`, async () => {
    const { session, maria, simulator } = await linkedTestbed()
    const path = join(dir, `out-${file.kind}`)
    await Bun.write(path, file.bytes)
    const media = { path, mimetype: file.mimetype, name: file.name, seconds: 7, waveform: WAVEFORM }
    const result = await session.say(MARIA, 'veja', { kind: file.kind, media })
    expect(result).toMatchObject({ outcome: 'sent' })
    const got = await maria.until(
      ({ chats }) => chats[0]?.messages.find(({ kind }) => kind === file.shown)?.media ?? undefined,
    )
    expect(got).toMatchObject({ mimetype: file.mimetype, voice: file.kind === 'ptt' })
    if (file.kind === 'image') expect(got).toMatchObject({ width: 1, height: 1 })
    if (file.kind === 'ptt') expect(got).toMatchObject({ seconds: 7, waveform: WAVEFORM })
    if (file.name) expect(got.name).toBe(file.name)
    const shown = await simulator.handleControl(new Request(`http://any/control/${got.url}`))
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(file.bytes))
  })
}

async function announced() {
  const all = await linkedTestbed()
  await all.maria.sendMedia(COMPANY, { kind: 'image', mimetype: 'image/jpeg', base64: FILE.toString('base64') })
  const { media } = await until(() => all.session.messages.find(({ kind }) => kind === 'image'))
  const path = join(dir, crypto.randomUUID())
  const fetchTo = (ticket: object) => all.session.channel.download(REF, JSON.stringify(ticket), path)
  return { ...all, ticket: JSON.parse(media?.downloadKey ?? '{}'), path, fetchTo }
}

test('a file with one flipped bit is refused and deleted', async () => {
  const { simulator, fetchTo, ticket, path } = await announced()
  await simulator.run({ do: 'setFault', name: 'corruptMedia', on: true })
  expect(fetchTo(ticket)).rejects.toMatchObject({ why: 'corrupt' })
  await Bun.sleep(50)
  expect(await Bun.file(path).exists()).toBe(false)
  expect(await Bun.file(`${path}.part`).exists()).toBe(false)
})

test('a file with one flipped bit is refused by its MAC when the announcement has no hashes', async () => {
  const { simulator, fetchTo, ticket } = await announced()
  await simulator.run({ do: 'setFault', name: 'corruptMedia', on: true, times: 1 })
  const bare = { ...ticket, fileSha256: null, fileEncSha256: null }
  expect(await fetchTo(bare).catch(({ why }) => why)).toBe('corrupt')
  expect(await fetchTo(bare)).toMatchObject({ size: FILE.length })
})

test('a file of the wrong length is refused', async () => {
  const { fetchTo, ticket } = await announced()
  expect(fetchTo({ ...ticket, size: FILE.length - 1 })).rejects.toMatchObject({ why: 'corrupt' })
  expect(fetchTo({ ...ticket, size: FILE.length + 1 })).rejects.toMatchObject({ why: 'corrupt' })
})

test('a file with the wrong hash is refused', async () => {
  const { fetchTo, ticket } = await announced()
  const other = Buffer.alloc(32).toString('base64')
  expect(fetchTo({ ...ticket, fileSha256: other })).rejects.toMatchObject({ why: 'corrupt' })
})

test('distinguishes a deleted file from a temporary failure', async () => {
  const { simulator, fetchTo, ticket } = await announced()
  await simulator.run({ do: 'setFault', name: 'refuseDownload', on: true, value: 410 })
  expect(await fetchTo(ticket).catch(({ why }) => why)).toBe('expired')
  await simulator.run({ do: 'setFault', name: 'refuseDownload', on: true, value: 503, times: 1 })
  expect(await fetchTo(ticket).catch(({ why }) => why)).toBe('unavailable')
  expect(await fetchTo(ticket)).toMatchObject({ size: FILE.length })
})

test('a connection cut during a download leaves no file and no unhandled error, and the next try succeeds', async () => {
  const { simulator, fetchTo, ticket, path } = await announced()
  await simulator.run({ do: 'setFault', name: 'cutDownload', on: true, times: 3 })
  for (let attempt = 0; attempt < 3; attempt++)
    expect(await fetchTo(ticket).catch(({ why }) => why)).toBe('unavailable')
  await Bun.sleep(50) // an unhandled rejection would fail the whole run
  expect(await Bun.file(`${path}.part`).exists()).toBe(false)
  expect(await fetchTo(ticket)).toMatchObject({ size: FILE.length })
})

test('a file above the limit is refused during the download', async () => {
  const { session, maria } = await linkedTestbed({ limits: { downloadBytes: 10_000 } })
  await maria.sendMedia(COMPANY, { kind: 'document', mimetype: 'application/pdf', base64: FILE.toString('base64') })
  const { media } = await until(() => session.messages.find(({ kind }) => kind === 'document'))
  const download = session.channel.download(REF, media?.downloadKey ?? '', join(dir, 'big'))
  expect(download).rejects.toMatchObject({ why: 'tooBig' })
})

test('a private WhatsApp may serve files on another port of its machine, and no other machine is contacted', async () => {
  const { fetchTo, ticket, path } = await announced()
  const { origin, pathname } = new URL(ticket.url)
  const visited: string[] = []
  const files = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      visited.push(new URL(request.url).pathname)
      return fetch(`${origin}${pathname}`)
    },
  })
  afterThisTest(() => files.stop(true))
  for (const host of [`127.0.0.1:${files.port}`, `localhost:${files.port}`])
    for (const directPath of [null, '/by-path'])
      expect(await fetchTo({ ...ticket, url: `http://${host}/by-address`, directPath })).toMatchObject({
        size: FILE.length,
      })
  expect(visited).toEqual(['/by-address', '/by-path', '/by-address', '/by-path'])
  for (const given of ['https://mmg.whatsapp.net', 'http://192.0.2.1:81', origin.replace('http:', 'https:')])
    expect(await fetchTo({ ...ticket, url: `${given}${pathname}`, directPath: null })).toMatchObject({
      size: FILE.length,
    })
  expect((await Bun.file(path).bytes()).length).toBe(FILE.length)
})

test('contacts only WhatsApp’s own hosts on the public WhatsApp', async () => {
  const { session, maria } = await linkedTestbed()
  await maria.sendMedia(COMPANY, { kind: 'image', mimetype: 'image/jpeg', base64: FILE.toString('base64') })
  const { media } = await until(() => session.messages.find(({ kind }) => kind === 'image'))
  const onPublic = createWhatsapp({ ...HERMIT, url: null })
  const real = globalThis.fetch
  const visited: string[] = []
  const refuse = async (address: unknown) => {
    visited.push(String(address))
    throw new Error('no network')
  }
  afterThisTest(() => Object.assign(globalThis, { fetch: real }))
  Object.assign(globalThis, { fetch: refuse })
  const given = JSON.parse(media?.downloadKey ?? '')
  const visit = async (url: string, directPath: string | null) => {
    const ticket = JSON.stringify({ ...given, url, directPath })
    expect(await onPublic.download(REF, ticket, join(dir, 'x')).catch(({ why }) => why)).toBe('unavailable')
  }
  const foreign = [
    'http://mmg.whatsapp.net',
    'https://169.254.169.254',
    'https://notwhatsapp.net',
    'https://mmg.whatsapp.net:81',
  ]
  for (const host of [...foreign, 'file://mmg.whatsapp.net'])
    for (const directPath of [null, '/x']) await visit(`${host}/whatsapp.net`, directPath)
  const away = [
    '//evil.example/x',
    '\\\\evil.example/x',
    'https://evil.example/x',
    'file:///etc/passwd',
    'http://[',
    'data:,x',
  ]
  for (const directPath of away) await visit('https://mmg.whatsapp.net/y', directPath)
  expect(visited).toEqual([])
  for (const directPath of [null, '/x', '@evil.example/x', '.evil.example', '/../../x'])
    await visit('https://mmg.whatsapp.net/y', directPath)
  expect(new Set(visited.map((address) => new URL(address).host))).toEqual(new Set(['mmg.whatsapp.net']))
  expect(visited).toHaveLength(5)
})

for (const fault of ['refuseUpload', 'cutUpload'] as const)
  test(`a failed upload (${fault}) is retried and loses no message`, async () => {
    const { session, simulator, maria } = await linkedTestbed()
    const path = join(dir, fault)
    await Bun.write(path, FILE)
    const media = { path, mimetype: 'application/pdf', name: 'a.pdf', seconds: null, waveform: null }
    await simulator.run({ do: 'setFault', name: fault, on: true })
    const first = await session.say(MARIA, '', { kind: 'document', media })
    expect(first.outcome).toBe('unknown')
    await simulator.run({ do: 'setFault', name: fault, on: false })
    const second = await session.say(MARIA, '', { kind: 'document', media, externalId: first.id })
    expect(second.outcome).toBe('sent')
    await maria.until(() => maria.message(COMPANY, first.id)?.media)
  })

test('other uses of fetch are not affected', async () => {
  await testbed()
  const server = Bun.serve({ port: 0, fetch: () => new Response('mine') })
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('mine')
  await server.stop(true)
})
