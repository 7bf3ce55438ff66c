/** Posts stored sends: at once, or by the job as the rate limiter permits. */

import { findConnectionOrFail } from '../../channels/connections/queries'
import { contactMerging } from '../../contacts/events'
import { findContactOrFail } from '../../contacts/queries'
import { AppError } from '../../errors'
import { admit, isCold, type Wait } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getRow } from '../../platform/sql'
import { statement } from '../../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../../platform/time'
import { announceTicket } from '../../tickets/announce'
import { ticketOpened, ticketWaiting } from '../../tickets/events'
import { writeLog } from '../../tickets/log/log'
import { findMessage } from '../../tickets/messages/queries'
import { insertTicket } from '../../tickets/moves/new-ticket'
import { findActiveTicket } from '../../tickets/queries'
import { isQuotable } from '../../tickets/sending/send'
import { sendUnattended } from '../../tickets/sending/send-unattended'
import { findUser } from '../../users/people'
import { listDue, listParts, type SendPart, type StoredSend } from './sends'
import { findTokenName } from './tokens'

/** Sends per run of the job, one transaction each. */
const SENDS_PER_RUN = 50
/** A send that waited this long fails: a late message would surprise the contact. */
const MAX_WAIT = DAY

export const NEXT_DUE = `SELECT min(iif(again_at > @now + ${MINUTE}, 0, again_at)) FROM api_sends WHERE state = 'waiting'`

/**
 * Null if the send may be posted now: the rate limiter has booked it, in the caller's transaction. A contact's sends keep
 * their order. Contacts who wrote within a day get them at a schedule's rate, others at a campaign's.
 */
export function waitOf(cx: Cx, send: StoredSend): Wait | null {
  const { contactId, connectionId } = send
  return hasEarlier(cx, send)
    ? { why: 'interval', until: null }
    : admit(cx, connectionId, isCold(cx.db, contactId, connectionId), mannerOf(cx, send))
}

function mannerOf(cx: Cx, { contactId, connectionId }: StoredSend): Parameters<typeof admit>[3] {
  const isAnswer = wroteLately(cx, contactId, connectionId)
  return { isScheduled: isAnswer, isFirst: !isAnswer }
}

/** A send that is being stored has no row yet: all waiting ones are earlier. */
const hasEarlier = (cx: Cx, { id, contactId, connectionId }: StoredSend): boolean =>
  getRow(
    cx.db,
    `SELECT 1 FROM api_sends WHERE state = 'waiting' AND contact_id = @contactId AND connection_id = @connectionId
       AND rowid < ifnull((SELECT rowid FROM api_sends WHERE id = @id), ${Number.MAX_SAFE_INTEGER}) LIMIT 1`,
    { id, contactId, connectionId },
  ) !== undefined

/** Whether the contact wrote to us over this connection within a day. */
export const wroteLately = (cx: Cx, contactId: number | null, connectionId: number): boolean =>
  contactId !== null &&
  getRow(
    cx.db,
    `SELECT 1 FROM messages INDEXED BY messages_page
     WHERE contact_id = ? AND created_at > ? AND connection_id = ? AND from_me = 0 LIMIT 1`,
    [contactId, cx.now() - DAY, connectionId],
  ) !== undefined

/** When to try again: after `longest` milliseconds, or earlier if the wait ends. */
export const againAt = (now: number, { why, until }: Wait, longest = why === 'interval' ? SECOND : MINUTE): number =>
  Math.min(until ?? Number.POSITIVE_INFINITY, now + longest)

function defer(cx: Cx, { id }: StoredSend, wait: Wait) {
  execute(cx.db, 'UPDATE api_sends SET wait_why = ?, wait_until = ?, again_at = ? WHERE id = ?', [
    wait.why,
    wait.until,
    againAt(cx.now(), wait),
    id,
  ])
}

/** Posts the messages of a send; returns their ids, in the order of its parts. */
export function post(cx: Cx, send: StoredSend, tokenName: string, parts: readonly SendPart[]): number[] {
  const { contactId, connectionId, queueId } = send
  if (send.opensTicket === 1) openTicket(cx, send)
  const origin = { by: 'api', name: tokenName } as const
  const signAs = send.isSigned === 1 ? send.userId : null
  return parts.map(({ kind, body, media, extra }, at) => {
    const quotedId = at === 0 ? stillQuotable(cx, send) : null
    const draft = {
      kind: (media && kind) ?? 'chat',
      body,
      media,
      extra: { ...extra, origin },
      quotedId,
      signAs,
    } as const
    return sendUnattended(cx, { contactId, connectionId, queueId, ...draft }).id
  })
}

