/** Online state, typing, and calls. */
import { type Account, hidesNumber, jidOf } from './account'
import { chatOf } from './messages/book'
import { deliver } from './messages/delivery'
import type { Connection } from './wire/connection'
import { addressOf, type BinaryNode, child, node, seconds } from './wire/nodes'
import { findAccount, logEvent, stanzaId, type World } from './world'

/** Ends typing, because a client may disappear meanwhile. */
const TYPING_ENDS_AFTER_MS = 20_000

/** Clients also send empty ones after almost every credentials change. */
export function takePresence(world: World, connection: Connection, { attrs }: BinaryNode) {
  if (attrs.type === 'subscribe') subscribe(world, connection, attrs.to)
  else if (attrs.type) setAvailable(world, connection, attrs.type === 'available')
}

function subscribe(world: World, connection: Connection, jid: string | undefined) {
  const other = findAccount(world, jid)
  if (!other) return
  connection.subscribed.add(other.phone)
  if (connection.isAvailable) connection.send(presenceOf(other, { from: jid, now: world.now() }))
}

export function setAvailable(world: World, connection: Connection, isAvailable: boolean) {
  const { account } = connection
  if (connection.isAvailable === isAvailable || !account) return
  connection.isAvailable = isAvailable
  for (const other of world.accounts.values()) if (other !== account) showPresence(account, other, world.now())
  world.changed()
}

/** A customer is online when the phone is; a company when one of its devices is. */
export const isSeenOnline = ({ role, online, links }: Account): boolean =>
  role === 'customer' ? online : [...links.values()].some(({ connection }) => connection?.isAvailable)

function presenceOf(account: Account, { from, now }: { from: string | undefined; now: number }): BinaryNode {
  const gone = isSeenOnline(account) ? {} : { type: 'unavailable', last: seconds(now) }
  return node('presence', { from, ...gone })
}

/** Its online devices that subscribed to the other account's presence. */
const watchersOf = ({ links }: Account, other: Account): Connection[] =>
  [...links.values()].flatMap(({ connection }) =>
    connection?.isActive && connection.isAvailable && connection.subscribed.has(other.phone) ? connection : [],
  )

export function takeChatState(world: World, { account }: Connection, stanza: BinaryNode) {
  const to = findAccount(world, stanza.attrs.to)
  if (!account || !to) return
  const chat = chatOf(world, to, account.phone)
  chat.typing = child(stanza, 'composing') !== undefined
  if (chat.typing) {
    world.later(TYPING_ENDS_AFTER_MS, () => {
      chat.typing = false
      world.changed()
    })
  }
  world.changed()
}

export function typeTo(world: World, from: Account, { to, on, audio }: { to: Account; on: boolean; audio: boolean }) {
  const state = node(on ? 'composing' : 'paused', { media: on && audio ? 'audio' : undefined })
  for (const connection of watchersOf(to, from))
    connection.send(node('chatstate', { from: jidOf(from, from.habits.addressing) }, [state]))
  chatOf(world, to, from.phone).typing = on
  world.changed()
}

export function showPresence(from: Account, to: Account, now: number) {
  const word = presenceOf(from, { from: jidOf(from, from.habits.addressing), now })
  for (const connection of watchersOf(to, from)) connection.send(word)
}

/** A client that rejects a call waits for this response. */
export function takeCall(connection: Connection, { attrs }: BinaryNode) {
  connection.send(node('ack', { class: 'call', id: attrs.id, from: attrs.to }))
}

/** Rings, and stops after a time limit. */
export function call(world: World, from: Account, { to, ringMs }: { to: Account; ringMs: number }): string {
  const callId = stanzaId(world).toUpperCase()
  const jid = jidOf(from, from.habits.addressing)
  const known = { 'call-id': callId, 'call-creator': jid, caller_pn: hidesNumber(from) ? undefined : jidOf(from, 'pn') }
  const offer = node('offer', known, [node('audio', { enc: 'opus', rate: 16_000 })])
  const ring = (content: BinaryNode) => {
    const attributes = { from: jid, id: stanzaId(world), t: seconds(world.now()) }
    for (const link of to.links.values()) deliver(world, link, node('call', attributes, [content]))
  }
  ring(offer)
  logEvent(world, 'message', from.phone, `call:${addressOf(jidOf(to, 'pn')).user}`)
  world.later(ringMs, () => ring(node('terminate', { ...known, reason: 'timeout' })))
  return callId
}
