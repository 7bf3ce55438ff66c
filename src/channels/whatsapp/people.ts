/** Requests about people: their profile pictures, and blocking them. */
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Address } from '../channel'
import { jidOf } from './address'
import { codeOf, refusalOf } from './baileys/errors'
import { get } from './media/get'
import type { LiveSocket, OpenSocket } from './session/live-socket'

const PICTURE_BYTES = 1024 * 1024
const PICTURE_MS = 15_000

/** Downloads the small version into `path`. False if there is none that this account may see. */
export async function fetchPicture(
  { live }: OpenSocket,
  address: Address,
  path: string,
  home: string | null,
): Promise<boolean> {
  const url = await pictureOf(live, address)
  if (!url) return false
  const response = await get(url, { home, wait: live.wait, signal: AbortSignal.timeout(PICTURE_MS) })
  if (response.status === 404 || response.status === 403 || response.status === 410) return false
  if (!response.ok || !response.body) throw new Error(`whatsapp: a picture answered ${response.status}`)
  const file = await open(path, 'wx', 0o600)
  try {
    await writePicture(response.body, file)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return true
}

/** WhatsApp reports "no picture" and "not visible to you" as errors. */
async function pictureOf({ sock }: LiveSocket, address: Address): Promise<string | undefined> {
  try {
    return await sock.profilePictureUrl(jidOf(address), 'preview')
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 404 || refusal === 401 || refusal === 403) return undefined
    throw error
  }
}

async function writePicture(from: AsyncIterable<Uint8Array>, to: FileHandle) {
  let size = 0
  for await (const chunk of from) {
    size += chunk.length
    if (size > PICTURE_BYTES) throw new Error('whatsapp: a picture is too large')
    await to.writeFile(chunk)
  }
}

/** False: WhatsApp does not know this person, so retrying is useless. */
export async function block({ live }: OpenSocket, address: Address, isBlocked: boolean): Promise<boolean> {
  try {
    await live.sock.updateBlockStatus(jidOf(address), isBlocked ? 'block' : 'unblock')
    return true
  } catch (error) {
    // Baileys cannot address the person, or WhatsApp does not know the address.
    if (codeOf(error) === 400 || refusalOf(error) === 404) return false
    throw error
  }
}