function postStored(cx: Cx, send: StoredSend) {
  const parts = listParts(cx.db, send.id)
  const posted = statement(cx.db.$client, 'UPDATE api_send_parts SET message_id = ?, media = NULL WHERE id = ?')
  const messageIds = post(cx, send, findTokenName(cx.db, send.tokenId), parts)
  for (const [at, { id }] of parts.entries()) posted.run(messageIds[at], id)
  settle(cx, send, 'posted', null)
}

/** A send that waited leaves without the quote if its message was deleted meanwhile. */
function stillQuotable({ db }: Cx, { quotedId, contactId }: StoredSend): number | null {
  const quoted = quotedId === null ? undefined : findMessage(db, quotedId)
  return quoted?.contactId === contactId && isQuotable(quoted) ? quoted.id : null
}

const settle = (cx: Cx, { id }: StoredSend, state: 'posted' | 'failed', failure: string | null) =>
  execute(
    cx.db,
    'UPDATE api_sends SET state = ?, failure = ?, wait_why = NULL, wait_until = NULL, again_at = NULL WHERE id = ?',
    [state, failure, id],
  )

/** Opens a ticket unless the contact has an active one: for the user, or waiting in the queue. */
function openTicket(cx: Cx, { contactId, connectionId, queueId, userId }: StoredSend) {
  if (findActiveTicket(cx.db, contactId, connectionId)) return
  const [contact, connection] = [findContactOrFail(cx.db, contactId), findConnectionOrFail(cx.db, connectionId)]
  const owner = userId !== null && findUser(cx.db, userId)?.active ? userId : null
  const status = owner === null ? 'pending' : 'open'
  const ticket = insertTicket(cx, { status, connection, contact, queueId, userId: owner, at: cx.now() })
  writeLog(cx, ticket.id, { kind: 'created', userId: null, data: { connection: connection.name } })
  if (queueId !== null) writeLog(cx, ticket.id, { kind: 'queueSet', userId: null, data: { queueId } })
  announceTicket(cx, null, ticket)
  if (owner !== null) cx.happened(ticketOpened({ ticket, userId: owner }))
  else if (!ticket.isGroup) cx.happened(ticketWaiting({ ticket }))
}

/** The job. Returns whether more is due. */
export function postDue(cx: Cx): boolean {
  const due = listDue(cx.db, cx.now(), SENDS_PER_RUN)
  const faults: unknown[] = []
  let posted = 0
  for (const send of due)
    try {
      if (cx.transaction((cx) => postOrFail(cx, send))) posted++
    } catch (error) {
      // A send that fails must not block the others.
      if (error instanceof AppError) settle(cx, send, 'failed', 'refused')
      else faults.push(error)
    }
  if (faults.length > 0) throw faults[0]
  return posted === SENDS_PER_RUN
}

/** Returns whether the send is settled. */
function postOrFail(cx: Cx, send: StoredSend): boolean {
  if (cx.now() - send.createdAt > MAX_WAIT) {
    settle(cx, send, 'failed', 'late')
    return true
  }
  const wait = waitOf(cx, send)
  if (wait) defer(cx, send, wait)
  else postStored(cx, send)
  return wait === null
}

/** Retention of a send's status. */
const KEPT = 30 * DAY
export const NEXT_OLD = `SELECT min(created_at) + ${KEPT} FROM api_sends`

/** Deletes older sends. Returns whether more remain. */
export const deleteOld = (cx: Cx): boolean =>
  execute(
    cx.db,
    'DELETE FROM api_sends WHERE id IN (SELECT id FROM api_sends WHERE created_at <= ? ORDER BY created_at LIMIT 500)',
    cx.now() - KEPT,
  ).changes === 500

export const apiSubscribers: readonly Subscriber[] = [
  on(contactMerging, 'inTransaction', (cx, { keptId, goneId }) => {
    execute(cx.db, 'UPDATE api_sends SET contact_id = ? WHERE contact_id = ?', [keptId, goneId])
  }),
]
