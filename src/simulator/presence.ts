/** Who is online, who is typing, and calls. */
import { type Account, jidOf } from './account'
import { chatOf } from './messages/book'
import { owe } from './messages/owed'
import type { Connection } from './wire/connection'
import { addressOf, type BinaryNode, child, node, seconds } from './wire/nodes'
import { findAccount, stanzaId, tell, type World } from './world'

/** A client may vanish while its user types. */
const TYPING_ENDS_AFTER_MS = 20_000

/** Clients also send empty ones after almost every change of their credentials. */
export function takePresence(world: World, connection: Connection, { attrs }: BinaryNode) {
  if (attrs.type !== 'subscribe') return
  const other = findAccount(world, attrs.to)
  if (!other) return
  const type = other.online ? undefined : 'unavailable'
  const last = other.online ? undefined : seconds(world.now())
  connection.send(node('presence', { from: attrs.to, type, last }))
}

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
  for (const { connection } of to.links.values()) {
    if (!connection?.isActive) continue
    connection.send(node('chatstate', { from: jidOf(from, from.habits.addressing) }, [state]))
  }
  chatOf(world, to, from.phone).typing = on
  world.changed()
}

export function showPresence(from: Account, to: Account, now: number) {
  const gone = from.online ? {} : { type: 'unavailable', last: seconds(now) }
  for (const { connection } of to.links.values()) {
    if (connection?.isActive) connection.send(node('presence', { from: jidOf(from, from.habits.addressing), ...gone }))
  }
}

/** A client that rejects a call waits for this answer. */
export function takeCall(connection: Connection, { attrs }: BinaryNode) {
  connection.send(node('ack', { class: 'call', id: attrs.id, from: attrs.to }))
}

/** Rings, and gives up after a while. */
export function call(world: World, from: Account, { to, ringMs }: { to: Account; ringMs: number }): string {
  const callId = stanzaId(world).toUpperCase()
  const jid = jidOf(from, from.habits.addressing)
  const known = { 'call-id': callId, 'call-creator': jid, caller_pn: jidOf(from, 'pn') }
  const offer = node('offer', known, [node('audio', { enc: 'opus', rate: 16_000 })])
  const ring = (content: BinaryNode) => {
    const attributes = { from: jid, id: stanzaId(world), t: seconds(world.now()) }
    for (const link of to.links.values()) owe(world, link, node('call', attributes, [content]))
  }
  ring(offer)
  tell(world, 'message', from.phone, `call:${addressOf(jidOf(to, 'pn')).user}`)
  world.later(ringMs, () => ring(node('terminate', { ...known, reason: 'timeout' })))
  return callId
}
