/** The clear bytes of a part: from inside its announcement, or from WhatsApp's media server by way of a file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { base64 } from '../base64'
import { DownloadFailed, download, type From } from '../media/download'
import { HISTORY } from '../media/left-uploads'
import { writeTicket } from '../media/media-ticket'
import type { Notification } from './notification'

const inflated = promisify(inflate)
/** A part has a few megabytes; anything larger is refused. */
const MOST_BYTES = 256 * 1024 * 1024

/** Fetched, and not in memory yet. */
export type Packed = { bytes(): Promise<Uint8Array>; drop(): Promise<void> }

/** Throws `DownloadFailed`. */
export async function fetchPart(notification: Notification, from: From): Promise<Packed> {
  const inline = notification.initialHistBootstrapInlinePayload
  return inline?.length ? { bytes: async () => inline, drop: async () => {} } : fetchFile(notification, from)
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
