/** Loads the plain bytes of a part: from its announcement, or from WhatsApp's media server via a file. */
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { DownloadFailed } from '../../download-failed'
import type { Baileys } from '../baileys/baileys'
import type { From } from '../media/download'
import { fetchBlob, type PackedBlob } from '../media/fetch-blob'
import { homeOf } from '../media/private-server'
import type { SessionContext } from '../session/context'
import type { Notification } from './notification'

const inflated = promisify(inflate)
/** Parts have a few megabytes; larger ones are refused. */
const MOST_BYTES = 256 * 1024 * 1024

const TRIES = 4

/** Returns null when aborted. Throws `DownloadFailed` when the part cannot be fetched. */
export async function fetchPart(
  { url, wait, limits }: Pick<SessionContext, 'url' | 'wait' | 'limits'>,
  notification: Notification,
  { baileys, gone }: { readonly baileys: Baileys; readonly gone: AbortSignal },
): Promise<PackedBlob | null> {
  const inline = notification.initialHistBootstrapInlinePayload
  if (inline?.length) return { bytes: async () => inline, drop: async () => {} }
  const bounds = { ms: limits.download, bytes: limits.downloadBytes }
  const from: From = { baileys, home: homeOf(url), wait, bounds, gone }
  for (let attempt = 1; !gone.aborted; attempt++) {
    try {
      return await fetchBlob('md-msg-hist', notification, from)
    } catch (error) {
      if (gone.aborted) return null
      const mayPass = error instanceof DownloadFailed && error.why === 'unavailable'
      if (!mayPass || attempt === TRIES) throw error
      await Bun.sleep(limits.historyRetry)
    }
  }
  return null
}

/** Runs in a separate thread. Throws `DownloadFailed`. */
export async function unpack(packed: PackedBlob): Promise<Uint8Array> {
  const bytes = await packed.bytes()
  try {
    return await inflated(bytes, { maxOutputLength: MOST_BYTES, chunkSize: 1024 * 1024 })
  } catch {
    throw new DownloadFailed('corrupt')
  }
}
