/**
 * Works around Baileys: it refuses messages from kinds of addresses it does not know, and WhatsApp keeps a refused message
 * with everything behind it. And it asks for news of a collection until the server's answer names that collection, which
 * for one without a valid name is never; messages wait meanwhile. Here such stanzas are acknowledged and ignored: they
 * belong to no conversation.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import { childOf } from '../groups/group-stanzas'
import type { Socket } from './baileys'

const SERVERS = new Set(['s.whatsapp.net', 'lid', 'hosted', 'hosted.lid', 'g.us', 'broadcast', 'newsletter'])
/** What a phone shares with its linked devices: settings, contacts, archived chats. */
const COLLECTIONS = new Set(['critical_block', 'critical_unblock_low', 'regular_high', 'regular_low', 'regular'])

/** True: it was such a stanza; it is not passed on. */
export function leaveUnknown(node: BinaryNode, sock: Pick<Socket, 'sendMessageAck'>): boolean {
  if (!isUnknown(node)) return false
  sock.sendMessageAck(node).catch(() => {}) // WhatsApp repeats it at the next login
  return true
}

function isUnknown(node: BinaryNode): boolean {
  const { tag, attrs } = node
  if (tag === 'notification' && attrs.type === 'server_sync') {
    const collection = childOf(node, 'collection')
    return collection !== undefined && !COLLECTIONS.has(collection.attrs.name ?? '')
  }
  const server = attrs.from?.split('@')[1]
  return tag === 'message' && Boolean(attrs.id) && server !== undefined && !SERVERS.has(server)
}
