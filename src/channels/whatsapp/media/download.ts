/** Downloads an announced file: streams and decrypts it, and accepts it only if length and hashes match. */

import { createDecipheriv, createHash, createHmac } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { createPieceCollector } from '../../../platform/garbage'
import type { Wait } from '../../../platform/gate'
import { DownloadFailed } from '../../download-failed'
import type { Baileys } from '../baileys/baileys'
import { type DownloadKey, readKey } from './download-key'
import { get } from './get'

type Bounds = { readonly ms: number; readonly bytes: number }
/** `home`: origin of a private WhatsApp. */
export type From = {
  readonly baileys: Baileys
  readonly home: string | null
  readonly wait: Wait
  readonly bounds: Bounds
  /** Aborted when the file is no longer wanted. */
  readonly gone?: AbortSignal
  /** Requests the phone to upload a missing file again. Resolves with the new ticket, or null. */
  renew?(key: DownloadKey): Promise<DownloadKey | null>
}

const MAC_BYTES = 10
const PUBLIC_ORIGIN = 'https://mmg.whatsapp.net'

export async function download(text: string, path: string, from: From): Promise<{ size: number; sha256: string }> {
  const key = readKey(text)
  const part = `${path}.part`
  try {
    const done = await fetchInto(part, key, from).catch((error: unknown) =>
      fetchRenewed(error, part, { ticket: key, from }),
    )
    await rename(part, path)
    return done
  } catch (error) {
    await rm(part, { force: true })
    if (error instanceof DownloadFailed || isDiskTrouble(error)) throw error
    throw new DownloadFailed('unavailable')
  }
}

/** Tried once, and only if WhatsApp reports the file as gone. */
async function fetchRenewed(error: unknown, part: string, { ticket: key, from }: { ticket: DownloadKey; from: From }) {
  const isGone = error instanceof DownloadFailed && error.why === 'expired'
  const renewed = isGone ? await from.renew?.(key) : null
  if (!renewed) throw error
  return fetchInto(part, renewed, from)
}

async function fetchInto(part: string, key: DownloadKey, { baileys, home, wait, bounds, gone }: From) {
  const signal = AbortSignal.any([AbortSignal.timeout(bounds.ms), ...(gone ? [gone] : [])])
  const address = new URL(key.directPath ?? '', key.url ?? PUBLIC_ORIGIN).href
  const response = await get(address, { home, wait, signal })
  if (response.status === 404 || response.status === 410 || response.status === 403) throw new DownloadFailed('expired')
  if (!response.ok || !response.body) throw new DownloadFailed('unavailable')

  const keys = await baileys.getMediaKeys(Buffer.from(key.mediaKey, 'base64'), key.type)
  const decipher = createDecipheriv('aes-256-cbc', keys.cipherKey, keys.iv)
  const mac = createHmac('sha256', keys.macKey ?? '').update(keys.iv)
  const [clear, cipher] = [createHash('sha256'), createHash('sha256')]
  const file = Bun.file(part).writer()
  const collectAfter = createPieceCollector()
  let size = 0
  let tail = Buffer.alloc(0)
  const take = async (cipherText: Buffer) => {
    if (cipherText.length === 0) return
    mac.update(cipherText)
    await write(decipher.update(cipherText))
  }
  const write = async (bytes: Buffer) => {
    size += bytes.length
    if (size > bounds.bytes || (key.size !== null && size > key.size))
      throw new DownloadFailed(size > bounds.bytes ? 'tooBig' : 'corrupt')
    clear.update(bytes)
    await collectAfter(bytes.length)
    await file.write(bytes)
  }
  try {
    for await (const chunk of response.body) {
      cipher.update(chunk)
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      // The last ten bytes are the MAC, so ten bytes are always withheld.
      const known = Math.max(0, tail.length + bytes.length - MAC_BYTES)
      const body = bytes.subarray(0, Math.max(0, known - tail.length))
      await take(tail.subarray(0, known))
      await take(body)
      tail = Buffer.concat([tail.subarray(known), bytes.subarray(body.length)])
    }
    await write(finalOf(decipher))
  } finally {
    await file.end()
  }

  const sha256 = clear.digest()
  const isRight =
    (key.size === null || size === key.size) &&
    mac.digest().subarray(0, MAC_BYTES).equals(tail) &&
    matches(key.fileSha256, sha256) &&
    matches(key.fileEncSha256, cipher.digest())
  if (!isRight) throw new DownloadFailed('corrupt')
  return { size, sha256: sha256.toString('hex') }
}

function finalOf(decipher: ReturnType<typeof createDecipheriv>): Buffer {
  try {
    return decipher.final()
  } catch {
    throw new DownloadFailed('corrupt')
  }
}

function matches(announced: string | null, actual: Buffer): boolean {
  return announced === null || Buffer.from(announced, 'base64').equals(actual)
}

function isDiskTrouble(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EACCES' || code === 'ENOENT'
}
