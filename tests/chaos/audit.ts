/** The rules, each checked against all three records. A finding has its message; none means that the records agree. */
import { EDITING } from '../../src/channels/contract'
import { differences, isBehind } from '../survival/support/audit'
import { clientIdOf } from './actions'
import { auditOrder } from './audit-order'
import { canaryOf } from './plan'
import { type ChatRecord, isHandedOverDeleted, type Records, type Row } from './records'
import { SLOWEST_RECEIPT_MS } from './recovery'

export type Finding = {
  readonly rule: string
  readonly what: string
  readonly id: string | null
  readonly companyNumber: string | null
  /** The message that it comes after. */
  readonly behind?: string
}

export function audit(records: Records): Finding[] {
  return [
    ...records.chats.flatMap((chat) => [
      ...auditIncoming(records, chat),
      ...auditCalls(records, chat),
      ...auditOutgoing(records, chat),
      ...auditOrder(records, chat),
      ...auditDeliveryStatus(records, chat),
      ...auditUnread(records, chat),
    ]),
    ...auditPosted(records),
    ...auditDoubles(records),
    ...records.rows.flatMap((row) => auditActs(records, row)),
    ...auditLedgers(records),
  ]
}

const finding = (
  rule: string,
  what: string,
  id: string | null = null,
  companyNumber: string | null = null,
): Finding => ({
  rule,
  what,
  id,
  companyNumber,
})

/** Customers' messages are stored on the ticket of their chat; without exception once we confirmed them. */
function auditIncoming(
  { isLost, isUnlinked }: Records,
  { chat, written, calls, stored, companyNumber }: ChatRecord,
): Finding[] {
  const here = new Set(stored.map(({ externalId }) => externalId))
  const sent = new Set([
    ...written.flatMap(({ entries }) => entries.map(({ id }) => id)),
    ...calls.flatMap(({ id }) => id ?? []),
  ])
  return [
    ...written.flatMap(({ phone, entries }) =>
      entries
        .filter(({ id }) => !here.has(id))
        .filter(({ deliveredAt: at, ...entry }) => {
          // In a group it means that every member has it, which proves nothing about our device.
          const hadConfirmed = !chat.isGroup && at !== null && !isUnlinked(companyNumber, at)
          return hadConfirmed || !isLost(companyNumber, entry.id, entry.sentAt)
        })
        .map(({ id, text }) => finding('lost', `"${text}" of ${phone}`, id, companyNumber)),
    ),
    ...stored
      .filter(({ fromMe, externalId }) => fromMe === 0 && !sent.has(externalId))
      .map(({ externalId, body, kind }) => finding('invented', `${kind} "${body}"`, externalId, companyNumber)),
  ]
}

/** Each call is stored in its chat with its outcome. */
function auditCalls({ isLost }: Records, { calls, stored, companyNumber }: ChatRecord): Finding[] {
  return calls.flatMap(({ id, moments: [begunAt, doneAt], operation: { action } }) => {
    const row = stored.find(({ externalId }) => externalId === id)
    const rangUntil = doneAt + (action.do === 'call' ? action.seconds * 1_000 : 0)
    const isRinging = row?.extra?.includes('"ringing"') ?? true
    if (!isRinging || isLost(companyNumber, id ?? '', begunAt, doneAt, rangUntil)) return []
    return [finding(row ? 'unfinished' : 'lost', 'a call', id, companyNumber)]
  })
}

/**
 * Sent messages are on every phone of the chat, failed ones on none, and nothing waits. A message deleted while it was
 * unknown whether it was sent may have arrived; the rule for actions checks that it is deleted there. A message deleted
 * before a phone could decrypt it never arrives, because it is not resent.
 */
