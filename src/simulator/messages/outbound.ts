/** A linked device sends a message: the server acknowledges, phones decrypt, other devices receive their copy. */
import type { proto } from '@whiskeysockets/baileys'
import { type Account, type Addressing, findMessage, inTurn, type Link, pnOf, type SealedArrival } from '../account'
import { findFault, meetFault } from '../faults/faults'
import { mayWrite } from '../groups/group'
import { distributeToGroup, sealedIn, unpad } from '../groups/outbound'
import { takePeerRequest } from '../linking/peer'
import type { Connection } from '../wire/connection'
import { addressOf, type BinaryNode, child, children, node, seconds } from '../wire/nodes'
import { findAccount, letRun, type World } from '../world'
import { enter, keepPlace, raise } from './book'
import { deliver } from './delivery'
import { arrive } from './post'
import { lacksToken } from './privacy-tokens'
import { answerByHabit } from './receipts'
import { askAgain } from './retry'
import { recipientOf } from './stanza'
import { readable } from './written'

/** WhatsApp's codes for "no privacy token, so you may not start a chat" and "no such account". */
const RESTRICTED = 463
const NOBODY = 404
const FORBIDDEN = 403

export function takeMessage(world: World, connection: Connection, stanza: BinaryNode) {
  const { account, link } = connection
  if (!account || !link) return
  if (meetFault(world, 'dropOnMessage', account.phone)) return connection.drop()
  const refused = isTaken(world, account, stanza) ? undefined : meetFault(world, 'ackError', account.phone)
  const error = refused?.value ?? objection(world, { account, link, stanza })
  acknowledge(world, connection, stanza, error)
  if (error !== undefined) return
  const group = world.groups.get(addressOf(stanza.attrs.to).user)
  if (group) distributeToGroup(world, { account, link, stanza, group })
  else distribute(world, { account, link, stanza })
}

/** A message that was accepted once is not refused when resent. */
function isTaken(world: World, account: Account, { attrs: { to, id = '' } }: BinaryNode): boolean {
  const { user, server } = addressOf(to)
  const chat = server === 'g.us' ? user : findAccount(world, to)?.phone
  return chat !== undefined && findMessage(account, chat, id) !== undefined
}

function acknowledge(world: World, connection: Connection, { attrs }: BinaryNode, error: number | undefined) {
  const ack = node('ack', { class: 'message', id: attrs.id, from: attrs.to, t: seconds(world.now()), error })
  const phone = connection.account?.phone
  if (meetFault(world, 'ackMissing', phone)) return
  const late = findFault(world, 'ackLate', phone)
  if (late) world.later(late.value, () => connection.send(ack))
  else connection.send(ack)
}

function objection(world: World, { account, link, stanza }: Sending): number | undefined {
  const { attrs } = stanza
  const { user, server } = addressOf(attrs.to)
  if (attrs.category === 'peer') return undefined
  if (server === 'g.us') return groupObjection(world, account, user)
  const to = findAccount(world, attrs.to)
  if (!to) return NOBODY
  const isRestricted = account.restrictedUntil !== null && account.restrictedUntil > world.now()
  const isCold = !account.chats.get(to.phone)?.messages.some(({ fromMe }) => !fromMe)
  if (isRestricted && isCold && to !== account) return RESTRICTED
  return lacksToken(world, { from: account, link, to, stanza }) ? RESTRICTED : undefined
}

function groupObjection(world: World, account: Account, id: string): number | undefined {
  const group = world.groups.get(id)
  if (!group) return NOBODY
  return mayWrite(group, account) ? undefined : FORBIDDEN
}

type Sending = { account: Account; link: Link; stanza: BinaryNode }

function distribute(world: World, { account, link, stanza }: Sending) {
  const direct = child(stanza, 'enc')
  const copies = direct
    ? [node('to', { jid: stanza.attrs.to }, [direct])]
    : children(child(stanza, 'participants'), 'to')
  for (const copy of copies) {
    const { device } = addressOf(copy.attrs.jid)
    const to = findAccount(world, copy.attrs.jid)
    const enc = child(copy, 'enc')
    if (!to || !enc) continue
    if (device === 0)
      reach(world, to, { from: account, device: link.device, at: world.now(), attrs: stanza.attrs, own: enc })
    else forward(world, { account, link, stanza, to, enc, device })
  }
}

