/**
 * At-least-once delivery: every message, receipt, notification and call for a device is pending until the device
 * settles it, and is sent again at login while it is pending. A message that the device acknowledges with an error
 * stays pending: it comes first at each login, and everything else is withheld until it is settled or a day old.
 */
import type { Link, Pending } from '../account'
import { hinder, meetFault, spoiledIfFaulty } from '../faults/faults'
import { hinderReceipt } from '../faults/receipts'
import type { Connection } from '../wire/connection'
import { type BinaryNode, children, node, seconds } from '../wire/nodes'
import type { World } from '../world'

export function deliver(world: World, link: Link, stanza: BinaryNode) {
  if (stanza.tag === 'receipt') hinderReceipt(world, link, stanza, () => put(world, link, stanza))
  else put(world, link, stanza)
}

function put(world: World, link: Link, stanza: BinaryNode) {
  const key = isRetry(stanza) ? keyOfNext(link, stanza) : keyOf(stanza)
  const pending: Pending = { stanza, acksToIgnore: link.pending.get(key)?.acksToIgnore ?? 0 }
  link.pending.set(key, pending)
  if (refusedIn(world, link)) return
  if (link.connection?.isActive) send(world, link, key)
}

/** If a client settles none of the missed stanzas for this long, new stanzas are sent as live again. */
const PATIENCE_MS = 15_000

/** Sends all pending stanzas in order, as the server does after login. */
export function sendMissed(world: World, link: Link) {
  const connection = link.connection
  if (!connection) return
  const refused = refusedIn(world, link)
  const missed = refused ? [refused] : [...link.pending]
  const count = (tag: string) => missed.filter(([, { stanza }]) => stanza.tag === tag).length
  const [message, receipt, notification, call] = ['message', 'receipt', 'notification', 'call'].map(count)
  const preview = { count: missed.length, message, receipt, notification, appdata: 0, call }
  connection.send(node('ib', {}, [node('offline_preview', preview)]))
  for (const [index, [key, { stanza }]] of missed.entries()) {
    connection.draining.add(key)
    connection.send(asOffline(spoiledIfFaulty(world, link, stanza), index))
  }
  if (!refused && !meetFault(world, 'offlineEndMissing', link.phone))
    connection.send(node('ib', {}, [node('offline', { count: missed.length })]))
  watchDraining(world, connection)
}

function watchDraining(world: World, connection: Connection) {
  const before = connection.settled
  world.later(PATIENCE_MS, () => {
    if (connection.draining.size === 0 || !connection.isOpen) return
    if (connection.settled === before) connection.draining.clear()
    else watchDraining(world, connection)
  })
}

/** Handles a device's receipt. A `retry` receipt settles nothing. */
export function settleByReceipt(world: World, link: Link, receipt: BinaryNode) {
  for (const id of idsOf(receipt)) acknowledge(world, link, `message:${id}`)
}

export function settleByAck(world: World, link: Link, { attrs }: BinaryNode) {
  const settled = { tag: attrs.class ?? '', attrs }
  const key = isRetry(settled) ? keyOfFirst(link, settled) : keyOf(settled)
  const pending = link.pending.get(key)
  // The ack that follows a retry request comes late and must not settle the resent stanza.
  const isLate = pending !== undefined && pending.acksToIgnore > 0
  if (isLate) pending.acksToIgnore--
  if (pending && attrs.class === 'message' && attrs.error) pending.isRefused = true
  else if (!isLate) acknowledge(world, link, key)
}

const DAY_SECONDS = 86_400

/** The refused stanza that withholds the others. Refused stanzas older than a day are dropped. */
function refusedIn(world: World, link: Link): [string, Pending] | undefined {
  for (const [key, pending] of link.pending) {
    if (!pending.isRefused) continue
    if (Number(pending.stanza.attrs.t) > seconds(world.now()) - DAY_SECONDS) return [key, pending]
    link.pending.delete(key)
  }
  return undefined
}

export const pendingMessage = (link: Link, id: string): Pending | undefined => link.pending.get(`message:${id}`)

export const idsOf = (receipt: BinaryNode): string[] => [
  receipt.attrs.id ?? '',
  ...children(children(receipt, 'list')[0], 'item').map((item) => item.attrs.id ?? ''),
]

function acknowledge(world: World, link: Link, key: string) {
  const settled = link.pending.get(key)
  if (!settled) return
  link.pending.delete(key)
  world.changed()
  if (!link.connection) return
  link.connection.settled++
  link.connection.draining.delete(key)
  if (settled.isRefused && link.connection.isActive) sendMissed(world, link)
}

function send(world: World, link: Link, key: string) {
  const pass = () => {
    const [connection, pending] = [link.connection, link.pending.get(key)]
    if (!connection?.isActive || !pending) return
    const stanza = spoiledIfFaulty(world, link, pending.stanza)
    if (connection.draining.size === 0) return connection.send(stanza)
    connection.draining.add(key)
    connection.send(asOffline(stanza, connection.draining.size))
  }
  const isMessage = key.startsWith('message:')
  if (isMessage && (world.faults.length > 0 || world.held.has(link))) hinder(world, link, pass)
  else pass()
}

const asOffline = (stanza: BinaryNode, index: number): BinaryNode => ({
  ...stanza,
  attrs: { ...stanza.attrs, offline: String(index) },
})

/** Ids of the messages or the call that a stanza contains or refers to. */
export function aboutOf(stanza: BinaryNode): string[] {
  if (stanza.tag === 'call') return children(stanza).map(({ attrs }) => attrs['call-id'] ?? '')
  return stanza.tag === 'notification' ? [] : idsOf(stanza)
}

type Name = Pick<BinaryNode, 'tag' | 'attrs'>

/** A phone may repeat a retry request before the first is settled: both have the same key, and each is delivered. */
const isRetry = ({ tag, attrs }: Name) => tag === 'receipt' && attrs.type === 'retry'

function keyOfNext(link: Link, stanza: Name): string {
  let key = keyOf(stanza)
  while (link.pending.has(key)) key += '+'
  return key
}

const keyOfFirst = (link: Link, stanza: Name): string =>
  [...link.pending.keys()].find((key) => key.replace(/\++$/, '') === keyOf(stanza)) ?? keyOf(stanza)

/** In a group a message has one receipt per member. */
const keyOf = ({ tag, attrs }: Name): string =>
  tag === 'message' ? `message:${attrs.id}` : `${tag}:${attrs.id}:${attrs.type ?? ''}:${attrs.participant ?? ''}`
