/**
 * Which stored message is meant. An id is chosen by its writer, and identifies a message only together with
 * conversation and author. A conversation is identified by its address when the message was stored, whoever uses that
 * address today, and by the contact whom its addresses lead to now. A number and a LID may belong to one person: until
 * the messenger says so, the same id with the same text counts as the same message.
 */
import type { AskedAgain, Incoming, MessageAction, Receipt } from '../../channels/channel'
import { findContactIds } from '../../contacts/actions'
import { type Address, addressKey, areOthers, overlap } from '../../contacts/address'
import { membersAt } from '../../contacts/groups/queries'
import { addressesOf, findContactOrFail } from '../../contacts/queries'
import { getColumn } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { findMessage } from './queries'
import type { StoredMessage } from './tables'

type Chat = readonly Address[]
export type Envelope = Pick<Incoming, 'externalId' | 'fromMe' | 'chat' | 'isGroup' | 'author' | 'kind' | 'body'>

/** Almost always none or one. */
const findUnder = (db: Db, connectionId: number, externalId: string): readonly StoredMessage[] =>
  getColumn<number>(
    db,
    `SELECT id FROM messages WHERE connection_id = (? + 0) AND external_id = (? || '') ORDER BY id`,
    [connectionId, externalId],
  ).flatMap((id) => findMessage(db, id) ?? [])

/** Finds the stored message that arrives again. */
export function findKnown(db: Db, connectionId: number, incoming: Envelope): StoredMessage | undefined {
  const found = findUnder(db, connectionId, incoming.externalId).filter(({ fromMe }) => fromMe === incoming.fromMe)
  return (
    found.find((message) => isOfChat(db, message, incoming.chat) && isByWriter(db, message, incoming)) ??
    found.find((message) => saysTheSame(message, incoming) && mayBeTheSame(db, message, incoming))
  )
}

/** The messages with this id in that conversation: two if both sides chose it. */
export const findInChat = (db: Db, connectionId: number, externalId: string, chat: Chat): readonly StoredMessage[] =>
  findUnder(db, connectionId, externalId).filter((message) => isOfChat(db, message, chat))

/** The messages that a receipt is about. */
export const findReceiptTarget = (
  db: Db,
  connectionId: number,
  externalId: string,
  receipt: Pick<Receipt, 'chat' | 'participant'>,
): readonly StoredMessage[] =>
  findUnder(db, connectionId, externalId).filter((message) => isReceiptOf(db, message, receipt))

export const isOfChat = (
  db: Db,
  { chat, contactId }: Pick<StoredMessage, 'chat' | 'contactId'>,
  addresses: Chat,
): boolean =>
  addresses.some((address) => addressKey(address) === chat) || findContactIds(db, addresses).includes(contactId)

/** The messages that a phone could not decrypt and requests again. */
export const findAskedFor = (
  db: Db,
  connectionId: number,
  { externalId, chat }: AskedAgain,
): readonly StoredMessage[] =>
  findUnder(db, connectionId, externalId).filter((message) => couldBelongToChat(db, message, chat))

/** The message belongs, or may belong, to this conversation: a phone may ask from a LID that we do not know yet. */
export const couldBelongToChat = (db: Db, message: StoredMessage, chat: Chat): boolean =>
  isOfChat(db, message, chat) || (chat.length > 0 && mayBeAddressOf(db, message, chat))

/**
 * Whether the receipt may be about this message: knowing an id does not prove having received it. A receipt from an
 * unknown address is accepted more readily than a request to repeat, because it reveals no text and the contact may
 * have a new number.
 */
export function isReceiptOf(
  db: Db,
  message: StoredMessage,
  { chat, participant }: Pick<Receipt, 'chat' | 'participant'>,
): boolean {
  if (isOfChat(db, message, chat)) return true
  if (participant !== null) return false
  const isNobodys = findContactIds(db, chat).length === 0
  return isNobodys ? !findContactOrFail(db, message.contactId).isGroup : mayBeAddressOf(db, message, chat)
}

/** Nothing says that these addresses belong to anybody but the message's contact. */
const mayBeAddressOf = (db: Db, { contactId }: StoredMessage, chat: Chat): boolean =>
  !areOthers(addressesOf(db, contactId), chat)

/** Whether this comes from the author of that message, within one conversation. */
export function isByWriter(
  db: Db,
  { fromMe, authorAddresses, contactId }: StoredMessage,
  writer: Pick<MessageAction, 'fromMe' | 'isGroup' | 'author'>,
): boolean {
  if (fromMe !== writer.fromMe) return false
  if (fromMe || !writer.isGroup || authorAddresses === null || writer.author === null) return true
  if (overlap(authorAddresses, writer.author.addresses)) return true
  return membersAt(db, contactId, writer.author.addresses).some(({ lid, phone }) =>
    authorAddresses.some(({ kind, value }) => value === (kind === 'lid' ? lid : phone)),
  )
}

/** Whether `writer` names the author of this message, within one conversation. */
export const isSaidBy = ({ fromMe, authorAddresses }: StoredMessage, writer: Chat, chat: Chat): boolean =>
  fromMe ? !overlap(writer, chat) : overlap(authorAddresses ?? chat, writer)

const saysTheSame = ({ kind, body, isEdited }: StoredMessage, incoming: Envelope): boolean =>
  kind === incoming.kind && (isEdited || body === incoming.body)

function mayBeTheSame(db: Db, message: StoredMessage, { chat, author }: Envelope): boolean {
  const mayBeChat = isOfChat(db, message, chat) || mayBeAddressOf(db, message, chat)
  return mayBeChat && !areOthers(message.authorAddresses ?? [], author?.addresses ?? [])
}
