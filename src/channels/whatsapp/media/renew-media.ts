/** WhatsApp deletes files after a while. A phone that still has the file can upload it again. */
import type { BaileysEventMap, WAMessageKey } from '@whiskeysockets/baileys'
import { areOthers } from '../../../contacts/address'
import { addressesOf } from '../address'
import type { OpenSocket } from '../session/live-socket'
import type { DownloadKey } from './download-key'

/** `timeout`: milliseconds. */
type Renewal = OpenSocket & { readonly timeout: number }
type Update = BaileysEventMap['messages.media-update'][number]

/**
 * Resolves with the file's new ticket, or null if no phone has it or answers in time. Baileys' `updateMediaMessage`
 * waits forever.
 */
export async function renewMedia({ live, baileys, timeout }: Renewal, key: DownloadKey): Promise<DownloadKey | null> {
  const { sock, gone } = live
  const { message } = key
  const mediaKey = Buffer.from(key.mediaKey, 'base64')
  if (!message || !sock.user) return null
  const { promise, resolve } = Promise.withResolvers<Update | null>()
  const hear = (updates: readonly Update[]) => {
    const answer = updates.find(({ key }) => isAbout(key, message))
    if (answer) resolve(answer)
  }
  const giveUp = () => resolve(null)
  const clock = setTimeout(giveUp, timeout)
  gone.addEventListener('abort', giveUp)
  sock.ev.on('messages.media-update', hear)
  try {
    await sock.sendNode(await baileys.encryptMediaRetryRequest(message, mediaKey, sock.user.id))
    const media = (await promise)?.media
    return media ? movedTo(key, baileys.decryptMediaRetryData(media, mediaKey, message.id)) : null
  } catch {
    return null // the connection broke, or the response could not be decrypted
  } finally {
    clearTimeout(clock)
    gone.removeEventListener('abort', giveUp)
    sock.ev.off('messages.media-update', hear)
  }
}

/** Senders choose message ids, so another conversation may have the same one. */
const isAbout = (answered: WAMessageKey, asked: WAMessageKey): boolean =>
  answered.id === asked.id &&
  Boolean(answered.fromMe) === Boolean(asked.fromMe) &&
  !areOthers(addressesOf(answered.remoteJid), addressesOf(asked.remoteJid)) &&
  !areOthers(addressesOf(answered.participant), addressesOf(asked.participant))

const SUCCESS = 1

function movedTo(
  key: DownloadKey,
  { result, directPath }: { result?: number | null; directPath?: string | null },
): DownloadKey | null {
  return result === SUCCESS && directPath ? { ...key, directPath } : null
}
