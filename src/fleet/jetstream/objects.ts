/**
 * Large files in the servers' object store, in its usual format (chunks under an id, then what is known of the file under its
 * name), so that NATS' own tools list them. Both subjects name the company besides, so that its objects can be read and
 * deleted without those of others. The library's own store is not used: it gives an upload up when a server is lost, and keeps
 * a whole file in memory for a reader that is slow.
 */

import { createHash } from 'node:crypto'
import { headers as natsHeaders, nuid } from '@nats-io/transport-node'
import { HOUR } from '../../platform/time'
import type { FoundObject, ListedObject, ObjectStore, PutOptions, StoredObject } from '../commit-log'
import type { Connection } from './connection'
import { findNewest, type Publication, publishFenced } from './fenced'
import { OBJECTS, OBJECTS_STREAM } from './names'
import { readUpTo, type Subject } from './reading'
import { retried } from './retried'

export type ObjectOptions = {
  /** Of all uploads together. More would delay the messages of the log. */
  readonly bytesPerSecond?: number
  /** How long one chunk may take, with the election of a leader. */
  readonly chunkMs?: number
}

const CHUNK = 128 * 1024
const BYTES_PER_SECOND = 8 * 1024 * 1024
const BURST_MS = 100
const PAUSE_MS = 200
const CHUNK_MS = 30_000
const SHA256 = 'SHA-256='

/** As the format names it. */
type Meta = {
  readonly name: string
  readonly bucket: string
  readonly nuid: string
  readonly size: number
  readonly chunks: number
  readonly digest: string
  readonly mtime: string
  readonly deleted?: boolean
  readonly metadata?: { readonly size?: string }
}

/** What was read is not what was stored. */
export class ObjectDamaged extends Error {
  constructor(name: string) {
    super(`${name} in the object store is damaged`)
    this.name = 'ObjectDamaged'
  }
}

const chunksOf = (id: string): Subject => ({ stream: OBJECTS_STREAM, subject: `$O.${OBJECTS}.C.${id}` })
const metaOf = (name: string): Subject => ({
  stream: OBJECTS_STREAM,
  subject: `$O.${OBJECTS}.M.${companyIn(name)}.${padded(Buffer.from(name).toString('base64url'))}`,
})
/** All that is known of a company's objects. */
const metasOf = (company: string): Subject => ({ stream: OBJECTS_STREAM, subject: `$O.${OBJECTS}.M.${company}.>` })

function companyIn(name: string): string {
  const [company = '', ...rest] = name.split('/')
  if (!/^[A-Za-z0-9-]+$/.test(company) || rest.length === 0) throw new RangeError(`“${name}” names no company`)
  return company
}
const padded = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, '=')

export function objectStore(
  connection: Connection,
  { bytesPerSecond = BYTES_PER_SECOND, chunkMs = CHUNK_MS }: ObjectOptions = {},
): ObjectStore {
  const pace = pacer(bytesPerSecond)

  const findMeta = async (name: string) => {
    const { stream, subject } = metaOf(name)
    const { found } = await retried(async () => ({ found: await findNewest(connection, stream, subject) }))
    const meta: Meta | undefined = found && JSON.parse(Buffer.from(found.body).toString())
    return { seq: found?.seq ?? 0, meta: meta?.deleted ? undefined : meta }
  }
  /** Up to a message, if one is given: what was stored since stays. */
  const purge = ({ stream, subject }: Subject, upTo?: number) =>
    retried(() =>
      connection.jsm.streams.purge(stream, { filter: subject, ...(upTo !== undefined && { seq: upTo + 1 }) }),
    ).then(() => {})

  /** Stores it, also when a leader is lost meanwhile. Returns its sequence. */
  const store = async (publication: Publication): Promise<number> => {
    const end = performance.now() + chunkMs
    for (;;) {
      const answer = await publishFenced(connection, publication)
      if (answer.outcome === 'stored') return answer.seq
      if (answer.outcome === 'refused') throw new Error('another upload of the same name came in between')
      if (performance.now() > end || connection.nc.isClosed())
        throw new Error(`the object store does not answer: ${answer.reason}`)
      await Bun.sleep(PAUSE_MS)
    }
  }

  const putChunks = async (id: string, bytes: AsyncIterable<Uint8Array>, isUrgent: boolean) => {
    const hash = createHash('sha256')
    let size = 0
    let chunks = 0
    let expected = 0
    for await (const body of chunked(bytes)) {
      await pace(body.length, isUrgent)
      hash.update(body)
      size += body.length
      chunks++
      expected = await store({
        ...chunksOf(id),
        expected,
        id: `${id}.${chunks}`,
        headers: natsHeaders(),
        body,
      })
    }
    return { size, chunks, sha256: hash.digest() }
  }

  return {
    async put(name, bytes, { isUrgent = false, contentSize }: PutOptions = {}) {
      const id = `${companyIn(name)}.${nuid.next()}`
      try {
        const { size, chunks, sha256 } = await putChunks(id, bytes, isUrgent)
        const before = await findMeta(name)
        const digest = `${SHA256}${padded(sha256.toString('base64url'))}`
        const mtime = new Date().toISOString()
        const metadata = contentSize === undefined ? {} : { metadata: { size: String(contentSize) } }
        const meta: Meta = { name, bucket: OBJECTS, nuid: id, size, chunks, digest, mtime, ...metadata }
        const headers = natsHeaders()
        headers.set('Nats-Rollup', 'sub')
        const body = Buffer.from(JSON.stringify(meta))
        await store({ ...metaOf(name), expected: before.seq, id: `${id}.meta`, headers, body })
        if (before.meta) await purge(chunksOf(before.meta.nuid))
        return { size, sha256: sha256.toString('hex') }
      } catch (error) {
        await purge(chunksOf(id)).catch(() => {})
        throw error
      }
    },

    async get(name) {
      const { meta } = await findMeta(name)
      return meta && verified(connection, meta)
    },

    async find(name) {
      const { meta } = await findMeta(name)
      return meta && toFound(meta)
    },

    async remove(name, before) {
      const { meta, seq } = await findMeta(name)
      if (!meta || (before !== undefined && toFound(meta).at >= before)) return
      await purge(metaOf(name), seq)
      await purge(chunksOf(meta.nuid))
    },

    list: (company) => listMetas(connection, company),

    async removeAll(company) {
      await purge(metasOf(company))
      await purge(chunksOf(`${company}.>`))
    },
  }
}

