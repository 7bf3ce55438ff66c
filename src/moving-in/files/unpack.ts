/** Unpacks an archive of their files into a folder aside. Only regular files come out, and none outside the folder. */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { entriesOf } from '../dump/archive'
import { formatOf, gunzip, peek } from '../dump/open'
import { refuse } from '../dump/refusal'
import { stepsOf } from './folder'

const MAX_ENTRIES = 5_000_000
/** Left free on the disk. */
const RESERVE_BYTES = 512 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const LONGEST_NAME_BYTES = 255

/** Where it is unpacked. */
export async function unpackFiles(archive: string, aside: string, signal?: AbortSignal): Promise<string> {
  const { size, mtimeMs } = statSync(archive)
  const mark = join(aside, '.unpacked')
  const target = join(aside, 'files')
  const wanted = `${size} ${mtimeMs}`
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return target
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const chunks = createReadStream(archive, {
    highWaterMark: CHUNK_BYTES,
  }) as AsyncIterable<Uint8Array> as AsyncGenerator<Uint8Array>
  let count = 0
  for await (const { name, type, size: bytes, content } of await tarOf(
    chunks[Symbol.asyncIterator]() as AsyncGenerator<Uint8Array>,
    archive,
  )) {
    signal?.throwIfAborted()
    if (++count > MAX_ENTRIES) refuse('tooMany', { limit: MAX_ENTRIES, what: 'files' })
    const path = type === 'file' ? safePath(target, name) : null
    if (path === null) continue
    requireRoom(target, bytes, archive)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }))
  }
  if (count === 0) refuse('noFiles', { path: archive })
  writeFileSync(mark, wanted)
  return target
}

async function tarOf(chunks: AsyncGenerator<Uint8Array>, label: string) {
  const { head, all } = await peek(chunks)
  const format = formatOf(head)
  if (format === 'gzip') {
    const inner = await peek(gunzip(all, label))
    if (formatOf(inner.head) === 'tar') return entriesOf(inner.all, label)
  } else if (format === 'tar') return entriesOf(all, label)
  return refuse('noFiles', { path: label })
}

function safePath(target: string, name: string): string | null {
  const steps = stepsOf(name)
  if (!steps || steps.some((step) => Buffer.byteLength(step) > LONGEST_NAME_BYTES)) return null
  return join(target, ...steps)
}

function requireRoom(folder: string, needed: number, archive: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize - RESERVE_BYTES
  if (needed > free) refuse('filesTooLarge', { path: archive, needed, free: Math.max(0, free), folder })
}
