/**
 * A company's files, each stored once under the SHA-256 of its content. Files are written to a side file and renamed,
 * so a file with its final name is complete. In a fleet they are also where its other nodes find them (`FileKeeper`), and this
 * disk may lack some.
 */
import { createHash, type Hash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fail } from '../errors'
import { createPieceCollector } from './garbage'
import { noWait } from './gate'
import { asStream } from './streams'

declare const checked: unique symbol
/** Name of a stored file: 64 lower-case hexadecimal digits. Only `readStoredName` and the hashing below create one. */
export type Sha256 = string & { readonly [checked]: true }

export type StoredFile = { readonly sha256: Sha256; readonly size: number }

export class FileTooLarge extends Error {}

/**
 * Validates a name from a row. Rows may come from a file that others have edited, and any other text could be a path to
 * anywhere.
 */
export const readStoredName = (value: unknown): Sha256 | null =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? (value as Sha256) : null // just checked

export const mediaPath = (folder: string, sha256: Sha256) => join(homeOf(folder, sha256), sha256)

/** Folder of all names that begin with these two or more digits. */
const homeOf = (folder: string, digits: string) => join(folder, 'media', digits.slice(0, 2))

/**
 * The stored file that a row names; undefined if the name is invalid or the file is missing. Symbolic links are not
 * followed, since they could lead out of the company's folder.
 */
export function findStoredFile(folder: string, name: unknown): { path: string; sha256: Sha256 } | undefined {
  const sha256 = readStoredName(name)
  if (sha256 === null) return undefined
  const path = mediaPath(folder, sha256)
  return isFileWithin(folder, relative(folder, path)) ? { path, sha256 } : undefined
}

/** The same, brought to this disk first if it is only elsewhere. */
export async function obtainStoredFile(
  folder: string,
  name: unknown,
): Promise<{ path: string; sha256: Sha256 } | undefined> {
  const bringing = bringStoredFile(folder, name)
  if (bringing) await bringing
  return findStoredFile(folder, name)
}

/** Undefined if nothing is to be brought: it is here, or there is no other place. */
export function bringStoredFile(folder: string, name: unknown): Promise<void> | undefined {
  const keeper = keeperOf(folder)
  const sha256 = keeper && readStoredName(name)
  if (!sha256 || findStoredFile(folder, name)) return undefined
  return reached(async () => {
    const found = await keeper.open(folder, sha256)
    await found?.whole()
  })
}

/** Keeps the files of a fleet's companies where all nodes find them. `folder` is a company's, or the operator's. */
export type FileKeeper = {
  /** Whether files in this folder are kept. */
  has(folder: string): boolean
  /** The file is in the folder. Resolves when every node finds it: only then a row may name it. */
  keep(folder: string, sha256: Sha256): Promise<void>
  /** Undefined if no node has stored it. Reading from it also stores it on this disk. */
  open(folder: string, sha256: Sha256): Promise<KeptFile | undefined>
  /** No row names the file any more, and none did for a day. */
  remove(folder: string, sha256: Sha256): void
  /** What is stored elsewhere, and for longer than a day. */
  list(folder: string): AsyncIterable<StoredFile>
  /** Bytes that are stored elsewhere. */
  countBytes(folder: string): Promise<number>
  /** The company is gone for good, with all its files. */
  forget(folder: string): Promise<void>
}

export type KeptFile = {
  readonly size: number
  /** Bytes from `from` to `to`, both included, as they come. */
  read(from: number, to: number): AsyncGenerator<Uint8Array>
  /** Resolves when the whole file is in the folder. */
  whole(): Promise<void>
}

/** Of the installations in this process that belong to a fleet. */
const keepers = new Set<FileKeeper>()

/** Returns how to end it. */
export function addFileKeeper(keeper: FileKeeper): () => void {
  keepers.add(keeper)
  return () => void keepers.delete(keeper)
}

/** Undefined without a fleet. */
export function keeperOf(folder: string): FileKeeper | undefined {
  for (const keeper of keepers) if (keeper.has(folder)) return keeper
  return undefined
}

/** Fails with ERR_TENANT_UNAVAILABLE, not with a missing file, while the other place cannot be asked. */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof KeeperUnreachable) fail('ERR_TENANT_UNAVAILABLE')
    throw error
  }
}

