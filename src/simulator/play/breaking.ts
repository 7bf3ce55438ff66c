/** Commands that break things once, at this moment. What stays broken is in faults.ts. */
import type { Account, Link } from '../account'
import type { Command, FaultName } from '../contract'
import { mendFault, setFault } from '../faults'
import { owe } from '../messages/owed'
import { streamConflict, streamError } from '../wire/connection'
import { node, SERVER, seconds } from '../wire/nodes'
import { stanzaId, tell, type World } from '../world'
import { phoneOf } from './people'
import { Refusal } from './refusal'

type Wish<Name extends Command['do']> = Extract<Command, { do: Name }>

const HOUR_MS = 3_600_000

export function dropConnections(world: World, phone?: string) {
  for (const connection of [...world.connections]) {
    if (phone === undefined || connection.account?.phone === phone) connection.drop()
  }
  tell(world, 'fault', phone ?? 'WhatsApp', 'dropped')
}

export function breakStream(world: World, { phone, code }: Wish<'streamError'>) {
  for (const link of linksOf(world, phone)) link.connection?.end(streamError(code))
  tell(world, 'fault', phone, `stream:${code}`)
}

/** The same account was opened elsewhere. */
export function replace(world: World, phone: string) {
  for (const link of linksOf(world, phone)) link.connection?.end(streamConflict('replaced'))
  tell(world, 'fault', phone, 'replaced')
}

/** WhatsApp lets the account answer, but not begin chats. Zero hours lift it. */
export function restrict(world: World, { phone, hours = 24 }: Wish<'restrict'>) {
  const account = phoneOf(world, phone)
  const until = world.now() + hours * HOUR_MS
  account.restrictedUntil = hours > 0 ? until : null
  for (const link of account.links.values()) owe(world, link, restrictionNotice(world, account))
  tell(world, 'fault', phone, hours > 0 ? 'restricted' : 'restriction:lifted')
}

export function ban(world: World, { phone, on = true }: Wish<'ban'>) {
  const account = phoneOf(world, phone)
  account.banned = on
  if (on) for (const { connection } of account.links.values()) connection?.end(node('failure', { reason: 403 }))
  tell(world, 'fault', phone, on ? 'banned' : 'ban:lifted')
}

export function changeFault(world: World, { name, on, value, phone, times, forMs }: Wish<'setFault'>) {
  if (!on) return mendFault(world, name, phone ?? null)
  setFault(world, { name, value: value ?? USUAL[name] ?? 0, phone: phone ?? null, times: times ?? null }, forMs)
  if (name === 'outage') dropConnections(world)
}

const USUAL: Partial<Record<FaultName, number>> = {
  loginFailure: 401,
  delay: 4000,
  ackLate: 4000,
  ackError: 479,
  refuseUpload: 500,
  refuseDownload: 404,
}

function linksOf(world: World, phone: string): Link[] {
  const links = [...phoneOf(world, phone).links.values()]
  if (links.length === 0) throw new Refusal('not_linked', phone)
  return links
}

function restrictionNotice(world: World, { restrictedUntil }: Account) {
  const attributes = { from: SERVER, type: 'mex', id: stanzaId(world), t: seconds(world.now()) }
  const lock = {
    is_active: restrictedUntil !== null,
    time_enforcement_ends: String(seconds(restrictedUntil ?? 0)),
    enforcement_type: 'BIZ_QUALITY',
  }
  const payload = Buffer.from(JSON.stringify({ data: { xwa2_notify_account_reachout_timelock: lock } }))
  return node('notification', attributes, [
    node('update', { op_name: 'NotificationUserReachoutTimelockUpdate' }, payload),
  ])
}
