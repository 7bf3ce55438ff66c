/** Unpacks an archive of their files into a folder aside. Only regular files come out, and none outside the folder. */
import { createReadStream, createWriteStream, existsSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ArchiveEntry, entriesOf } from '../dump/archive'
import { formatOf, gunzip, peek } from '../dump/open'
import { DumpRefusal, refuse } from '../dump/refusal'
import { stepsOf } from './folder'

const MAX_ENTRIES = 5_000_000
/** Stays free on the disk. */
const RESERVE_BYTES = 512 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

/** Of a whole backup: what is not under `public/`. */
const isOther = (name: string): boolean => /^(backups|backend-private)\//.test(name)

/** Returns the folder. What was unpacked completely from the same archive is not unpacked again. */
export async function unpackFiles(archive: string, aside: string, signal?: AbortSignal): Promise<string> {
  const { size, mtimeMs } = statSync(archive)
  const wanted = `${size} ${mtimeMs}`
  const mark = join(aside, '.unpacked')
  const target = join(aside, 'files')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return target
  rmSync(aside, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  try {
    await unpack(archive, target, signal)
  } catch (error) {
    if (error instanceof DumpRefusal) rmSync(aside, { recursive: true, force: true })
    throw error
  }
  await writeFile(mark, wanted)
  return target
}

async function unpack(archive: string, target: string, signal: AbortSignal | undefined): Promise<void> {
  let count = 0
  let stored = 0
  for await (const entry of await entriesIn(archive)) {
    signal?.throwIfAborted()
    if (++count > MAX_ENTRIES) refuse('tooMany', { limit: MAX_ENTRIES, what: 'files' })
    const steps = entry.type === 'file' && !isOther(entry.name) ? stepsOf(entry.name) : null
    if (!steps) continue
    requireSpace(target, entry.size, archive)
    if (await store(entry, join(target, ...steps))) stored++
  }
  if (stored === 0) refuse('noFiles', { path: archive })
}

async function entriesIn(archive: string): Promise<AsyncGenerator<ArchiveEntry>> {
  const { head, all } = await peek(piecesOf(archive))
  const format = formatOf(head)
  if (format === 'tar') return entriesOf(all, archive)
  if (format === 'gzip') {
    const inner = await peek(gunzip(all, archive))
    if (formatOf(inner.head) === 'tar') return entriesOf(inner.all, archive)
  }
  return refuse('noFiles', { path: archive })
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: CHUNK_BYTES })) yield piece as Uint8Array // no encoding
}

/** False if there can be no such file: its name is too long, or a folder of its path is a file. */
async function store({ content }: ArchiveEntry, path: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }))
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENAMETOOLONG' || code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR') return false
    throw error
  }
}

function requireSpace(folder: string, needed: number, archive: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.max(0, bavail * bsize - RESERVE_BYTES)
  if (needed > free) refuse('filesTooLarge', { path: archive, needed, free, folder })
}
