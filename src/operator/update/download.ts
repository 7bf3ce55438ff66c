/** Brings the program of a verified release to this machine. Nothing is in its place before it is whole and the signed one. */
import { mkdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { leavesSpace } from '../../platform/disk-space'
import { noWait } from '../../platform/gate'
import { OutsideFailed, type OutsideStream, openOutside } from '../../platform/outside'
import { isStorageFull } from '../../platform/sqlite'
import { HOUR, SECOND } from '../../platform/time'
import { syncToDisk } from '../backup/files'
import type { ReleaseFile, VerifiedRelease } from './manifest'

/** `cut`: the connection broke, or the file ended early. `slow`: silence, or not done in time. */
export type DownloadFault =
  | 'noSpace'
  | 'unreachable'
  | 'notFound'
  | 'status'
  | 'redirects'
  | 'cut'
  | 'slow'
  | 'tooLong'
  | 'hash'

export class DownloadFailed extends Error {
  readonly fault: DownloadFault
  /** A status, or the bytes that are missing. */
  readonly detail: string | null
  constructor(fault: DownloadFault, detail: string | null = null, cause?: unknown) {
    super(`the download failed: ${fault}${detail === null ? '' : ` (${detail})`}`, { cause })
    this.name = 'DownloadFailed'
    this.fault = fault
    this.detail = detail
  }
}

/** How long a download may take, and how long it may be silent. */
export type DownloadBounds = { readonly whole: number; readonly silence: number }
const BOUNDS: DownloadBounds = { whole: HOUR, silence: 30 * SECOND }
const REDIRECTS = 5

export type Download = {
  readonly release: VerifiedRelease
  readonly file: ReleaseFile
  /** Address of the folder with `release.json`. */
  readonly address: string
  /** The file to write. */
  readonly to: string
  readonly userAgent: string
  readonly signal: AbortSignal
  readonly bounds?: DownloadBounds
  /** Called for each part, with the bytes so far. */
  progress?(bytes: number): void
}

/** The address of a file of a release. */
export const addressIn = (folder: string, name: string): string => {
  const url = new URL(folder)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  url.pathname += name
  return url.href
}

/** Resolves when the file is on the disk. Throws a `DownloadFailed`, and the signal's reason. */
export async function downloadProgram(download: Download): Promise<void> {
  const { file, to, signal } = download
  const part = `${to}.part`
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  rmSync(part, { force: true })
  if (!leavesSpace(dirname(to), file.size)) throw new DownloadFailed('noSpace', String(file.size))
  try {
    await write(download, part)
    await rename(part, to)
    syncToDisk(dirname(to))
  } catch (error) {
    await rm(part, { force: true })
    signal.throwIfAborted()
    if (isStorageFull(error)) throw new DownloadFailed('noSpace', String(file.size), error)
    throw error instanceof OutsideFailed ? new DownloadFailed(faultOf(error), null, error) : error
  }
}

async function write({ file, address, userAgent, signal, bounds = BOUNDS, progress }: Download, part: string) {
  const stream = await openOutside({
    reach: 'any',
    wait: noWait, // it shows the version of this program
    url: addressIn(address, file.name),
    method: 'GET',
    headers: { accept: 'application/octet-stream, */*', 'user-agent': userAgent },
    limit: bounds.whole,
    silence: bounds.silence,
    most: file.size,
    redirects: REDIRECTS,
    decompress: true,
    left: signal,
  })
  requireFile(stream)
  const hash = new Bun.CryptoHasher('sha256')
  const out = await open(part, 'wx', 0o700).catch((error: unknown) => {
    stream.close()
    throw error
  })
  let bytes = 0
  try {
    try {
      for await (const piece of stream.parts) {
        await out.writeFile(piece)
        hash.update(piece)
        bytes += piece.length
        progress?.(bytes)
      }
    } catch (error) {
      // What broke in the middle is no address that does not answer.
      if (error instanceof OutsideFailed && error.fault === 'unreachable')
        throw new DownloadFailed('cut', String(bytes), error)
      throw error
    }
    if (bytes < file.size) throw new DownloadFailed('cut', String(bytes))
    if (hash.digest('hex') !== file.sha256) throw new DownloadFailed('hash')
    await out.chmod(0o755)
    await out.sync()
  } finally {
    await out.close()
  }
}

function requireFile({ status, type, close }: OutsideStream): void {
  const isPage = status === 200 && type === 'text/html' // of a website, or of a network that wants a login
  if (status === 200 && !isPage) return
  close()
  throw new DownloadFailed(isPage || status === 404 || status === 410 ? 'notFound' : 'status', String(status))
}

function faultOf({ fault }: OutsideFailed): DownloadFault {
  if (fault === 'timeout') return 'slow'
  if (fault === 'tooLong' || fault === 'redirects') return fault
  return fault === 'encoding' ? 'cut' : 'unreachable'
}
