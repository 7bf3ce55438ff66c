/** The rules, each asked of all three books. A finding names the message it is about; none means that the books agree. */
import { differences, isBehind } from '../survival/support/audit'
import { clientIdOf } from './actions'
import { auditOrder } from './audit-order'
import { SLOWEST_MS } from './calm'
import { type ChatRecord, isHandedOverDeleted, type Records, type Row } from './records'
import { canaryOf } from './script'

export type Finding = {
  readonly rule: string
  readonly what: string
  readonly id: string | null
  readonly line: string | null
  /** The message it stands behind. */
  readonly behind?: string
}

export function audit(records: Records): Finding[] {
  return [
    ...records.chats.flatMap((chat) => [
      ...auditIncoming(records, chat),
      ...auditCalls(records, chat),
      ...auditOutgoing(records, chat),
      ...auditOrder(records, chat),
      ...auditTicks(records, chat),
      ...auditUnread(records, chat),
    ]),
    ...auditPosted(records),
    ...auditDoubles(records),
    ...records.rows.flatMap((row) => auditActs(records, row)),
    ...auditLedgers(records),
  ]
}

const finding = (rule: string, what: string, id: string | null = null, line: string | null = null): Finding => ({
  rule,
  what,
  id,
  line,
})

/** What customers wrote is stored, on the ticket of their chat; always, once we had confirmed it. */
function auditIncoming({ isLost, isUnlinked }: Records, { chat, written, calls, stored, line }: ChatRecord): Finding[] {
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
          // In a group it tells of all members: nothing of us.
          const hadConfirmed = !chat.isGroup && at !== null && !isUnlinked(line, at)
          return hadConfirmed || !isLost(line, entry.id, entry.sentAt)
        })
        .map(({ id, text }) => finding('lost', `"${text}" of ${phone}`, id, line)),
    ),
    ...stored
      .filter(({ fromMe, externalId }) => fromMe === 0 && !sent.has(externalId))
      .map(({ externalId, body, kind }) => finding('invented', `${kind} "${body}"`, externalId, line)),
  ]
}

/** Each call is a line of its chat, and tells how it ended. */
function auditCalls({ isLost }: Records, { calls, stored, line }: ChatRecord): Finding[] {
  return calls.flatMap(({ id, moments: [told, done], deed: { action } }) => {
    const row = stored.find(({ externalId }) => externalId === id)
    const rangUntil = done + (action.do === 'call' ? action.seconds * 1_000 : 0)
    const isRinging = row?.extra?.includes('"ringing"') ?? true
    if (!isRinging || isLost(line, id ?? '', told, done, rangUntil)) return []
    return [finding(row ? 'without an end' : 'lost', 'a call', id, line)]
  })
}

/**
 * What is marked sent is on every phone of the chat, what is marked failed on none, and nothing waits any more. What was
 * deleted while nobody knew whether it had left may have arrived: that it is deleted there, too, is asked with the acts.
 * What was deleted before a phone could read it never arrives: the phone asks again, and what is deleted is not said again.
 */
function auditOutgoing({ isLost }: Records, { chat, got, stored, line }: ChatRecord): Finding[] {
  const expected = chat.stranger === null ? null : 'notOnWhatsapp'
  return stored
    .filter(({ fromMe, kind }) => fromMe === 1 && kind !== 'note')
    .flatMap(({ externalId: id, ack, failure, body, isDeleted }) => {
      const isWithdrawn = failure === 'deleted' && isDeleted === 1
      const having = got.filter(({ entries }) => entries.some((entry) => entry.id === id))
      const isSent = ack >= 2 && ack !== 99
      return [
        ...(isSent && (having.length < got.length || chat.stranger !== null) && isDeleted === 0 && !isLost(line, id)
          ? [
              finding(
                'lost',
                `marked ${ack}, and ${got.length - having.length} of ${got.length} phones have nothing of "${body}"`,
                id,
                line,
              ),
            ]
          : []),
        ...(!isSent && !isWithdrawn && having.length > 0
          ? [finding('shown failed, arrived', `ack ${ack} (${failure}) "${body}"`, id, line)]
          : []),
        ...(ack === 1 || ack === 99 ? [finding('without an end', `ack ${ack} "${body}"`, id, line)] : []),
        ...(failure !== null && !REFUSALS.includes(failure) && failure !== expected && !isWithdrawn
          ? [finding('failed', `for ${failure}, which nobody refused: "${body}"`, id, line)]
          : []),
      ]
    })
}

/** How the simulator's refusals are called by the house. */
const REFUSALS = ['rejected', 'restricted']

