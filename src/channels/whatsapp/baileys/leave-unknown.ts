/**
 * Works around Baileys: it refuses messages from kinds of addresses it does not know, and WhatsApp keeps a refused message
 * with everything behind it. Here such a message is acknowledged and ignored: it belongs to no conversation.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Socket } from './baileys'

const KNOWN = new Set(['s.whatsapp.net', 'lid', 'hosted', 'hosted.lid', 'g.us', 'broadcast', 'newsletter'])

/** True: it was such a message; it is not passed on. */
export function leaveUnknown({ tag, attrs: { id, from, type, participant } }: BinaryNode, sock: Socket): boolean {
  const server = from?.split('@')[1]
  if (tag !== 'message' || !id || !from || server === undefined || KNOWN.has(server)) return false
  const about = { ...(type && { type }), ...(participant && { participant }) }
  const attrs = { id, to: from, class: 'message', from: sock.user?.id ?? '', ...about }
  sock.sendNode({ tag: 'ack', attrs }).catch(() => {}) // WhatsApp repeats it at the next login
  return true
}
