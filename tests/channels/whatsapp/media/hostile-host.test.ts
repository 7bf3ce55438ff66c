/** A hostile media host: a file is complete or missing, within a time limit, and no other host is contacted. */

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as baileys from '@whiskeysockets/baileys'
import type { Socket } from 'bun'
import { DownloadFailed } from '../../../../src/channels/download-failed'
import { download } from '../../../../src/channels/whatsapp/media/download'
import { type DownloadKey, writeKey } from '../../../../src/channels/whatsapp/media/download-key'
import { noWait } from '../../../../src/platform/gate'
import { encryptFile } from '../../../../src/simulator/media/store'
import { sha256 } from '../../../../src/simulator/wire/keys'
import { type Random, seededRandom } from '../../../../src/simulator/wire/random'

const SEED = 5
const ANSWERS = 250
const BOUNDS = { ms: 200, bytes: 1_000_000 }

const random = seededRandom(SEED)
const FILE = Buffer.from(random.bytes(5_003))
const KEY = random.bytes(32)
const SEALED = encryptFile('image', KEY, FILE)
const TICKET: DownloadKey = {
  type: 'image',
  url: null,
  directPath: '/v/file',
  mediaKey: KEY.toString('base64'),
  fileSha256: sha256(FILE).toString('base64'),
  fileEncSha256: sha256(SEALED).toString('base64'),
  size: FILE.length,
}

/** The file's own MAC decides. */
const BARE: DownloadKey = { ...TICKET, fileSha256: null, fileEncSha256: null, size: null }

/** Sends the pieces; then closes the socket or leaves it open. */
type Answer = { readonly pieces: readonly Uint8Array[]; readonly ends: 'close' | 'cut' | 'stay' | 'again' }
let answer: Answer = { pieces: [], ends: 'close' }

async function say(socket: Socket<undefined>) {
  const { pieces, ends } = answer
  const last = pieces.at(-1) ?? FILE
  for (const piece of pieces) socket.write(piece)
  socket.flush()
  // Slowly and without end.
  for (let times = 0; ends === 'again' && times < 1_000 && socket.readyState > 0; times++) {
    socket.write(last.subarray(0, 100))
    await Bun.sleep(5)
  }
  if (ends === 'cut') socket.terminate()
  else if (ends === 'close') socket.end()
}

const visited: string[] = []
const elsewhere = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    visited.push(request.url)
    return new Response(new Uint8Array(SEALED))
  },
})
const host = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void say(socket) } })
const dir = mkdtempSync(join(tmpdir(), 'hostile-'))
afterAll(async () => {
  host.stop(true)
  await elsewhere.stop(true)
  rmSync(dir, { recursive: true })
})

async function fetched(ticket: DownloadKey = TICKET): Promise<string> {
  const path = join(dir, 'file')
  const from = { baileys, home: `http://127.0.0.1:${host.port}`, wait: noWait, bounds: BOUNDS }
  const found = await download(writeKey(ticket), path, from).catch((error: unknown) => {
    if (error instanceof DownloadFailed) return error.why
    throw error
  })
  if (typeof found === 'string') return found
  expect(FILE.equals(await Bun.file(path).bytes())).toBeTrue()
  rmSync(path)
  return 'whole'
}