/** What a customer's phone got or read, and told of, is marked so here, and nothing more than that. WhatsApp itself loses some. */
function auditTicks(records: Records, { chat, got, stored, line }: ChatRecord): Finding[] {
  const customer = records.stage.cast.customers[chat.customers[0] ?? -1]
  if (chat.isGroup || !customer) return []
  const entries = new Map(got.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry])))
  return stored.flatMap((row) => {
    const entry = entries.get(idOf(row))
    if (row.fromMe !== 1 || !entry) return []
    const { deliveredAt, readAt } = entry
    const toldAt = readAt ?? deliveredAt ?? 0
    const told = [toldAt, toldAt + customer.after, toldAt + SLOWEST_MS]
    const isLost =
      told.some((at) => records.gustsAt(at, line, ['receiptsLost']).length > 0) ||
      records.isLost(line, entry.id, ...told, deliveredAt ?? 0)
    const isTold = (customer.tells || readAt !== null) && !isLost
    const what = `ack ${row.ack}, delivered ${deliveredAt}, read ${readAt}: "${row.body}"`
    return [
      ...(isTold && isBehind(row, entry) ? [finding('tick lost', what, entry.id, line)] : []),
      ...(row.ack >= 4 && row.ack !== 99 && readAt === null ? [finding('tick invented', what, entry.id, line)] : []),
    ]
  })
}

/** What the API took is stored, once; and so is what was written on the company's own phone. */
function auditPosted({ played: { posted, taps }, isLost, lineAt, rowByDeed, rowById }: Records): Finding[] {
  const taken = [...posted].flatMap(([n, id]) => {
    const row = rowByDeed.get(clientIdOf(n))
    const what = `deed ${n} was answered with ${id}, and ${row?.id ?? 'nothing'} is stored`
    return row?.id === id ? [] : [finding('lost', what, row?.externalId ?? null)]
  })
  const byOwners = taps.flatMap(({ deed: { n, by, chat }, id, moments }) => {
    const isHere = by !== 'owner' || id === null || rowById.has(id) || isLost(lineAt(chat), id, ...moments)
    return isHere ? [] : [finding('lost', `an owner's deed ${n}`, id)]
  })
  return [...taken, ...byOwners]
}

function auditDoubles({ rows, phones, isOurs, stage }: Records): Finding[] {
  const canary = canaryOf(stage.size.seed)
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

/** What became of a message by edits, deletions and reactions is the same on the phones as in the house. */
function auditActs(records: Records, row: Row): Finding[] {
  const { copies, isOurs, lineOf, hasLostActs } = records
  if (hasLostActs(idOf(row))) return []
  const isBare = isHandedOverDeleted(records, row)
  return (copies.get(row.externalId ?? '') ?? [])
    .filter(({ phone, entry }) => !isOurs(phone) && (row.fromMe === 1 || entry.fromMe))
    .flatMap(({ phone, entry }) =>
      differences(isBare ? { ...row, body: entry.text } : row, entry, isOurs).map((what) =>
        finding('acts differ', `${what} at ${phone}`, row.externalId, lineOf(row)),
      ),
    )
}

/** A ticket nobody took has every message unread; no other has more unread than came. */
function auditUnread({ ledgers, stage }: Records, { chat, index, line }: ChatRecord): Finding[] {
  const company = stage.cast.lines[chat.line]?.company ?? 0
  const ticketId = stage.desks[index]?.ticketId
  const row = ledgers[company]?.unread.find((one) => one.ticketId === ticketId)
  if (!row) return [finding('lost', `the ticket of chat ${index}`, null, line)]
  const isRight = chat.isAttended ? row.unread >= 0 && row.unread <= row.got : row.unread === row.got
  return isRight
    ? []
    : [
        finding(
          'unread',
          `${row.unread} of ${row.got} in ticket ${row.ticketId}, which is ${chat.isAttended ? '' : 'not '}attended`,
          null,
          line,
        ),
      ]
}

function auditLedgers({ ledgers, rows, stage, isLostMessage }: Records): Finding[] {
  const strays = rows.filter(
    ({ company, ticketId }) =>
      !stage.cast.chats.some(
        ({ line }, chat) => stage.desks[chat]?.ticketId === ticketId && stage.cast.lines[line]?.company === company,
      ),
  )
  return [
    ...strays.map(({ externalId, body, ticketId }) =>
      finding('invented', `ticket ${ticketId} of nobody's chat: "${body}"`, externalId),
    ),
    ...ledgers.flatMap(({ integrity, journal, outbox, miscounted, waitingActs: all }, company) => {
      const waitingActs = all.filter((id) => !isLostMessage(id)).length
      return [
        ...integrity.filter((word) => word !== 'ok').map((word) => finding('damaged', `company ${company}: ${word}`)),
        ...(journal.length + outbox + waitingActs > 0
          ? [
              finding(
                'without an end',
                `company ${company}: ${journal.length} in the journal, ${outbox} in the outbox, ${waitingActs} waiting acts`,
              ),
            ]
          : []),
        ...(miscounted > 0
          ? [finding('unread', `company ${company}: ${miscounted} figures beside the tabs are wrong`)]
          : []),
      ]
    }),
  ]
}