/** The other place does not answer. Nothing is known about the file. */
export class KeeperUnreachable extends Error {}

/**
 * Whether it is a regular file with no symbolic link on the way from the folder. Reading anything else, such as a pipe,
 * might never end.
 */
export function isFileWithin(folder: string, name: string): boolean {
  const steps = name.split(sep)
  return steps.every((_, at) => {
    const found = lstatSync(join(folder, ...steps.slice(0, at + 1)), { throwIfNoEntry: false })
    return at === steps.length - 1 ? found?.isFile() : found?.isDirectory()
  })
}

/** A temporary path for a file whose hash is not known yet. The next process removes what is left there. */
export function sidePath(folder: string): string {
  const side = join(folder, 'media', 'incoming')
  mkdirSync(side, { recursive: true, mode: 0o700 })
  return join(side, crypto.randomUUID())
}

/** Removes side files of earlier processes. Requests are served meanwhile, so the files of this process stay. */
export function clearSideFiles(folder: string): void {
  const side = join(folder, 'media', 'incoming')
  for (const name of existsSync(side) ? readdirSync(side) : []) {
    const path = join(side, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && found.mtimeMs < performance.timeOrigin) rmSync(path, { force: true })
  }
}

/**
 * Streams `source` to a side file and hashes it on the way. More than `limit` bytes throw `FileTooLarge` and leave
 * nothing behind.
 */
export async function receiveFile(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<StoredFile & { path: string }> {
  const path = sidePath(folder)
  const hash = createHash('sha256')
  const collectAfter = createPieceCollector()
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new FileTooLarge()
      hash.update(chunk)
      await collectAfter(chunk.length)
      await writeAll(file, chunk)
    }
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
  await file.close()
  return { path, size, sha256: nameFor(hash) }
}

/** By folder: bytes of stored files that came and went since they were last taken. */
const changes = new Map<string, number>()
const noteChange = (folder: string, bytes: number) => void changes.set(folder, (changes.get(folder) ?? 0) + bytes)

export const storedChange = (folder: string): number => changes.get(folder) ?? 0
/** The change so far, which starts again at 0. */
export function takeStoredChange(folder: string): number {
  const change = storedChange(folder)
  changes.delete(folder)
  return change
}
export const changedFolders = (): string[] => [...changes.keys()]

/**
 * Renames a complete side file to its final name, durably: a file that a row refers to survives a power loss. Equal
 * contents share one file, whose age restarts here (`removeIfOlder`). Fails with ERR_TENANT_UNAVAILABLE if a fleet cannot
 * keep it.
 */
export async function adoptFile(folder: string, path: string, sha256: Sha256): Promise<void> {
  const target = mediaPath(folder, sha256)
  const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const now = new Date()
  await utimes(path, now, now)
  await sync(path)
  const added = sizeOf(path) - sizeOf(target)
  renameSync(path, target)
  if (added !== 0) noteChange(folder, added)
  await sync(dirname(target))
  if (made) await sync(dirname(made))
  const keeper = keeperOf(folder)
  if (keeper) await reached(() => keeper.keep(folder, sha256))
}

/** Names of the subfolders: the first two digits of the stored names. */
export function listHomes(folder: string): string[] {
  const media = join(folder, 'media')
  return existsSync(media) ? readdirSync(media).filter((name) => /^[0-9a-f]{2}$/.test(name)) : []
}

/** The stored files whose names begin with these three or more digits. */
export function namesBeginning(folder: string, digits: string): Sha256[] {
  const home = homeOf(folder, digits)
  const names = existsSync(home) ? readdirSync(home).filter((name) => name.startsWith(digits)) : []
  return names.flatMap((name) => readStoredName(name) ?? [])
}

/**
 * Checks and removes without yielding, like the rename in `adoptFile`, so a file stored in between is never removed. A copy that
 * is kept elsewhere goes, too.
 */