const text = (...lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
const plain = (body: Uint8Array, ...headers: readonly string[]): Answer => ({
  pieces: [text('HTTP/1.1 200 OK', `content-length: ${body.length}`, ...headers), body],
  ends: 'close',
})

const STATUSES = [
  ...[
    '200 OK',
    '200 OK',
    '200 OK',
    '206 Partial Content',
    '204 No Content',
    '100 Continue',
    '301 x',
    '302 x',
    '307 x',
    '308 x',
  ],
  ...['400 x', '403 x', '404 x', '410 x', '416 x', '429 x', '500 x', '503 x', '999 x', '0 x', '-1 x', ''],
]
const flipped = () => new Uint8Array(SEALED).fill(random.below(256), random.below(SEALED.length))
const BODIES: readonly (() => Uint8Array)[] = [
  () => SEALED,
  () => SEALED,
  flipped,
  () => SEALED.subarray(0, random.below(SEALED.length)),
  () => Buffer.concat([SEALED, random.bytes(1 + random.below(100))]),
  () => Buffer.concat([SEALED, SEALED]),
  () => FILE,
  () => new Uint8Array(),
  () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  () => gzipSync(SEALED),
  () => gzipSync(Buffer.alloc(3_000_000)),
  () => random.bytes(random.below(3_000)),
  () => Buffer.alloc(1_500_000),
]
const sized = (body: Uint8Array) =>
  random.pick([body.length, 0, body.length - 1, body.length + 1, -1, 2 ** 53, 'NaN', '1, 2'])
const HEADERS: readonly ((body: Uint8Array) => string)[] = [
  (body) => `content-length: ${body.length}`,
  (body) => `content-length: ${body.length}`,
  (body) => `content-length: ${sized(body)}`,
  () => 'transfer-encoding: chunked',
  () => `content-encoding: ${random.pick(['gzip', 'br', 'deflate', 'zstd', 'identity', 'x'])}`,
  () => `location: http://127.0.0.1:${elsewhere.port}/v/file`,
  () => `location: ${random.pick(['file:///etc/passwd', '//', '/', 'http://[::1]:1/', ''])}`,
  () => 'content-type: text/html',
  () => 'set-cookie: a=b',
  () => `x: ${'y'.repeat(random.below(20_000))}`,
  () => 'connection: upgrade',
  () => ': ',
]

function chunked(body: Uint8Array): Uint8Array[] {
  const sizes = ['0', body.length.toString(16), (body.length - 1).toString(16), 'ffffffffffffffff', '-1', 'x', '']
  return [Buffer.from(`${random.pick(sizes)}\r\n`), body, Buffer.from(random.pick(['\r\n0\r\n\r\n', '\r\n', '']))]
}

function anything(random: Random): Answer {
  if (random.below(8) === 0) return plain(random.below(2) === 0 ? SEALED : flipped())
  const body = random.pick(BODIES)()
  const headers = Array.from({ length: random.below(4) }, () => random.pick(HEADERS)(body))
  const isChunked = headers.includes('transfer-encoding: chunked')
  const whole = [text(`HTTP/1.1 ${random.pick(STATUSES)}`, ...headers), ...(isChunked ? chunked(body) : [body])]
  const ends = random.pick(['close', 'close', 'close', 'cut', 'stay', 'again'] as const)
  if (random.below(6) > 0) return { pieces: whole, ends }
  const bytes = Buffer.concat(whole)
  return { pieces: [bytes.subarray(0, random.below(bytes.length + 1))], ends }
}

test(`whatever a media host responds, the file is complete or missing (seed ${SEED})`, async () => {
  const seen = new Map<string, number>()
  for (let at = 0; at < ANSWERS; at++) {
    answer = anything(random)
    const started = performance.now()
    const found = await fetched(random.pick([TICKET, BARE]))
    seen.set(found, (seen.get(found) ?? 0) + 1)
    expect(performance.now() - started).toBeLessThan(BOUNDS.ms + 1_000)
    expect(readdirSync(dir)).toEqual([])
  }
  expect(visited).toEqual([])
  for (const found of ['corrupt', 'expired', 'unavailable', 'whole']) expect(seen.get(found)).toBeGreaterThan(0)
}, 180_000)

test('a compressed response is not decompressed: a megabyte would become a gigabyte', async () => {
  answer = plain(SEALED)
  expect(await fetched()).toBe('whole')
  answer = plain(gzipSync(SEALED), 'content-encoding: gzip')
  expect(await fetched()).toBe('corrupt')
})

test('an empty file is valid', async () => {
  const empty = encryptFile('image', KEY, Buffer.alloc(0))
  answer = plain(empty)
  const none = { ...TICKET, size: 0, fileSha256: sha256(Buffer.alloc(0)).toString('base64'), fileEncSha256: null }
  const path = join(dir, 'empty')
  await download(writeKey(none), path, { baileys, home: `http://127.0.0.1:${host.port}`, wait: noWait, bounds: BOUNDS })
  expect(await Bun.file(path).bytes()).toHaveLength(0)
})
