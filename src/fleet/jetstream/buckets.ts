/**
 * Buckets in NATS' usual format. The library's own are not used: their watchers notice only after a minute that the server
 * which served them is gone, and they do not say whether a change that was not answered has happened.
 */
import { type Msg, headers as natsHeaders, nuid } from '@nats-io/transport-node'
import { type Bucket, type Entry, Unreachable, type Watching } from '../bucket'
import type { Connection } from './connection'
import { findNewest, publishFenced } from './fenced'
import { type StreamMessage, toStreamMessage } from './messages'
import { bucketNames, storedSubject } from './names'
import { fetchBatch } from './reading'
import { retried } from './retried'

export type BucketName = keyof typeof bucketNames

const CHANGE_MS = 8000
const PAUSE_MS = 200
/** How often it looks for a change that was not heard. */
const CHECK_MS = 5000
const BEHIND_MS = 50
/** Tries to create a key that is free, but was changed meanwhile. */
const TRIES = 3

export function openBucket<V>(connection: Connection, name: BucketName): Bucket<V> {
  const prefix = `$KV.${bucketNames[name]}.`
  const stream = `KV_${bucketNames[name]}`

  const newest = async (key: string): Promise<StreamMessage | undefined> => {
    const subject = prefix + encoded(key)
    const { found } = await answered(async () => ({ found: await findNewest(connection, stream, subject) }))
    return found
  }

  /** Undefined if the key's newest message is not the expected one. */
  const change = async (key: string, expected: number, value: V | undefined): Promise<number | undefined> => {
    const subject = prefix + encoded(key)
    const id = nuid.next()
    const body = value === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(value))
    const end = performance.now() + CHANGE_MS
    for (;;) {
      const headers = natsHeaders()
      if (value === undefined) {
        headers.set('KV-Operation', 'PURGE')
        headers.set('Nats-Rollup', 'sub')
      }
      const answer = await publishFenced(connection, { stream, subject, expected, id, headers, body })
      if (answer.outcome === 'stored') return answer.seq
      if (answer.outcome === 'refused') return
      if (performance.now() > end) throw new Unreachable(answer.reason)
      await Bun.sleep(PAUSE_MS)
    }
  }

  return {
    async get(key) {
      const found = await newest(key)
      return found && toEntry<V>(found)
    },
    async create(key, value) {
      for (let tries = 0; tries < TRIES; tries++) {
        const found = await newest(key)
        if (found && isEntry(found)) return
        const revision = await change(key, found?.seq ?? 0, value)
        if (revision !== undefined) return revision
      }
    },
    update: (key, value, revision) => change(key, revision, value),
    remove: async (key, revision) => (await change(key, revision, undefined)) !== undefined,
    watch: (changed) => watch(connection, { stream, prefix }, changed),
  }
}

async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await retried(work, { ms: CHANGE_MS })
  } catch (error) {
    throw new Unreachable(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** A removed or expired entry leaves a message without a value for a while. */
const isEntry = ({ body }: StreamMessage) => body.length > 0

const toEntry = <V>(message: StreamMessage): Entry<V> | undefined =>
  isEntry(message) ? { value: JSON.parse(Buffer.from(message.body).toString()), revision: message.seq } : undefined

/** Letters, digits and hyphens as they are; other bytes as `=` and two hexadecimal digits. */
const encoded = (key: string) =>
  [...Buffer.from(key)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) => (/[A-Za-z0-9-]/.test(character) ? character : escaped(character)))
    .join('')
const escaped = (character: string) => `=${character.charCodeAt(0).toString(16).padStart(2, '0')}`
const decoded = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

type KeySpace = { readonly stream: string; readonly prefix: string }

/**
 * The servers repeat each change to those who listen at that moment. The numbers of a bucket's messages have no gaps, so a
 * change that was not heard shows at the next one, or when it looks for changes now and then; then it reads them. After a
 * lost connection it reads everything: of an entry that is gone, the trace may be gone too.
 */
async function watch<V>(
  connection: Connection,
  { stream, prefix }: KeySpace,
  changed: (key: string, entry: Entry<V> | undefined) => void,
): Promise<Watching> {
  const known = new Map<string, number>()
  /** The newest message of which nothing before is missing, and the newest one that was heard. */
  let seen = 0
  let heard = 0
  let isWhole = false
  let reading: Promise<void> | undefined
  let stopped = false

  const keyOf = ({ subject }: StreamMessage) => decoded(subject.slice(prefix.length))
  const learn = (message: StreamMessage) => {
    seen = message.seq
    const key = keyOf(message)
    if (stopped || message.seq <= (known.get(key) ?? 0)) return
    const entry = toEntry<V>(message)
    const isNews = entry !== undefined || known.has(key)
    if (entry) known.set(key, message.seq)
    else known.delete(key)
    if (isNews) changed(key, entry)
  }
  /** Reads what lies after `seen`. Returns the keys that it met. */
  const readChanges = async () => {
    const met = new Set<string>()
    for (let empty = 0; ; ) {
      const batch = await fetchBatch(connection, { stream, subject: `${prefix}>` }, seen)
      if (stopped || (batch.length === 0 && seen >= heard)) return met
      for (const message of batch) {
        if (message.seq > seen) learn(message)
        met.add(keyOf(message))
      }
      if (batch.length > 0) continue
      // The server that answered is behind the one that repeated the change; or the trace of the change has expired.
      await Bun.sleep(BEHIND_MS)
      if (++empty * BEHIND_MS > CHECK_MS) seen = heard
    }
  }
  const readAll = async () => {
    seen = 0
    const met = await readChanges()
    for (const key of [...known.keys()].filter((each) => !met.has(each))) {
      const left = await findNewest(connection, stream, prefix + encoded(key))
      if (left && isEntry(left)) continue
      known.delete(key)
      if (!stopped) changed(key, undefined)
    }
    isWhole = true
  }
  /** Once at a time: whoever comes meanwhile is served by the reading that goes on. */
  const read = () => {
    reading ??= (isWhole ? readChanges() : readAll())
      .then(() => {})
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const readSoon = () => {
    if (!stopped) read().catch(() => {})
  }

  const hear = (error: Error | null, { headers, data }: Msg) => {
    if (error || stopped) return
    const message = toStreamMessage(Number(headers?.get('Nats-Sequence')), headers, data)
    heard = Math.max(heard, message.seq)
    if (message.seq === seen + 1 && !reading) learn(message)
    else if (message.seq > seen) readSoon()
  }
  const subscription = connection.nc.subscribe(storedSubject(`${prefix.slice(1)}>`), { callback: hear })
  const timer = setInterval(readSoon, CHECK_MS)
  timer.unref()
  const endListening = connection.onReconnect(() => {
    isWhole = false
    readSoon()
  })
  const stop = () => {
    stopped = true
    clearInterval(timer)
    endListening()
    subscription.unsubscribe()
  }
  try {
    await answered(async () => {
      await read()
      return true
    })
  } catch (error) {
    stop()
    throw error
  }
  return { stop }
}