export function removeIfOlder(folder: string, sha256: Sha256, than: number): void {
  const path = mediaPath(folder, sha256)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && found.mtimeMs >= than) return
  if (found) {
    rmSync(path, { force: true })
    noteChange(folder, -found.size)
  }
  keeperOf(folder)?.remove(folder, sha256)
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** fsync of a file, or of the names in a folder. */
async function sync(path: string) {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function hashOf(path: string): Promise<StoredFile> {
  const hash: Hash = createHash('sha256')
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk)
  return { sha256: nameFor(hash), size: (await stat(path)).size }
}

const nameFor = (hash: Hash) => hash.digest('hex') as Sha256 // a SHA-256 is 64 such digits

type Writable = { write(data: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }> }

async function writeAll(file: Writable, chunk: Uint8Array) {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at, chunk.length - at)).bytesWritten
}

/** Types that browsers may show inline. Everything else is offered as a download, without sniffing. */
const inlineTypes = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/ogg',
  'audio/mp4',
  'audio/aac',
  'audio/wav',
  'audio/webm',
  'application/pdf',
])

export type ServedFile = {
  /** The company's folder. */
  readonly folder: string
  /** The stored name as read from its row. */
  readonly file: unknown
  readonly mimetype: string
  readonly name: string | null
}

/**
 * Responds with a file or the requested range; undefined if there is no such file. Browsers may cache it but must
 * revalidate before each use, since rights may have changed; the caller has checked the rights. The same URL is another
 * file in another company. A file that is only elsewhere is sent as it comes.
 */
export function serveFile(request: Request, served: ServedFile): Response | undefined | Promise<Response | undefined> {
  const { folder, file: named } = served
  const found = findStoredFile(folder, named)
  if (found) {
    const file = Bun.file(found.path)
    return respond(request, served, { ...found, size: file.size, part: (from, to) => file.slice(from, to + 1), file })
  }
  const keeper = keeperOf(folder)
  const sha256 = keeper && readStoredName(named)
  if (!sha256) return undefined
  if (isKnown(request, sha256)) return respond(request, served, { sha256, size: 0, part: () => null, file: null })
  return reached(async () => {
    const kept = await keeper.open(folder, sha256)
    if (!kept) return undefined
    // The head of the response has waited, and the bytes follow from the name.
    const part = (from: number, to: number) => asStream(kept.read(from, to), noWait)
    const { size } = kept
    return respond(request, served, { sha256, size, part, file: null })
  })
}

type Content = {
  readonly sha256: Sha256
  readonly size: number
  part(from: number, to: number): Blob | ReadableStream<Uint8Array> | null
  /** Null if only its parts can be had. */
  readonly file: Blob | null
}

const isKnown = (request: Request, sha256: Sha256) => request.headers.get('if-none-match') === `"${sha256}"`

function respond(request: Request, { mimetype, name }: ServedFile, { sha256, size, part, file }: Content): Response {
  const type = mimetype.split(';')[0]?.trim().toLowerCase() ?? ''
  const inline = inlineTypes.has(type)
  const headers = new Headers({
    'content-type': inline ? type : 'application/octet-stream',
    'content-disposition': `${inline ? 'inline' : 'attachment'}${name ? `; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}` : ''}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: `"${sha256}"`,
  })
  if (isKnown(request, sha256)) return new Response(null, { status: 304, headers })
  const range = request.headers.get('range')
  if (!range) {
    if (!file) headers.set('content-length', String(size))
    return new Response(file ?? part(0, size - 1), { headers })
  }
  const wanted = partOf(range, size)
  if (!wanted) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  headers.set('content-range', `bytes ${wanted.from}-${wanted.to}/${size}`)
  if (!file) headers.set('content-length', String(wanted.to - wanted.from + 1))
  return new Response(part(wanted.from, wanted.to), { status: 206, headers })
}

/** Parses a Range header. Of several ranges the first is served, which the standard allows. */
export function partOf(range: string, size: number): { from: number; to: number } | undefined {
  const asked = /^bytes=(\d*)-(\d*)/.exec(range)
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined
  const from = asked[1] === '' ? Math.max(0, size - Number(asked[2])) : Number(asked[1])
  const to = asked[1] === '' || asked[2] === '' ? size - 1 : Math.min(Number(asked[2]), size - 1)
  return from <= to && from < size ? { from, to } : undefined
}
