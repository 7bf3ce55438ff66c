/**
 * Works around Baileys: it refuses messages whose stanza it cannot place, such as one from a kind of address it does not know
 * or one of a group that names no author, and WhatsApp keeps a refused message with everything behind it. And of news of a
 * collection it reads all of it (session/own-name.ts). Here such stanzas are acknowledged and ignored: they belong to no
 * conversation.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Baileys, Socket } from './baileys'

/** True: it was such a stanza; it is not passed on. */
export function leaveUnknown(
  node: BinaryNode,
  sock: Pick<Socket, 'sendMessageAck' | 'authState'>,
  baileys: Baileys,
): boolean {
  if (!isUnknown(node, sock, baileys)) return false
  sock.sendMessageAck(node).catch(() => {}) // WhatsApp repeats it at the next login
  return true
}

function isUnknown(
  node: BinaryNode,
  { authState }: Pick<Socket, 'authState'>,
  { decodeMessageNode }: Baileys,
): boolean {
  const { tag, attrs } = node
  if (tag === 'notification') return attrs.type === 'server_sync'
  if (tag !== 'message') return false
  const { id = '', lid = '' } = authState.creds.me ?? {}
  try {
    decodeMessageNode(node, id, lid)
    return false
  } catch {
    return true
  }
}
