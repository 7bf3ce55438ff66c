/** The messages of a company's chain: their headers, and the bodies of all kinds but `frames`. */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { LogMessage } from './commit-log'

export type RecordKind = 'epoch' | 'frames' | 'snapshot' | 'bye'
export type RecordHead = {
  readonly kind: RecordKind
  readonly epoch: number
  /** Grows by one from record to record, over all epochs. */
  readonly n: number
  /** From 1. A record without its last part is void. */
  readonly part: number
  readonly parts: number
  /** Hash of the message before this one, which is the previous part or the last message of the previous record. */
  readonly previous: string
}

/** Something in the log is not what we write there. */
export class BadRecord extends Error {}

const VERSION = '1'
const HASH_BYTES = 16
/** `B-Prev` of a company's first message. */
export const NO_HASH = '0'.repeat(2 * HASH_BYTES)

export const idOf = ({ epoch, n, part, parts }: RecordHead): string =>
  parts === 1 ? `${epoch}.${n}` : `${epoch}.${n}.${part}`

export const headersOf = (head: RecordHead): Record<string, string> => ({
  'B-V': VERSION,
  'B-Kind': head.kind,
  'B-Epoch': String(head.epoch),
  'B-N': String(head.n),
  'B-Prev': head.previous,
  'B-Part': `${head.part}/${head.parts}`,
})

const fail = (why: string): never => {
  throw new BadRecord(why)
}

const header = (headers: LogMessage['headers'], name: string): string =>
  (Object.hasOwn(headers, name) ? headers[name] : undefined) ?? fail(`the header ${name} is missing`)

/** Whole numbers from 1 that JavaScript holds exactly. */
const isCount = (text: string) => /^[1-9]\d{0,14}$/.test(text)
const count = (name: string, text: string): number =>
  isCount(text) ? Number(text) : fail(`the header ${name} must be a whole number from 1, not "${text.slice(0, 40)}"`)

const kinds: ReadonlySet<string> = new Set<RecordKind>(['epoch', 'frames', 'snapshot', 'bye'])
const isKind = (text: string): text is RecordKind => kinds.has(text)

/** Other headers, such as those of the log itself, are ignored. Throws `BadRecord`. */
export function readHead({ headers }: LogMessage): RecordHead {
  const version = header(headers, 'B-V')
  if (version !== VERSION)
    fail(`version "${version.slice(0, 40)}" of the records is not known; this program reads ${VERSION}`)
  const kind = header(headers, 'B-Kind')
  const previous = header(headers, 'B-Prev')
  const [part = '', parts = '', ...rest] = header(headers, 'B-Part').split('/')
  if (!isKind(kind)) return fail(`the header B-Kind is "${kind.slice(0, 40)}", which is not known`)
  if (!/^[\da-f]{32}$/.test(previous)) fail('the header B-Prev must have 32 hexadecimal digits')
  if (rest.length > 0 || !isCount(part) || !isCount(parts) || Number(part) > Number(parts))
    fail(`the header B-Part must be like 1/3, not "${header(headers, 'B-Part').slice(0, 40)}"`)
  if (kind !== 'frames' && parts !== '1') fail(`a record of the kind ${kind} has one part, not ${parts}`)
  return {
    kind,
    epoch: count('B-Epoch', header(headers, 'B-Epoch')),
    n: count('B-N', header(headers, 'B-N')),
    part: Number(part),
    parts: Number(parts),
    previous,
  }
}

/** All that identifies a message, for its hash and its encryption. */
export const headText = (company: string, head: RecordHead): string =>
  `balcao ${VERSION}\n${company}\n${head.kind}\n${head.epoch}\n${head.n}\n${head.part}/${head.parts}\n${head.previous}\n`

/** What the next message names as `B-Prev`. */
export const hashOf = (company: string, head: RecordHead, body: Uint8Array): string =>
  createHash('sha256')
    .update(headText(company, head))
    .update(body)
    .digest('hex')
    .slice(0, 2 * HASH_BYTES)

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))
const isPageSize = (size: number) => size >= 512 && size <= 65_536 && Number.isInteger(Math.log2(size))
/** Of a file in a company's folder: never a path. */
const FileName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,40}\.db$/))

/**
 * A file at one instant: its size, and the position in its owner's write-ahead log, which tells the owner after a crash
 * which of its commits are in the chain.
 */
export const FileState = v.strictObject({
  name: FileName,
  pageSize: v.pipe(v.number(), v.check(isPageSize, 'must be a page size of SQLite')),
  pages: v.pipe(Whole, v.maxValue(0xffff_fffe)),
  /** How many times the log was started anew; -1 if there is none. */
  checkpoint: v.pipe(v.number(), v.safeInteger(), v.minValue(-1)),
  salt1: Whole,
  salt2: Whole,
  frame: Whole,
  checksum1: Whole,
  checksum2: Whole,
})
export type FileState = Readonly<v.InferOutput<typeof FileState>>
const Files = v.pipe(v.array(FileState), v.minLength(1), v.maxLength(16))

export const EpochBody = v.strictObject({
  node: Text(200),
  incarnation: Text(200),
  version: Text(200),
  /** At random, so that no two claims are the same message. */
  attempt: Text(200),
  /** Steps of the schema by file. */
  steps: v.record(FileName, Whole),
})
export type EpochBody = v.InferOutput<typeof EpochBody>

export const SnapshotBody = v.strictObject({
  /** The record that the files end with; null: the chain has no such record, and goes on from these files. */
  contains: v.nullable(v.strictObject({ seq: Whole, hash: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)) })),
  /** Who wrote it: the `epoch` record before it may be purged. */
  owner: v.strictObject({ node: Text(200), incarnation: Text(200) }),
  files: v.pipe(
    v.array(
      v.strictObject({
        ...FileState.entries,
        object: Text(400),
        size: Whole,
        sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
      }),
    ),
    v.minLength(1),
    v.maxLength(16),
  ),
})
export type SnapshotBody = v.InferOutput<typeof SnapshotBody>

/** Without what names the object. */
export const stateOf = ({
  object: _object,
  size: _size,
  sha256: _sha256,
  ...state
}: SnapshotBody['files'][number]): FileState => state

export const ByeBody = v.strictObject({ files: Files })
export type ByeBody = v.InferOutput<typeof ByeBody>

/** What each part of a `frames` record begins with. */
export const FramesHead = v.strictObject({ files: Files })
export type FramesHead = v.InferOutput<typeof FramesHead>

/** Throws `BadRecord`, which names the field. */
export function readJsonBody<T>(schema: v.GenericSchema<unknown, T>, text: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail('the body is not JSON')
  }
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  const [issue] = read.issues
  return fail(`the body is wrong at ${v.getDotPath(issue) ?? 'its top'}: ${issue.message}`)
}

export const readSnapshot = (body: Uint8Array): SnapshotBody => readJsonBody(SnapshotBody, Buffer.from(body).toString())
