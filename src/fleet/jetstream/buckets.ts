/**
 * Small values under keys, changed only by those who know the present one: leases, owners, claims. They lie in NATS' usual
 * format. The library's own buckets are not used: their watchers notice only after a minute that the server which served
 * them is gone, and they do not say whether a change that was not answered has happened.
 */
import { type Msg, headers as natsHeaders, nuid } from '@nats-io/transport-node'
import type { Connection } from './connection'
import { findNewest, publishFenced } from './fenced'
import { type Kept, keptMessage } from './messages'
import { buckets as names, storedSubject } from './names'
import { fetchBatch } from './reading'
import { retried } from './retried'

/** `revision` rises with each change of any key of the bucket. */
export type Entry<T> = { readonly value: T; readonly revision: number }

/** Changes throw if the servers do not answer for 10 s: then the change may have happened, or still happen. */
export type Bucket<T> = {
  find(key: string): Promise<Entry<T> | undefined>
  /** Returns its revision; undefined if the key exists. */
  create(key: string, value: T): Promise<number | undefined>
  /** Returns the new revision; undefined if the entry is no longer at `revision`. */
  replace(key: string, value: T, revision: number): Promise<number | undefined>
  /** Returns false if the entry is no longer at `revision`. */
  remove(key: string, revision: number): Promise<boolean>
  /**
   * Calls `changed` for each entry that exists, then resolves, and calls it for each change; `entry` is undefined for one
   * that was removed or has expired. What changes while there is no connection is told when it is back. `changed` may be
   * called with the newest of several changes only.
   */
  watch(changed: (key: string, entry: Entry<T> | undefined) => void): Promise<Watch>
}
export type Watch = { stop(): void }

const CHANGE_MS = 10_000
const PAUSE_MS = 200
/** How often it looks for a change that was not heard. */
const CHECK_MS = 5000
/** Tries to create a key that a leader calls free and then not. */
const TRIES = 3

export function openBucket<T>(connection: Connection, bucket: keyof typeof names): Bucket<T> {
  const prefix = `$KV.${names[bucket]}.`
  const stream = `KV_${names[bucket]}`
  const subjectOf = (key: string) => prefix + encoded(key)

  const newest = async (key: string): Promise<Kept | undefined> => {
    const { found } = await retried(async () => ({ found: await findNewest(connection, stream, subjectOf(key)) }))
    return found
  }

  /** Undefined if the key's newest message is not the expected one. */
  const change = async (key: string, expected: number, value: T | undefined): Promise<number | undefined> => {
    const id = nuid.next()
    const body = value === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(value))
    const end = performance.now() + CHANGE_MS
    for (;;) {
      const headers = natsHeaders()
      if (value === undefined) {
        headers.set('KV-Operation', 'PURGE')
        headers.set('Nats-Rollup', 'sub')
      }
      const answer = await publishFenced(connection, { stream, subject: subjectOf(key), expected, id, headers, body })
      if (answer.outcome === 'stored') return answer.seq
      if (answer.outcome === 'refused') return
      if (performance.now() > end) throw new Error(`The NATS servers do not answer: ${answer.reason}`)
      await Bun.sleep(PAUSE_MS)
    }
  }

  return {
    async find(key) {
      const found = await newest(key)
      return found && toEntry<T>(found)
    },
    async create(key, value) {
      for (let tries = 0; tries < TRIES; tries++) {
        const found = await newest(key)
        if (found && isEntry(found)) return
        const revision = await change(key, found?.seq ?? 0, value)
        if (revision !== undefined) return revision
      }
    },
    replace: (key, value, revision) => change(key, revision, value),
    remove: async (key, revision) => (await change(key, revision, undefined)) !== undefined,
    watch: (changed) => watch(connection, { stream, prefix }, changed),
  }
}

/** A removed or expired entry leaves a message without a value for a while. */
const isEntry = ({ body }: Kept) => body.length > 0

const toEntry = <T>(message: Kept): Entry<T> | undefined =>
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

type Watched = { readonly stream: string; readonly prefix: string }

/**
 * The servers repeat each change to those who listen at that moment. Because they may have listened too late, it also reads
 * what has changed since it last read; and everything after a lost connection, when traces of what is gone may be gone too.
 */
async function watch<T>(
  connection: Connection,
  { stream, prefix }: Watched,
  changed: (key: string, entry: Entry<T> | undefined) => void,
): Promise<Watch> {
  const known = new Map<string, number>()
  let read = 0
  let reading = Promise.resolve()
  let stopped = false

  const keyOf = ({ subject }: Kept) => decoded(subject.slice(prefix.length))
  const learn = (message: Kept) => {
    const key = keyOf(message)
    if (stopped || message.seq <= (known.get(key) ?? 0)) return
    const entry = toEntry<T>(message)
    const isNews = entry !== undefined || known.has(key)
    if (entry) known.set(key, message.seq)
    else known.delete(key)
    if (isNews) changed(key, entry)
  }
  /** Reads what lies after `read`. Returns the keys that it met. */
  const readChanges = async () => {
    const met = new Set<string>()
    for (;;) {
      const batch = await fetchBatch(connection, { stream, subject: `${prefix}>` }, read)
      if (batch.length === 0) return met
      for (const message of batch) {
        learn(message)
        met.add(keyOf(message))
        read = message.seq
      }
    }
  }
  const readAll = async () => {
    read = 0
    const met = await readChanges()
    for (const key of [...known.keys()])
      if (!met.has(key)) {
        known.delete(key)
        changed(key, undefined)
      }
  }
  const inTurn = (work: () => Promise<unknown>) => {
    reading = reading
      .then(async () => {
        if (!stopped) await work()
      })
      .catch(() => {})
    return reading
  }

  const hear = (error: Error | null, { headers, data }: Msg) => {
    if (error) return
    learn(keptMessage(Number(headers?.get('Nats-Sequence')), headers, data))
  }
  const subscription = connection.nc.subscribe(storedSubject(`${prefix.slice(1)}>`), { callback: hear })
  const timer = setInterval(() => void inTurn(readChanges), CHECK_MS)
  timer.unref()
  const endListening = connection.onReconnect(() => void inTurn(readAll))
  await retried(async () => {
    await readAll()
    return true
  })
  return {
    stop() {
      stopped = true
      clearInterval(timer)
      endListening()
      subscription.unsubscribe()
    },
  }
}