function auditOutgoing({ isLost }: Records, { chat, got, stored, companyNumber }: ChatRecord): Finding[] {
  const expected = chat.unregistered === null ? null : 'notOnWhatsapp'
  return stored
    .filter(({ fromMe, kind }) => fromMe === 1 && kind !== 'note')
    .flatMap(({ externalId: id, ack, failure, body, isDeleted }) => {
      const isWithdrawn = failure === 'deleted' && isDeleted === 1
      const having = got.filter(({ entries }) => entries.some((entry) => entry.id === id))
      const isSent = ack >= 2 && ack !== EDITING
      return [
        ...(isSent &&
        (having.length < got.length || chat.unregistered !== null) &&
        isDeleted === 0 &&
        !isLost(companyNumber, id)
          ? [
              finding(
                'lost',
                `marked ${ack}, and ${got.length - having.length} of ${got.length} phones have nothing of "${body}"`,
                id,
                companyNumber,
              ),
            ]
          : []),
        ...(!isSent && !isWithdrawn && having.length > 0
          ? [finding('shown failed, arrived', `ack ${ack} (${failure}) "${body}"`, id, companyNumber)]
          : []),
        ...(ack === 1 || ack === EDITING ? [finding('unfinished', `ack ${ack} "${body}"`, id, companyNumber)] : []),
        ...(failure !== null && !REFUSALS.includes(failure) && failure !== expected && !isWithdrawn
          ? [finding('failed', `for ${failure}, which nobody refused: "${body}"`, id, companyNumber)]
          : []),
      ]
    })
}

/** Stored reasons for which the simulator refuses a message. */
const REFUSALS = ['rejected', 'restricted']

/**
 * A message has exactly the status for which the customer's phone sent a receipt. WhatsApp itself loses some receipts.
 */
function auditDeliveryStatus(records: Records, { chat, got, stored, companyNumber }: ChatRecord): Finding[] {
  const customer = records.environment.participants.customers[chat.customers[0] ?? -1]
  if (chat.isGroup || !customer) return []
  const entries = new Map(got.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry])))
  return stored.flatMap((row) => {
    const entry = entries.get(idOf(row))
    if (row.fromMe !== 1 || !entry) return []
    const { deliveredAt, readAt } = entry
    const receiptAt = readAt ?? deliveredAt ?? 0
    const moments = [receiptAt, receiptAt + customer.after, receiptAt + SLOWEST_RECEIPT_MS]
    const isLost =
      moments.some((at) => records.faultsAt(at, companyNumber, ['receiptsLost']).length > 0) ||
      records.isLost(companyNumber, entry.id, ...moments, deliveredAt ?? 0)
    const isReceiptSent = (customer.sendsReceipts || readAt !== null) && !isLost
    const what = `ack ${row.ack}, delivered ${deliveredAt}, read ${readAt}: "${row.body}"`
    return [
      ...(isReceiptSent && isBehind(row, entry) ? [finding('status lost', what, entry.id, companyNumber)] : []),
      ...(row.ack >= 4 && row.ack !== EDITING && readAt === null
        ? [finding('status invented', what, entry.id, companyNumber)]
        : []),
    ]
  })
}

/** Messages accepted by the API, or sent from the company's own phone, are stored once. */
function auditPosted({
  performed: { posted, phoneOperations },
  isLost,
  companyNumberAt,
  rowByClientId,
  rowById,
}: Records): Finding[] {
  const taken = [...posted].flatMap(([n, id]) => {
    const row = rowByClientId.get(clientIdOf(n))
    const what = `operation ${n} was answered with ${id}, and ${row?.id ?? 'nothing'} is stored`
    return row?.id === id ? [] : [finding('lost', what, row?.externalId ?? null)]
  })
  const byOwners = phoneOperations.flatMap(({ operation: { n, by, chat }, id, moments }) => {
    const isHere = by !== 'owner' || id === null || rowById.has(id) || isLost(companyNumberAt(chat), id, ...moments)
    return isHere ? [] : [finding('lost', `an owner's operation ${n}`, id)]
  })
  return [...taken, ...byOwners]
}