/** An upload that has stored nothing for so long has ended with its process. */
const ABANDONED_MS = HOUR
const CHUNKS_PREFIX = chunksOf('').subject

/**
 * Deletes what uploads of a company left behind whose process was killed. Returns how many there were. One company at a time:
 * all objects of a fleet are too many to hold their names.
 */
export async function removeAbandonedUploads(connection: Connection, company: string, now: number): Promise<number> {
  const abandoned = await listAbandonedUploads(connection, company, now)
  for (const { stream, subject } of abandoned)
    await retried(() => connection.jsm.streams.purge(stream, { filter: subject }))
  return abandoned.length
}

async function listAbandonedUploads(connection: Connection, company: string, now: number): Promise<Subject[]> {
  const { jsm } = connection
  const { stream, subject: filter } = chunksOf(`${company}.>`)
  const { state } = await retried(() => jsm.streams.info(stream, { subjects_filter: filter }))
  const ids = new Set(Object.keys(state.subjects ?? {}).map((subject) => subject.slice(CHUNKS_PREFIX.length)))
  // Uploads that end meanwhile are named by what is read after this.
  if (ids.size > 0) for await (const { nuid } of readMetas(connection, company)) ids.delete(nuid)
  const abandoned: Subject[] = []
  for (const id of ids) {
    const chunks = chunksOf(id)
    const newest = await retried(
      async () => (await jsm.streams.getMessage(chunks.stream, { last_by_subj: chunks.subject })) ?? 'none',
    )
    if (newest !== 'none' && now - newest.time.getTime() >= ABANDONED_MS) abandoned.push(chunks)
  }
  return abandoned
}

const METAS_AT_A_TIME = 16

/** The servers find a company's subjects in an index; to read the stream past all others would take minutes. */
async function* readMetas(connection: Connection, company: string): AsyncGenerator<Meta> {
  const { stream, subject: filter } = metasOf(company)
  const { state } = await retried(() => connection.jsm.streams.info(stream, { subjects_filter: filter }))
  const subjects = Object.keys(state.subjects ?? {})
  for (let at = 0; at < subjects.length; at += METAS_AT_A_TIME) {
    const some = subjects
      .slice(at, at + METAS_AT_A_TIME)
      .map((subject) => retried(async () => ({ found: await findNewest(connection, stream, subject) })))
    for (const { found } of await Promise.all(some)) {
      const meta: Meta | undefined = found && JSON.parse(Buffer.from(found.body).toString())
      if (meta && !meta.deleted) yield meta
    }
  }
}

async function* listMetas(connection: Connection, company: string): AsyncGenerator<ListedObject> {
  for await (const meta of readMetas(connection, company)) yield { name: meta.name, ...toFound(meta) }
}

const toFound = (meta: Meta): FoundObject => ({
  ...toStored(meta),
  at: Date.parse(meta.mtime),
  contentSize: meta.metadata?.size === undefined ? undefined : Number(meta.metadata.size),
})

const toStored = ({ size, digest }: Meta): StoredObject => ({
  size,
  sha256: Buffer.from(digest.slice(SHA256.length), 'base64url').toString('hex'),
})

async function* verified(connection: Connection, meta: Meta): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256')
  const chunks = chunksOf(meta.nuid)
  let size = 0
  if (meta.size > 0) {
    const { last } = await retried(async () => ({ last: await findNewest(connection, chunks.stream, chunks.subject) }))
    if (!last) throw new ObjectDamaged(meta.name)
    for await (const { body } of readUpTo(connection, chunks, 0, last.seq)) {
      hash.update(body)
      size += body.length
      yield body
    }
  }
  if (size !== meta.size || hash.digest('hex') !== toStored(meta).sha256) throw new ObjectDamaged(meta.name)
}

async function* chunked(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    for (let from = 0; from < part.length; ) {
      const piece = part.subarray(from, from + CHUNK - size)
      parts.push(piece)
      size += piece.length
      from += piece.length
      if (size === CHUNK) {
        yield Buffer.concat(parts)
        parts = []
        size = 0
      }
    }
  }
  if (size > 0) yield Buffer.concat(parts)
}

/**
 * Waits so long that all who wait together stay below the rate. What is urgent waits for what is urgent only; the others wait
 * longer instead.
 */
function pacer(bytesPerSecond: number) {
  const free = { urgent: 0, all: 0 }
  return async (bytes: number, isUrgent: boolean) => {
    const now = performance.now()
    const takes = (bytes / bytesPerSecond) * 1000
    if (isUrgent) free.urgent = Math.max(free.urgent, now - BURST_MS) + takes
    free.all = Math.max(free.all, now - BURST_MS) + takes
    const until = isUrgent ? free.urgent : free.all
    if (until > now) await Bun.sleep(until - now)
  }
}
