/**
 * Strangers at the public address of Meta's webhooks: ten thousand requests that are unsigned, forged, of another app, too
 * large or never complete, each from another network. The loop is never held for 100 ms, and Meta's own webhooks arrive.
 */
import { expect } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { signatureFor } from '../channels/meta/signed'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { afterThisTest } from './support/cleanups'
import type { Watched } from './support/loop-watch'
import { openMetaInstallation, shownIn } from './support/meta-installation'
import { APP, metaProducts } from './support/meta-products'
import { repeatableRandom } from './support/random'
import { until } from './support/until'

const REQUESTS = inSuite(1_500, 10_000)
const SENDERS = 40
/** Requests whose body never ends; each announces as much as a webhook may have. */
const SLOW = inSuite(50, 200)
const MB = 1024 * 1024
const LONGEST_MS = 100

const entry = { id: '1', changes: [{ field: 'messages', value: { messages: [{ id: 'wamid.1' }] } }] }
const webhook = (entries: number) =>
  JSON.stringify({ object: 'whatsapp_business_account', entry: new Array<object>(entries).fill(entry) })
const small = webhook(1)
const large = webhook(25_000)
const oversized = new Uint8Array(4 * MB)

type Refused = { readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream; readonly signature: string }
/** One after the other. What the operator's app signs for accounts that nobody has connected is taken and thrown away. */
const kinds: readonly (() => Refused)[] = [
  () => ({ body: small, signature: '' }),
  () => ({ body: small, signature: 'sha256=00' }),
  () => ({ body: small, signature: FORGED }),
  () => ({ body: small, signature: signatureFor('of-another-app', small) }),
  () => ({ body: small, signature: signatureFor(APP.secret, small) }),
  () => ({ body: '['.repeat(10_000), signature: FORGED }),
  () => ({ body: oversized, signature: FORGED }),
]
/** Of so many requests one is as large as a webhook may be. */
const LARGE_EVERY = 25
const largeKinds: readonly (() => Refused)[] = [
  () => ({ body: large, signature: FORGED }),
  () => ({ body: inPieces(oversized), signature: FORGED }),
]
const FORGED = `sha256=${'0'.repeat(64)}`

const inPieces = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start(stream) {
      for (let at = 0; at < bytes.length; at += 64 * 1024) stream.enqueue(bytes.subarray(at, at + 64 * 1024))
      stream.close()
    },
  })

const networkOf = (at: number) => `10.${Math.floor(at / 62_500) % 250}.${Math.floor(at / 250) % 250}.${at % 250}`

/** Announces a body and sends a byte of it now and then; some leave soon. */
function sendSlowly(port: number, at: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the server may close it
  const head = [
    'POST /api/meta/webhook HTTP/1.1',
    'host: localhost',
    `x-forwarded-for: ${networkOf(1_000_000 + at)}`,
    `content-length: ${3 * MB}`,
    `x-hub-signature-256: ${FORGED}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  const timer = setInterval(() => socket.write(' '), 1_000)
  if (at % 5 === 0) setTimeout(() => socket.destroy(), 1_000)
  afterThisTest(() => {
    clearInterval(timer)
    socket.destroy()
  })
}

test(`${REQUESTS} webhooks that are refused never hold the loop for ${LONGEST_MS} ms, and a right one arrives meanwhile`, async () => {
  const { customers, rows, server } = await openMetaInstallation(metaProducts.cloud, repeatableRandom('refused'), {
    preload: join(import.meta.dir, 'support', 'loop-watch.ts'),
    env: { BALCAO_TRUST_PROXY: 'true' },
  })
  const { origin, log } = server()
  const watch = async () => {
    const port = /loop watched at (\d+)/.exec(log())?.[1]
    return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Watched // loop-watch.ts
  }
  const statuses = new Map<string, number>()
  let sent = 0
  async function sendSome() {
    while (sent < REQUESTS) {
      const at = sent++
      const from = at % LARGE_EVERY === 0 ? largeKinds : kinds
      const { body, signature } = from[at % from.length]?.() ?? { body: '', signature: '' }
      const headers = { 'x-forwarded-for': networkOf(at), ...(signature && { 'x-hub-signature-256': signature }) }
      const answer = await fetch(`${origin}/api/meta/webhook`, { method: 'POST', body, headers }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => {}) // refused before it was sent completely
      const status = String(answer?.status ?? 'cut')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }

  await watch()
  for (let at = 0; at < SLOW; at++) sendSlowly(Number(new URL(origin).port), at)
  await Bun.sleep(500)
  const began = performance.now()
  const work = Promise.all(Array.from({ length: SENDERS }, sendSome))
  work.catch(() => {}) // awaited below
  for (const customer of customers) await customer.text('no meio')
  await work
  const seconds = (performance.now() - began) / 1_000
  await until(() => rows().theirs.length === 2 * customers.length)
  const watched = await watch()
  console.log(
    `${Math.round(REQUESTS / seconds)} a second (${JSON.stringify(Object.fromEntries(statuses))}); loop held ${watched.max} ms at most, ${watched.over20} times over 20 ms, ${watched.over50} over 50; RSS ${watched.peakMb} MB at most`,
  )
  expect(shownIn(rows().theirs)).toEqual([...customers.map(() => 'no meio'), ...customers.map(() => 'oi')])
  // 503: the bodies that never come would leave no room.
  expect([...statuses.keys()].toSorted()).toEqual(['200', '401', '413'])
  expect(log()).not.toContain('unexpected error')
  expect(watched.max).toBeLessThan(LONGEST_MS)
}, 180_000)