function auditDoubles({ rows, phones, isOurs, environment }: Records): Finding[] {
  const canary = canaryOf(environment.size.seed)
  const storedTwice = twice(
    rows.filter(({ body }) => body.includes(canary)),
    ({ body, company }) => `${company} ${body}`,
  )
  const idTwice = twice(
    rows.filter(({ externalId }) => externalId !== null),
    ({ connectionId, company, externalId }) => `${company} ${connectionId} ${externalId}`,
  )
  const shownTwice = [...phones].flatMap(([phone, entries]) =>
    isOurs(phone)
      ? []
      : twice(
          entries.filter(({ text }) => text.includes(canary)),
          ({ text, chat }) => `${chat} ${text}`,
        ),
  )
  return [
    ...[...storedTwice, ...idTwice].map(({ body, externalId }) => finding('stored twice', `"${body}"`, externalId)),
    ...shownTwice.map(({ text, id }) => finding('arrived twice', `"${text}"`, id)),
  ]
}

function twice<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  const seen = new Set<string>()
  return all.filter((one) => {
    const name = nameOf(one)
    const isKnown = seen.has(name)
    seen.add(name)
    return isKnown
  })
}

const idOf = ({ externalId }: Row): string => externalId ?? ''

/** Edits, deletions and reactions have the same result on phones and in the database. */
function auditActs(records: Records, row: Row): Finding[] {
  const { copies, isOurs, lineOf, hasLostActions } = records
  if (hasLostActions(idOf(row))) return []
  const isWithoutText = isHandedOverDeleted(records, row)
  return (copies.get(row.externalId ?? '') ?? [])
    .filter(({ phone, entry }) => !isOurs(phone) && (row.fromMe === 1 || entry.fromMe))
    .flatMap(({ phone, entry }) =>
      differences(isWithoutText ? { ...row, body: entry.text } : row, entry, isOurs).map((what) =>
        finding('actions differ', `${what} at ${phone}`, row.externalId, lineOf(row)),
      ),
    )
}

/** A ticket that nobody accepted has every message unread; no other has more unread messages than arrived. */
function auditUnread({ ledgers, environment }: Records, { chat, index, companyNumber }: ChatRecord): Finding[] {
  const company = environment.participants.phones[chat.phoneIndex]?.company ?? 0
  const ticketId = environment.chatTickets[index]?.ticketId
  const row = ledgers[company]?.unread.find((one) => one.ticketId === ticketId)
  if (!row) return [finding('lost', `the ticket of chat ${index}`, null, companyNumber)]
  const isRight = chat.isAttended ? row.unread >= 0 && row.unread <= row.got : row.unread === row.got
  return isRight
    ? []
    : [
        finding(
          'unread',
          `${row.unread} of ${row.got} in ticket ${row.ticketId}, which is ${chat.isAttended ? '' : 'not '}attended`,
          null,
          companyNumber,
        ),
      ]
}

function auditLedgers({ ledgers, rows, environment, isLostMessage }: Records): Finding[] {
  const strays = rows.filter(
    ({ company, ticketId }) =>
      !environment.participants.chats.some(
        ({ phoneIndex }, chat) =>
          environment.chatTickets[chat]?.ticketId === ticketId &&
          environment.participants.phones[phoneIndex]?.company === company,
      ),
  )
  return [
    ...strays.map(({ externalId, body, ticketId }) =>
      finding('invented', `ticket ${ticketId} of no chat: "${body}"`, externalId),
    ),
    ...ledgers.flatMap(({ integrity, journal, outbox, miscounted, waitingActions: all }, company) => {
      const waitingActions = all.filter((id) => !isLostMessage(id)).length
      return [
        ...integrity.filter((word) => word !== 'ok').map((word) => finding('damaged', `company ${company}: ${word}`)),
        ...(journal.length + outbox + waitingActions > 0
          ? [
              finding(
                'unfinished',
                `company ${company}: ${journal.length} in the journal, ${outbox} in the outbox, ${waitingActions} waiting actions`,
              ),
            ]
          : []),
        ...(miscounted > 0
          ? [finding('unread', `company ${company}: ${miscounted} counts beside the tabs are wrong`)]
          : []),
      ]
    }),
  ]
}
