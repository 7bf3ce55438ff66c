/**
 * Works around Baileys: it refuses messages with an unknown kind of address, or from a group without an author, and
 * WhatsApp then withholds the refused message and all that follow. It also reloads a whole collection for each change
 * notification (session/own-name.ts). Here such stanzas are acknowledged and ignored, because they belong to no
 * conversation.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Baileys, Socket } from './baileys'

/** Returns true for such a stanza, which is not passed on. */
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
