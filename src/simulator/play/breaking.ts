/** Commands that break something once. Lasting faults are in faults.ts. */
import type { Account, Link } from '../account'
import type { FaultName } from '../contract'
import { meetFault, mendFault, setFault } from '../faults/faults'
import { deliver } from '../messages/delivery'
import { askForPreKeys } from '../messages/seal'
import { streamConflict, streamError } from '../wire/connection'
import { type BinaryNode, node, SERVER, seconds } from '../wire/nodes'
import { logEvent, stanzaId, type World } from '../world'
import type { CommandOf, Stanza } from './contract'
import { phoneOf } from './people'
import { Refusal } from './refusal'

const HOUR_MS = 3_600_000

export function dropConnections(world: World, phone?: string) {
  for (const connection of [...world.connections]) {
    if (phone === undefined || connection.account?.phone === phone) connection.drop()
  }
  logEvent(world, 'fault', phone ?? 'WhatsApp', 'dropped')
}

export function breakStream(world: World, { phone, code }: CommandOf<'streamError'>) {
  for (const link of linksOf(world, phone)) link.connection?.end(streamError(code))
  logEvent(world, 'fault', phone, `stream:${code}`)
}

/** Disconnects without a reason. */
export function endStream(world: World, phone: string) {
  for (const link of linksOf(world, phone)) link.connection?.end(node('xmlstreamend'))
  logEvent(world, 'fault', phone, 'dropped')
}

/** Redirects the client, which must send the hint with its next login. */
export function redirect(world: World, phone: string) {
  for (const { connection } of linksOf(world, phone)) {
    const hint = node('routing_info', {}, world.random.bytes(8))
    connection?.end(node('ib', {}, [node('edge_routing', {}, [hint])]), node('xmlstreamend'))
  }
  logEvent(world, 'fault', phone, 'redirected')
}

/** Consumes one-time keys until this many are left; the server requests more from the client. */
export function spendPreKeys(world: World, { phone, left = 0 }: CommandOf<'spendPreKeys'>) {
  for (const link of linksOf(world, phone)) {
    link.preKeys.splice(0, Math.max(0, link.preKeys.length - left))
    askForPreKeys(world, link)
  }
  logEvent(world, 'fault', phone, 'keys:spent')
}

/** Disconnects because the account was opened elsewhere. */
export function replace(world: World, phone: string) {
  for (const link of linksOf(world, phone)) link.connection?.end(streamConflict('replaced'))
  logEvent(world, 'fault', phone, 'replaced')
}

/** Restricts the account to answering existing chats. Zero hours lift the restriction. */
export function restrict(world: World, { phone, hours = 24 }: CommandOf<'restrict'>) {
  const account = phoneOf(world, phone)
  const until = world.now() + hours * HOUR_MS
  account.restrictedUntil = hours > 0 ? until : null
  for (const link of account.links.values()) deliver(world, link, restrictionNotice(world, account))
  logEvent(world, 'fault', phone, hours > 0 ? 'restricted' : 'restriction:lifted')
}

export function capNewChats(world: World, { phone, total, used = 0, hours = 24 }: CommandOf<'capNewChats'>) {
  const cap = {
    total_quota: total,
    used_quota: used,
    cycle_end_timestamp: String(seconds(world.now() + hours * HOUR_MS)),
    capping_status: used >= total ? 'CAPPED' : 'NONE',
  }
  const word = notice(world, 'MessageCappingInfoNotification', {
    xwa2_notify_new_chat_messages_capping_info_update: cap,
  })
  for (const link of linksOf(world, phone)) deliver(world, link, word)
  logEvent(world, 'fault', phone, 'capped')
}

export function ban(world: World, { phone, on = true }: CommandOf<'ban'>) {
  const account = phoneOf(world, phone)
  account.banned = on
  if (on) for (const { connection } of account.links.values()) connection?.end(node('failure', { reason: 403 }))
  logEvent(world, 'fault', phone, on ? 'banned' : 'ban:lifted')
}

export function sendStanza(world: World, { phone, stanza }: CommandOf<'sendStanza'>) {
  const { parts = [], ...whole } = stanza
  const content = parts.length > 0 ? parts.map((part) => nodeOf(part)) : undefined
  for (const link of linksOf(world, phone)) deliver(world, link, nodeOf(whole, content))
}

const nodeOf = ({ tag, attrs, base64 }: Stanza, content?: BinaryNode[]): BinaryNode =>
  node(tag, attrs, base64 === undefined ? content : Buffer.from(base64, 'base64'))

export function changeFault(world: World, { name, on, value, phone, times, forMs }: CommandOf<'setFault'>) {
  if (!on) return mendFault(world, name, phone ?? null)
  setFault(world, { name, value: value ?? USUAL[name] ?? 0, phone: phone ?? null, times: times ?? null }, forMs)
  if (name === 'outage') dropConnections(world)
  if (name === 'halfOpen') loseConnections(world, phone)
}

/** Makes the current connections dead without notifying either end. */
function loseConnections(world: World, phone: string | undefined) {
  for (const connection of world.connections) {
    const on = connection.account?.phone
    if (!on || (phone !== undefined && on !== phone)) continue
    if (meetFault(world, 'halfOpen', on)) connection.isLost = true
  }
}

const USUAL: Partial<Record<FaultName, number>> = {
  loginFailure: 401,
  delay: 4000,
  ackLate: 4000,
  ackError: 479,
  refuseUpload: 500,
  refuseDownload: 404,
  slowNetwork: 20_000,
  retryStorm: 4,
  rateLimit: 5,
  slowUpload: 50_000,
  slowDownload: 50_000,
  cutHistory: 1,
}

function linksOf(world: World, phone: string): Link[] {
  const links = [...phoneOf(world, phone).links.values()]
  if (links.length === 0) throw new Refusal('not_linked', phone)
  return links
}

function restrictionNotice(world: World, { restrictedUntil }: Account) {
  const lock = {
    is_active: restrictedUntil !== null,
    time_enforcement_ends: String(seconds(restrictedUntil ?? 0)),
    enforcement_type: 'BIZ_QUALITY',
  }
  return notice(world, 'NotificationUserReachoutTimelockUpdate', { xwa2_notify_account_reachout_timelock: lock })
}

function notice(world: World, name: string, data: object) {
  const attributes = { from: SERVER, type: 'mex', id: stanzaId(world), t: seconds(world.now()) }
  const payload = Buffer.from(JSON.stringify({ data }))
  return node('notification', attributes, [node('update', { op_name: name }, payload)])
}
