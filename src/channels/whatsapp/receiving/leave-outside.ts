/**
 * Acknowledges and ignores what belongs to no conversation: status posts, newsletters, bots, unknown addresses, and
 * stanzas of unknown kinds. Baileys would decrypt it or refuse it, or leave it unanswered, and WhatsApp withholds
 * everything behind a stanza that is not acknowledged. So it never reaches Baileys.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import { addressOf } from '../address'
import type { Baileys, Socket } from '../baileys/baileys'
import { isBroadcastList } from '../parsing/broadcast-list'
import { receiptOf } from '../parsing/receipts'

type Acknowledging = Pick<Socket, 'sendMessageAck' | 'authState'>

/**
 * Notifications that Baileys reads. `server_sync` is missing: Baileys would reload a whole collection for each
 * (session/own-name.ts). Listeners for one type get theirs anyway.
 */
const READ_BY_BAILEYS: ReadonlySet<string> = new Set([
  'account_sync',
  'devices',
  'encrypt',
  'link_code_companion_reg',
  'mediaretry',
  'mex',
  'picture',
  'privacy_token',
  'w:gp2',
])

/** Returns true for such a stanza. */
export function leaveOutside(node: BinaryNode, sock: Acknowledging, baileys: Baileys): boolean {
  if (!isOutside(node, sock, baileys)) return false
  acknowledge(node, sock)
  return true
}

function isOutside(node: BinaryNode, { authState }: Acknowledging, baileys: Baileys): boolean {
  const { tag, attrs } = node
  switch (tag) {
    case 'notification':
      return !READ_BY_BAILEYS.has(attrs.type ?? '')
    case 'receipt':
      return attrs.type !== 'retry' && receiptOf(node) === null
    case 'message':
      return !isInConversation(attrs, authState.creds.me ?? { id: '' }, baileys)
    default:
      return false
  }
}

type Me = { readonly id: string; readonly lid?: string | undefined }

function isInConversation(attrs: BinaryNode['attrs'], { id, lid = '' }: Me, baileys: Baileys): boolean {
  const { from, participant, recipient } = attrs
  if (recipient && !addressOf(recipient)) return false
  if (!addressOf(from) && !(isBroadcastList(from) && addressOf(participant))) return false
  try {
    const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs }, id, lid)
    // A message of ours to a list is many messages, which the phone's history brings.
    return !(isBroadcastList(from) && fullMessage.key.fromMe)
  } catch {
    return false
  }
}

/** Stanzas that need no acknowledgement, or get it where they are read. */
const ANSWERED_ELSEWHERE: ReadonlySet<string> = new Set([
  'ack',
  'call',
  'chatstate',
  'failure',
  'ib',
  'iq',
  'message',
  'notification',
  'presence',
  'receipt',
  'success',
])

/** Baileys only logs stanzas of unknown kinds. */
export function leaveUnknownStanzas(sock: Acknowledging & Pick<Socket, 'ws'>): void {
  sock.ws.on('frame', (frame: BinaryNode | Uint8Array) => {
    if (frame instanceof Uint8Array || ANSWERED_ELSEWHERE.has(frame.tag)) return
    if (frame.attrs.id && frame.attrs.from) acknowledge(frame, sock)
  })
}

function acknowledge(node: BinaryNode, sock: Acknowledging): void {
  sock.sendMessageAck(node).catch(() => {}) // WhatsApp repeats it at the next login
}
