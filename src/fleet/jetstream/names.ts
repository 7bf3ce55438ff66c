/** How the fleet's streams, buckets and subjects are called. */
import { createHash } from 'node:crypto'

/** Fixed when a fleet is created: a company's stream follows from it. */
export const STREAMS = 16

export const streamNames: readonly string[] = Array.from({ length: STREAMS }, (_, shard) => streamOf(shard))

function streamOf(shard: number) {
  return `log-${String(shard).padStart(2, '0')}`
}

/** Where a company's messages are. */
export type Address = {
  readonly stream: string
  readonly subject: string
  /** The server repeats there what it has stored. */
  readonly stored: string
}

/** `company` is a uuid or `control`. */
export function addressOf(company: string): Address {
  if (!/^[A-Za-z0-9-]+$/.test(company)) throw new RangeError(`“${company}” is no company of a commit log`)
  const [first = 0] = createHash('sha256').update(company).digest()
  const shard = first % STREAMS
  return { stream: streamOf(shard), subject: `log.${shard}.${company}`, stored: storedSubject(`${shard}.${company}`) }
}

/** Where the servers repeat what they have stored under a subject. */
export const storedSubject = (subject: string) => `stored.${subject}`
export const subjectsOf = (stream: string) => `log.${shardOf(stream)}.*`
export const storedSubjectsOf = (stream: string) => storedSubject(`${shardOf(stream)}.{{wildcard(1)}}`)
const shardOf = (stream: string) => Number(stream.slice('log-'.length))

/** The buckets of keys: their streams are `KV_<name>`. */
export const bucketNames = {
  nodes: 'balcao-nodes',
  owners: 'balcao-owners',
  orders: 'balcao-orders',
  claims: 'balcao-claims',
} as const
/** The store of files: its stream is `OBJ_<name>`. */
export const OBJECTS = 'balcao-files'
export const OBJECTS_STREAM = `OBJ_${OBJECTS}`
