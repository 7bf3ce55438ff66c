/** A message stanza for a linked device. */
import { proto } from '@whiskeysockets/baileys'
import { type Account, hidesNumber, type Link, lidOf, type Message, pnOf } from '../account'
import { type BinaryNode, node, seconds } from '../wire/nodes'
import type { World } from '../world'
import { contentOf } from './book'
import { mediaType, stanzaType } from './content'
import { sealForLink } from './seal'

/** The fields of a message that are needed to send it. */
export type Postable = Pick<Message, 'id' | 'chat' | 'text' | 'content'> & {
  at: number
  edit?: string | undefined
  isWithheld?: boolean | undefined
}
export type Posting = { from: Account; link: Link; message: Postable; count?: number }

export async function stanzaFor(world: World, { from, link, message, count }: Posting): Promise<BinaryNode> {
  const isOwn = link.phone === from.phone
  const content = contentOf(message)
  const attributes = {
    ...(isOwn ? ownAddress(world, from, message) : address(from)),
    id: message.id,
    t: seconds(message.at),
    type: stanzaType(content),
    notify: from.name,
    edit: message.edit,
  }
  world.trace.explain(message.id, content)
  if (message.isWithheld) return node('message', attributes, [WITHHELD])
  const sealed = await sealForLink(world, { from, link, content: isOwn ? asSentByDevice(world, message) : content })
  const enc = { v: 2, type: sealed.type, mediatype: mediaType(content), count }
  return node('message', attributes, [node('enc', enc, sealed.body)])
}

/** Replaces view-once content for devices that are not the phone. */
export const WITHHELD = node('unavailable', { type: 'view_once' })

/** Sender address of another person, in the chat's kind of address. */
function address(from: Account) {
  const { addressing, hideLid } = from.habits
  const username = from.username ?? undefined
  if (addressing === 'lid') {
    return { from: lidOf(from), sender_pn: hideLid ? undefined : pnOf(from), addressing_mode: 'lid', username }
  }
  return { from: pnOf(from), sender_lid: hideLid ? undefined : lidOf(from), username }
}

function ownAddress(world: World, from: Account, { chat }: Postable) {
  const other = world.accounts.get(chat)
  if (!other) return { from: pnOf(from), recipient: `${chat}@s.whatsapp.net` }
  return { from: pnOf(from), ...recipientOf(other) }
}

/** The recipient in copies of the account's own messages. */
export const recipientOf = (other: Account) => ({
  recipient: hidesNumber(other) ? lidOf(other) : pnOf(other),
  peer_recipient_lid: lidOf(other),
  peer_recipient_username: other.username ?? undefined,
})

function asSentByDevice(world: World, message: Postable): proto.IMessage {
  const other = world.accounts.get(message.chat)
  const destinationJid = other ? recipientOf(other).recipient : `${message.chat}@g.us`
  return proto.Message.create({ deviceSentMessage: { destinationJid, message: contentOf(message) } })
}
