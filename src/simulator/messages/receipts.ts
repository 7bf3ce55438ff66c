/** Receipts of phones and of linked devices. */
import {
  type Account,
  findMessage,
  jidOf,
  type Link,
  type MemberReceipt,
  type Message,
  messageKey,
  pnOf,
} from '../account'
import { type Group, membersOf } from '../groups/group'
import { takePeerRequest } from '../linking/peer'
import type { Connection } from '../wire/connection'
import { addressOf, type BinaryNode, node, seconds } from '../wire/nodes'
import { findAccount, type World } from '../world'
import { raise } from './book'
import { deliver, idsOf, settleByAck, settleByReceipt } from './delivery'
import { resendTo } from './retry'

export type DeliveryStatus = 'delivered' | 'read' | 'played'
const ACK: Record<DeliveryStatus, number> = { delivered: 3, read: 4, played: 5 }

/** Sends a phone's receipt to the author of a message. */
function raiseStatus(world: World, reader: Account, message: Message, what: DeliveryStatus) {
  const author = world.accounts.get(message.author)
  if (!author || author === reader) return
  const isGroup = world.groups.has(message.chat)
  const t = seconds(world.now())
  const type = what === 'delivered' ? undefined : what
  const jid = jidOf(reader, message.addressing)
  const attributes = isGroup
    ? { id: message.id, from: `${message.chat}@g.us`, participant: jid, type, t }
    : { id: message.id, from: jid, type, t }
  for (const link of author.links.values()) deliver(world, link, node('receipt', attributes))
  // With a linked device, "delivered" comes from the device, not from the phone.
  mark(world, findMessage(author, isGroup ? message.chat : reader.phone, message.id), { reader, what })
}

/** In a group the status rises with the last member; receipts are stored per member. */
function mark(world: World, message: Message | undefined, { reader, what }: { reader: Account; what: DeliveryStatus }) {
  const before = message?.receipts[reader.phone]
  if (!message || !before) return raise(world, message, ACK[what])
  const now = world.now()
  const receipt = {
    deliveredAt: before.deliveredAt ?? now,
    readAt: before.readAt ?? (ACK[what] >= ACK.read ? now : null),
    playedAt: before.playedAt ?? (what === 'played' ? now : null),
  }
  message.receipts = { ...message.receipts, [reader.phone]: receipt }
  raiseTogether(world, message)
}

function raiseTogether(world: World, message: Message) {
  world.changed()
  const all = Object.values(message.receipts)
  if (all.length === 0) return
  if (all.every(({ deliveredAt }) => deliveredAt !== null)) raise(world, message, ACK.delivered)
  if (all.every(({ readAt }) => readAt !== null)) raise(world, message, ACK.read)
  if (all.every(({ playedAt }) => playedAt !== null)) raise(world, message, ACK.played)
}

/** Called when a message was sent to a group: a receipt of every other member is expected. */
export function expectReceipts(world: World, group: Group, message: Message) {
  const others = membersOf(world, group).filter(({ phone }) => phone !== message.author)
  message.receipts = Object.fromEntries(
    others.map((other) => [other.phone, message.receipts[other.phone] ?? soFar(world, other, message)]),
  )
  raiseTogether(world, message)
}

/** Another phone's receipt may have arrived before the author's own copy. */
function soFar(world: World, { habits, links, messages }: Account, { chat, id }: Message): MemberReceipt {
  const got = messages.get(messageKey(chat, id))
  const isConfirmed = got && habits.deliver && links.size === 0
  return { deliveredAt: isConfirmed ? world.now() : null, readAt: got?.readAt ?? null, playedAt: null }
}

/** Called when a phone received a message: sends receipts according to its habits. */
export function answerByHabit(world: World, reader: Account, message: Message) {
  const { deliver, read, after } = reader.habits
  const answer = () => {
    if (deliver && reader.links.size === 0) raiseStatus(world, reader, message, 'delivered')
    if (read) readBy(world, reader, message, 'read')
  }
  if (after > 0) world.later(after, answer)
  else answer()
}

export function readBy(world: World, reader: Account, message: Message, what: 'read' | 'played') {
  if (message.fromMe || message.ack >= ACK[what]) return
  raise(world, message, ACK[what])
  raiseStatus(world, reader, message, what)
  notifyOwnDevices(world, reader, message)
}

/** Propagates reading on the account's phone to its devices. */
function notifyOwnDevices(world: World, reader: Account, { id, chat, author }: Message) {
  const isGroup = world.groups.has(chat)
  const participant = isGroup ? `${author}@s.whatsapp.net` : undefined
  const recipient = isGroup ? `${chat}@g.us` : `${chat}@s.whatsapp.net`
  const attributes = { id, from: pnOf(reader), recipient, participant, type: 'read-self', t: seconds(world.now()) }
  for (const link of reader.links.values()) deliver(world, link, node('receipt', attributes))
}

/** A linked device's receipt. */
export function takeReceipt(world: World, connection: Connection, receipt: BinaryNode) {
  const { link, account } = connection
  if (!link || !account) return
  const { id, to, type, participant } = receipt.attrs
  connection.send(node('ack', { class: 'receipt', id, from: to, type, participant }))
  if (type === 'retry') return resendTo(world, { account, link }, receipt)
  if (type === 'server-error') {
    return takePeerRequest(world, account, { device: link.device, id: id ?? '', content: {}, about: receipt })
  }
  settleByReceipt(world, link, receipt)
  const what = STATUS_OF[type ?? '']
  if (what) for (const id of idsOf(receipt)) raiseByDevice(world, { account, link, receipt, id, what })
}

const STATUS_OF: Record<string, DeliveryStatus> = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'played',
}

/** A device's response to a message that it has already read, because its receipt was lost. */
const ALREADY_READ = '487'

/**
 * Handles a stanza that a linked device settles without a receipt: it needs none, has it already, or cannot read it.
 */
export function takeAck(world: World, { account, link }: Connection, ack: BinaryNode) {
  if (!link || !account) return
  settleByAck(world, link, ack)
  const { class: kind, id = '', error } = ack.attrs
  const isDelivered = kind === 'message' && (error === undefined || error === ALREADY_READ)
  if (isDelivered) raiseByDevice(world, { account, link, receipt: ack, id, what: 'delivered' })
}

type DeviceReceipt = { account: Account; link: Link; receipt: BinaryNode; id: string; what: DeliveryStatus }

function raiseByDevice(world: World, { account, receipt, id, what }: DeviceReceipt) {
  const { to, participant } = receipt.attrs
  const { user, server } = addressOf(to)
  const isGroup = server === 'g.us'
  const author = findAccount(world, isGroup ? participant : to)
  if (!author || author === account) return
  if (world.load.waiting.delete(id)) world.load.delivered++
  mark(world, findMessage(author, isGroup ? user : account.phone, id), { reader: account, what })
  if (what !== 'delivered') raise(world, findMessage(account, isGroup ? user : author.phone, id), ACK[what])
  for (const other of author.links.values()) {
    const form = (isGroup ? addressOf(participant).server : server) === 'lid' ? 'lid' : 'pn'
    const jid = jidOf(account, form)
    const who = isGroup ? { from: to, participant: jid } : { from: jid }
    const type = what === 'delivered' ? undefined : what
    deliver(world, other, node('receipt', { id, ...who, type, t: seconds(world.now()) }))
  }
}
