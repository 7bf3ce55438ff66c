/** What came since a merge goes to whom it belongs, by the address over which it came. */
import { findConnectionOrFail } from '../../../channels/connections/queries'
import { type Address, type AddressKind, addressKey } from '../../../contacts/address'
import { addressesOf, findContactOrFail } from '../../../contacts/queries'
import type { Cx } from '../../../platform/cx'
import { execute, getColumn, getValue } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import { DAY } from '../../../platform/time'
import type { MergeRecord } from '../../../tickets/merging/merge'
import { showLastOf } from '../../../tickets/messages/last-message'
import { insertTicket } from '../../../tickets/moves/new-ticket'
import { findActiveTicket, findTicket } from '../../../tickets/queries'
import type { Ticket } from '../../../tickets/tables'

type Merge = { readonly kept_id: number; readonly gone_id: number; readonly created_at: number }

/** The two have their own addresses again, and `absorbed` the tickets that were closed. */
export function returnWhatCame(cx: Cx, merge: Merge, moved: MergeRecord) {
  const { db } = cx
  returnLearned(db, merge, moved)
  const partners = new Map(moved.absorbed.flatMap(({ from, into }) => [[from, into] as const, [into, from] as const]))
  // Messengers' clocks and ours differ.
  const since = merge.created_at - DAY
  const ways = [
    [merge.kept_id, merge.gone_id],
    [merge.gone_id, merge.kept_id],
  ] as const
  for (const [from, to] of ways) returnMessages(cx, { from, to, since, partners })
  for (const id of [merge.kept_id, merge.gone_id])
    execute(
      db,
      'UPDATE outbox SET contact_id = (SELECT contact_id FROM messages m WHERE m.id = message_id) WHERE contact_id = ?',
      id,
    )
}

/** Who alone was known on a messenger has what was learned about them there since. */
function returnLearned(db: Db, { kept_id, gone_id }: Merge, { addresses, keptAddresses }: MergeRecord) {
  if (!keptAddresses) return
  const [theirs, others] = [messengersOf(addresses), messengersOf(keptAddresses)]
  const before = new Set([...addresses, ...keptAddresses].map(({ kind, value }) => `${kind}:${value}`))
  for (const address of addressesOf(db, kept_id)) {
    const messenger = messengerOf(address.kind)
    if (before.has(addressKey(address)) || !theirs.has(messenger) || others.has(messenger)) continue
    execute(db, 'UPDATE contact_addresses SET contact_id = ? WHERE kind = ? AND value = ?', [
      gone_id,
      address.kind,
      address.value,
    ])
  }
}

const messengersOf = (addresses: MergeRecord['addresses']): ReadonlySet<string> =>
  new Set(addresses.map(({ kind }) => messengerOf(kind as AddressKind))) // written by merge.ts

const messengerOf = (kind: AddressKind): string => (kind === 'psid' || kind === 'igsid' ? kind : 'whatsapp')

type Way = {
  readonly from: number
  readonly to: number
  readonly since: number
  /** Of two tickets that the merge made one, each other's. */
  readonly partners: ReadonlyMap<number, number>
}

/** What moved in from another product belongs to whose ticket it is in. */
const CAME = 'imported <> 2'

function returnMessages(cx: Cx, way: Way) {
  const { db } = cx
  const { from, to, since } = way
  const keys = JSON.stringify(addressesOf(db, to).map((address: Address) => addressKey(address)))
  const tickets = getColumn<number>(
    db,
    `SELECT DISTINCT ticket_id FROM messages WHERE contact_id = ? AND created_at >= ? AND ticket_id IS NOT NULL AND ${CAME}
       AND chat IN (SELECT value FROM json_each(?))`,
    [from, since, keys],
  )
  for (const id of tickets) {
    const ticket = findTicket(db, id)
    if (ticket) returnFrom(cx, way, { ticket, keys })
  }
  execute(
    db,
    `UPDATE messages SET contact_id = ? WHERE contact_id = ? AND created_at >= ? AND ticket_id IS NULL AND ${CAME}
       AND chat IN (SELECT value FROM json_each(?))`,
    [to, from, since, keys],
  )
}

type WrittenIn = { readonly ticket: Ticket; readonly keys: string }

function returnFrom(cx: Cx, { to, since, partners }: Way, { ticket, keys }: WrittenIn) {
  const { db } = cx
  const active = findActiveTicket(db, to, ticket.connectionId)
  if (!isShared(db, ticket, keys) && (!active || ticket.status === 'closed')) {
    execute(db, 'UPDATE tickets SET contact_id = ? WHERE id = ?', [to, ticket.id])
    execute(db, 'UPDATE messages SET contact_id = ? WHERE ticket_id = ?', [to, ticket.id])
    return
  }
  const partner = partners.get(ticket.id)
  const own = partner === undefined ? undefined : findTicket(db, partner)
  const theirs = own?.contactId === to ? own : active
  const target = theirs ?? (hasHeard(db, { ticket, keys }) ? openBeside(cx, to, ticket) : null)
  execute(
    db,
    `UPDATE messages SET ticket_id = ?, contact_id = ? WHERE ticket_id = ? AND created_at >= ?
       AND chat IN (SELECT value FROM json_each(?))`,
    [target?.id ?? null, to, ticket.id, since, keys],
  )
  for (const one of [ticket, target]) if (one) showLastOf(db, one.id)
}

/** Both wrote in it. */
const isShared = (db: Db, { id }: Ticket, keys: string): boolean =>
  getValue(
    db,
    'SELECT 1 FROM messages WHERE ticket_id = ? AND chat IS NOT NULL AND chat NOT IN (SELECT value FROM json_each(?)) LIMIT 1',
    [id, keys],
  ) !== undefined

/** What was typed on our own phone opens no ticket. */
const hasHeard = (db: Db, { ticket, keys }: WrittenIn): boolean =>
  getValue(
    db,
    'SELECT 1 FROM messages WHERE ticket_id = ? AND from_me = 0 AND chat IN (SELECT value FROM json_each(?)) LIMIT 1',
    [ticket.id, keys],
  ) !== undefined

function openBeside(cx: Cx, contactId: number, { connectionId, queueId, status }: Ticket): Ticket {
  const connection = findConnectionOrFail(cx.db, connectionId)
  return insertTicket(cx, {
    status: status === 'closed' ? 'closed' : 'pending',
    connection,
    contact: findContactOrFail(cx.db, contactId),
    queueId,
    at: cx.now(),
  })
}
