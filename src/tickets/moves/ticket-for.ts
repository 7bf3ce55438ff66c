/** Finds or opens the ticket of an incoming message. */
import { queueIdsOfConnection } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import { findGroup } from '../../contacts/groups/queries'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { readThanksTime } from '../../settings/settings'
import { findUser } from '../../users/people'
import { type Arriving, type ClosedTicketAutoResponder, claimArriving } from '../auto-responders'
import { writeLog } from '../log/log'
import { findActiveTicket, findTicket } from '../queries'
import type { Ticket } from '../tables'
import { isClosingWords, mayBeClosingWords } from './closing-words'
import { takeExpected } from './expected-answers'
import { insertTicket } from './new-ticket'

type TicketTarget = {
  readonly ticket: Ticket | undefined
  /** The message opens it. */
  readonly isNew: boolean
  /** The auto-responder that claimed the message for this closed ticket. */
  readonly claimedBy: ClosedTicketAutoResponder | undefined
}

/**
 * The active ticket, or a closed one that a responder claims, or a new one if the contact wrote. A message typed on our
 * own phone joins the active ticket or none.
 */
export function ticketFor(cx: Cx, { connection, contact, incoming }: Arriving): TicketTarget {
  const active = findActiveTicket(cx.db, contact.id, connection.id)
  if (active) return joining(active)
  if (incoming.fromMe) return withoutTicket // stored with the contact only: it opens and changes nothing
  const isCommunity = contact.isGroup && findGroup(cx.db, contact.id)?.isCommunity
  if (isCommunity) return withoutTicket // a community has no conversation
  const claim = claimArriving(cx, { connection, contact, incoming })
  if (claim) return { ticket: claim.ticket, isNew: false, claimedBy: claim.by }
  const thanked = thankedFor(cx, { connection, contact, incoming })
  if (thanked) return { ticket: thanked, isNew: false, claimedBy: silence }
  return { ticket: openTicket(cx, connection, contact), isNew: true, claimedBy: undefined }
}

const joining = (ticket: Ticket | undefined): TicketTarget => ({ ticket, isNew: false, claimedBy: undefined })
export const withoutTicket = joining(undefined)

/** Nobody answers thanks. */
const silence: ClosedTicketAutoResponder = {
  name: 'closingWords',
  stage: 'beforeTicket',
  claim: () => undefined,
  answer: () => undefined,
}

/** The ticket closed a moment ago for which the contact only says thanks. Messages sent since may be what they answer. */
function thankedFor({ db, now }: Cx, { connection, contact, incoming }: Arriving): Ticket | undefined {
  const time = readThanksTime(db) * MINUTE
  if (time === 0 || contact.isGroup || incoming.placeholder || !mayBeClosingWords(incoming)) return undefined
  const ticket = latestTicketOf(db, contact.id, connection.id)
  if (!ticket || ticket.closedAt === null || Math.min(incoming.sentAt, now()) - ticket.closedAt > time) return undefined
  const attendant = ticket.userId === null ? undefined : findUser(db, ticket.userId)
  if (!isClosingWords(incoming, attendant ? [attendant.name] : [])) return undefined
  const sentSince = getValue(
    db,
    'SELECT 1 FROM messages WHERE contact_id = ? AND created_at > ? AND from_me = 1 AND ticket_id IS NOT ? LIMIT 1',
    [contact.id, ticket.closedAt, ticket.id],
  )
  return sentSince === undefined ? ticket : undefined
}

export function latestTicketOf(db: Db, contactId: number, connectionId: number): Ticket | undefined {
  const id = getValue(
    db,
    'SELECT id FROM tickets WHERE contact_id = ? AND connection_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
    [contactId, connectionId],
  )
  return typeof id === 'number' ? findTicket(db, id) : undefined
}

/**
 * Puts it into the queue that expects the answer, or into the connection's only one; otherwise it waits without queue.
 */
function openTicket(cx: Cx, connection: Connection, contact: Contact): Ticket {
  const queueIds = queueIdsOfConnection(cx.db, connection.id)
  const expected = takeExpected(cx, { contactId: contact.id, connectionId: connection.id })
  const queueId = expected ?? (queueIds.length === 1 ? (queueIds[0] ?? null) : null)
  const ticket = insertTicket(cx, { status: 'pending', connection, contact, queueId, at: cx.now() })
  writeLog(cx, ticket.id, { kind: 'created', userId: null, data: { connection: connection.name } })
  if (queueId !== null)
    writeLog(cx, ticket.id, { kind: 'queueSet', userId: null, data: { queueId, cause: 'onlyQueue' } })
  return ticket
}