/** A phone that is off decrypts when it is on again; messages of its own devices it stores immediately. */
function reach(world: World, to: Account, sealed: SealedArrival) {
  if (to.online || to === sealed.from) readOnPhone(world, to, sealed)
  else to.waiting.push(sealed)
}

export function readOnPhone(world: World, to: Account, sealed: SealedArrival) {
  const { from, device, at } = sealed
  const { id = '', edit } = sealed.attrs
  const addressing = addressOf(sealed.attrs.to).server === 'lid' ? 'lid' : 'pn'
  const key = `${to.phone}/${id}`
  const tries = world.unread.get(key) ?? 0
  const reading = inTurn(to, async () => {
    const content = await open(world, to, sealed, tries)
    if (!content) {
      world.unread.set(key, tries + 1)
      return waitFor(world, { to, from, device }, { id, addressing, count: tries + 1 })
    }
    world.unread.delete(key)
    world.trace.explain(id, content)
    if (to.blocked.has(from.phone)) return
    const arrival = { from, device, id, at, addressing, edit } as const
    const sent = content.deviceSentMessage
    if (to !== from) return arrive(world, to, { ...arrival, chat: from.phone, content: sent?.message ?? content })
    const asked = sent?.message ?? content
    if (asked.protocolMessage?.peerDataOperationRequestMessage) {
      return takePeerRequest(world, from, { device, id, content: asked })
    }
    if (sent?.message) noteOwn(world, from, { ...arrival, content: sent.message, destination: sent.destinationJid })
  })
  letRun(world, reading)
}

/** The phone requests it again from the device, unless it already has the message. */
function waitFor(
  world: World,
  { to, from, device }: { to: Account; from: Account; device: number },
  message: { id: string; addressing: Addressing; count: number },
) {
  const known = to === from ? undefined : findMessage(to, from.phone, message.id)
  if (known) {
    known.times++
    return answerByHabit(world, to, known)
  }
  if (to !== from) keepPlace(to, from.phone, message.id)
  const link = from.links.get(device)
  if (link) askAgain(world, { reader: to, link, message })
}

/** Undefined when the phone cannot decrypt it, or a fault says so. */
async function open(world: World, to: Account, { from, device, own }: SealedArrival, tries: number) {
  if (!own || (to !== from && isUnreadable(world, from, tries))) return undefined
  try {
    return readable(unpad(await to.device.decrypt({ lid: from.lid, device }, sealedIn(own))))
  } catch (error) {
    world.log(`${to.phone} cannot read a message of ${from.phone}: ${error}`)
    return undefined
  }
}

function isUnreadable(world: World, { phone }: Account, tries: number): boolean {
  if (tries < (findFault(world, 'retryStorm', phone)?.value ?? 0)) return true
  return tries === 0 && meetFault(world, 'unreadable', phone) !== undefined
}

type Own = {
  device: number
  id: string
  at: number
  addressing: 'pn' | 'lid'
  edit: string | undefined
  content: proto.IMessage
  destination: string | null | undefined
}

/** Messages of a device also appear on the account's phone. */
function noteOwn(world: World, account: Account, { destination, ...own }: Own) {
  const other = findAccount(world, destination ?? undefined)
  const { user, server } = addressOf(destination ?? undefined)
  const chat = server === 'g.us' ? user : other?.phone
  if (!chat) return
  const before = findMessage(account, chat, own.id)
  const message = enter(world, account, { ...own, chat, fromMe: true, author: account.phone })
  raise(world, message, 2)
  if (before || server === 'g.us') return
  // The recipient's phone may have answered before ours could decrypt its copy.
  const theirs = other && findMessage(other, account.phone, own.id)
  if (theirs && other.habits.deliver && other.links.size === 0) raise(world, message, theirs.ack)
}

type Copy = Sending & { to: Account; enc: BinaryNode; device: number }

function forward(world: World, { account, link, stanza, to, enc, device }: Copy) {
  const other = to.links.get(device)
  if (!other) return
  const isOwn = to === account
  const { id, type, edit } = stanza.attrs
  const recipient = findAccount(world, stanza.attrs.to)
  const from = pnOf(account).replace('@', `:${link.device}@`)
  const attributes = isOwn
    ? { from, ...(recipient && recipientOf(recipient)) }
    : { from, sender_lid: `${account.lid}:${link.device}@lid`, notify: account.name }
  const proof = child(stanza, 'device-identity')
  const content = proof ? [enc, proof] : [enc]
  deliver(world, other, node('message', { ...attributes, id, type, edit, t: seconds(world.now()) }, content))
}
