/** Files of a company, stored once under the SHA-256 of their content. Written to a side file first, so a file with its final name is complete. */
import { createHash, type Hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createPieceCollector } from './garbage'

export type StoredFile = { readonly sha256: string; readonly size: number }

export class FileTooLarge extends Error {}

export const mediaPath = (folder: string, sha256: string) => join(folder, 'media', sha256.slice(0, 2), sha256)

/** A temporary path, for a file whose hash is not known yet; what an earlier process left there is removed. */
export function sidePath(folder: string): string {
  const side = join(folder, 'media', 'incoming')
  mkdirSync(side, { recursive: true, mode: 0o700 })
  return join(side, crypto.randomUUID())
}

/** Removes what an earlier process left. Requests are served meanwhile: what this one receives stays, or goes by itself. */
export function clearSideFiles(folder: string): void {
  const side = join(folder, 'media', 'incoming')
  for (const name of existsSync(side) ? readdirSync(side) : []) {
    const path = join(side, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && found.mtimeMs < performance.timeOrigin) rmSync(path, { force: true })
  }
}

/** Streams `source` to a side file, hashing on the way; more than `limit` bytes throws `FileTooLarge` and leaves nothing. */
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
  return { path, size, sha256: hash.digest('hex') }
}

/**
 * Renames a complete side file to its final name, durably: a file that a row refers to survives a power loss. Equal contents
 * share one file, whose age counts from here (`removeIfOlder`).
 */
export async function adoptFile(folder: string, path: string, sha256: string): Promise<void> {
  const target = mediaPath(folder, sha256)
  const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const now = new Date()
  await utimes(path, now, now)
  await sync(path)
  renameSync(path, target)
  await sync(dirname(target))
  if (made) await sync(dirname(made))
}

/** The stored files whose names begin with these three or more digits. */
export function namesBeginning(folder: string, digits: string): string[] {
  const home = dirname(mediaPath(folder, digits))
  return existsSync(home) ? readdirSync(home).filter((name) => name.startsWith(digits)) : []
}

/** Looks and removes in one step of the event loop, as `adoptFile` renames: nothing that was stored since goes. */
export function removeIfOlder(folder: string, sha256: string, than: number): void {
  const path = mediaPath(folder, sha256)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && found.mtimeMs < than) rmSync(path, { force: true })
}

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
  return { sha256: hash.digest('hex'), size: (await stat(path)).size }
}

type Writable = { write(data: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }> }

async function writeAll(file: Writable, chunk: Uint8Array) {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at, chunk.length - at)).bytesWritten
}

/** Types a browser may show in place; everything else is offered as a download, and sniffing is switched off. */
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

/**
 * Answers with a file or the asked part of it. A browser may keep it, and asks before each use whether this person may
 * still have it: the caller has found out when it comes here. One address is another file in another company.
 */
export async function serveFile(
  request: Request,
  { path, sha256, mimetype, name }: { path: string; sha256: string; mimetype: string; name: string | null },
): Promise<Response | undefined> {
  const file = Bun.file(path)
  if (!(await file.exists())) return undefined
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
  if (request.headers.get('if-none-match') === `"${sha256}"`) return new Response(null, { status: 304, headers })
  const range = request.headers.get('range')
  if (!range) return new Response(file, { headers })
  const part = partOf(range, file.size)
  if (!part) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  headers.set('content-range', `bytes ${part.from}-${part.to}/${file.size}`)
  return new Response(file.slice(part.from, part.to + 1), { status: 206, headers })
}

/** One range; of several the first is served, which the standard allows. */
export function partOf(range: string, size: number): { from: number; to: number } | undefined {
  const asked = /^bytes=(\d*)-(\d*)/.exec(range)
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined
  const from = asked[1] === '' ? Math.max(0, size - Number(asked[2])) : Number(asked[1])
  const to = asked[1] === '' || asked[2] === '' ? size - 1 : Math.min(Number(asked[2]), size - 1)
  return from <= to && from < size ? { from, to } : undefined
}
