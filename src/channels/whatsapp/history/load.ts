/** The clear bytes of a part: from inside its announcement, or from WhatsApp's media server by way of a file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { Baileys } from '../baileys/baileys'
import { base64 } from '../base64'
import type { Limits } from '../limits'
import { DownloadFailed, download, type From } from '../media/download'
import { HISTORY } from '../media/left-uploads'
import { writeTicket } from '../media/media-ticket'
import { originOf } from '../media/private-server'
import type { Notification } from './notification'

const inflated = promisify(inflate)
/** A part has a few megabytes; anything larger is refused. */
const MOST_BYTES = 256 * 1024 * 1024

const TRIES = 4

/** Fetched, and not in memory yet. */
export type Packed = { bytes(): Promise<Uint8Array>; drop(): Promise<void> }

export type LoadHouse = { readonly url: string | null; readonly limits: Limits }

/** Null when aborted meanwhile. Throws `DownloadFailed` when the part cannot be fetched. */
export async function fetchPart(
  { url, limits }: LoadHouse,
  notification: Notification,
  { baileys, gone }: { readonly baileys: Baileys; readonly gone: AbortSignal },
): Promise<Packed | null> {
  const inline = notification.initialHistBootstrapInlinePayload
  if (inline?.length) return { bytes: async () => inline, drop: async () => {} }
  const bounds = { ms: limits.download, bytes: limits.downloadBytes }
  const from: From = { baileys, home: url ? originOf(url) : null, bounds, gone }
  for (let attempt = 1; !gone.aborted; attempt++) {
    try {
      return await fetchFile(notification, from)
    } catch (error) {
      if (gone.aborted) return null
      const mayPass = error instanceof DownloadFailed && error.why === 'unavailable'
      if (!mayPass || attempt === TRIES) throw error
      await Bun.sleep(limits.historyRetry)
    }
  }
  return null
}

/** In a thread of its own. Throws `DownloadFailed`. */
export async function unpack(packed: Packed): Promise<Uint8Array> {
  const bytes = await packed.bytes()
  try {
    return await inflated(bytes, { maxOutputLength: MOST_BYTES, chunkSize: 1024 * 1024 })
  } catch {
    throw new DownloadFailed('corrupt')
  }
}

async function fetchFile(notification: Notification, from: From): Promise<Packed> {
  const { directPath, mediaKey, fileSha256, fileEncSha256 } = notification
  if (!directPath || !mediaKey?.length) throw new DownloadFailed('corrupt')
  const ticket = writeTicket({
    type: 'md-msg-hist',
    url: null,
    directPath,
    mediaKey: base64(mediaKey),
    fileSha256: fileSha256?.length ? base64(fileSha256) : null,
    fileEncSha256: fileEncSha256?.length ? base64(fileEncSha256) : null,
    // Phones differ in which length they state; the hashes are checked instead.
    size: null,
  })
  const folder = await mkdtemp(join(tmpdir(), HISTORY))
  const path = join(folder, 'part')
  const drop = () => rm(folder, { recursive: true, force: true })
  try {
    await download(ticket, path, from)
    return { bytes: () => Bun.file(path).bytes(), drop }
  } catch (error) {
    await drop()
    throw error
  }
}
