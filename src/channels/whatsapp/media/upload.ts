/** Uploads an encrypted file to WhatsApp's media server. Baileys' own upload buffers the whole file in memory. */
import type { MediaType, WAMediaUploadFunction } from '@whiskeysockets/baileys'
import type { Wait } from '../../../platform/gate'
import { fetchOutside } from '../../../platform/outside'
import type { OpenSocket } from '../session/live-socket'

type UploadResult = Awaited<ReturnType<WAMediaUploadFunction>>

/** Throws if no host accepts the file; then the message is retried. */
export function createUpload({ live, baileys }: OpenSocket): WAMediaUploadFunction {
  return async (file, { mediaType, fileEncSha256B64 }) => {
    const token = baileys.encodeBase64EncodedStringForUpload(fileEncSha256B64)
    for (const isFresh of [false, true]) {
      const { hosts, auth } = await live.sock.refreshMediaConn(isFresh)
      for (const { hostname } of hosts) {
        const path = `${baileys.MEDIA_PATH_MAP[mediaType as MediaType]}/${token}?auth=${encodeURIComponent(auth)}&token=${token}`
        const place = await put(`https://${hostname}${path}`, file, {
          origin: baileys.DEFAULT_ORIGIN,
          gone: live.gone,
          wait: live.wait,
        })
        if (place) return place
      }
    }
    throw new Error('whatsapp: no host accepts the file')
  }
}

type How = { readonly origin: string; readonly gone: AbortSignal; readonly wait: Wait }

/** Null: this host refused it. */
async function put(address: string, file: string, { origin, gone, wait }: How): Promise<UploadResult | null> {
  try {
    const headers = { 'content-type': 'application/octet-stream', origin }
    const body = Bun.file(file).stream()
    const answer = await fetchOutside(address, { method: 'POST', body, headers, signal: gone, redirect: 'error' }, wait)
    const { url, direct_path: directPath } = (await answer.json()) as { url?: string; direct_path?: string } // validated below
    return url && directPath ? { mediaUrl: url, directPath } : null
  } catch (error) {
    if (gone.aborted) throw error
    return null
  }
}
