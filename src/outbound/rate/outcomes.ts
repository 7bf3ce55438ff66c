/**
 * Outcomes of the latest automated sends: a ring buffer per connection, so the cost does not grow. For an attendant's
 * message the only cost is one lookup in a small index.
 */
import type { NewChats } from '../../channels/channel'
import { READ, SENT } from '../../channels/contract'
import { newChatsReported } from '../../channels/events'
import { forgetFirstMessage, noteFirstMessage } from '../../channels/meta/first-messages'
import { stateOfWindow } from '../../channels/windows/windows'
import { contactChanged, contactMerging } from '../../contacts/events'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getValue } from '../../platform/sql'
import { mayHold } from '../../platform/sqlite'
import {
  deliveryStatusRaised,
  messageFailed,
  messagePosted,
  messageSent,
  unattendedPosted,
} from '../../tickets/messages/events'
import { optedOut, rateLimitChanged } from '../events'
import { dayAt } from './hours'
import { judgeAgain } from './limiter'

/** About an hour of messages at the default intervals. */
const RING = 400

type State = 'waiting' | 'sent' | 'delivered' | 'read' | 'failed' | 'blocked' | 'optedOut'

/** These failures say nothing about what the messenger or the recipients think of us. */
const harmless: ReadonlySet<string> = new Set([
  'cancelled',
  'deleted',
  'expired',
  'connectionDeleted',
  'notInPlan',
  'formerNumber',
  'fileGone',
])

/** Creates the connection's row if it does not exist yet. */
function begin(cx: Cx, connectionId: number) {
  execute(
    cx.db,
    `INSERT OR IGNORE INTO reach_pace (connection_id, day, sent, cold, burst, free_at, is_pausing, factor, released_at, judged_at, posted)
     VALUES (?, ?, 0, 0, 0, 0, 0, 1, 0, 0, 0)`,
    [connectionId, dayAt(cx.now(), cx.tenant.timeZone).day],
  )
}

function notePosted(
  cx: Cx,
  { messageId, contactId, connectionId }: Record<'messageId' | 'contactId' | 'connectionId', number>,
) {
  const raw = cx.db.$client
  begin(cx, connectionId)
  const posted = getValue(
    raw,
    'UPDATE reach_pace SET posted = posted + 1 WHERE connection_id = (? + 0) RETURNING posted',
    connectionId,
  )
  execute(raw, "INSERT OR REPLACE INTO reach_outcomes VALUES (?, ?, ?, ?, ?, 'waiting')", [
    connectionId,
    Number(posted) % RING,
    messageId,
    contactId,
    cx.now(),
  ])
  execute(raw, 'INSERT INTO reached VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)', [
    contactId,
    connectionId,
    cx.now(),
  ])
}

const anyOutcomes = mayHold('reach_outcomes')

/** A receipt that arrives behind the contact's answer does not make the message wanted. */
function noteOutcome(cx: Cx, messageId: number, state: State): number | undefined {
  if (!anyOutcomes(cx.db)) return undefined
  return getValue<number>(
    cx.db,
    `UPDATE reach_outcomes SET state = ? WHERE message_id = (? + 0) AND state NOT IN ('optedOut', 'blocked')
     RETURNING connection_id`,
    [state, messageId],
  )
}

/** Only the contact's latest message counts. */
function noteUnwanted(cx: Cx, contactId: number, state: State) {
  const connectionId = getValue(
    cx.db,
    `UPDATE reach_outcomes SET state = ? WHERE message_id =
       (SELECT max(message_id) FROM reach_outcomes WHERE contact_id = ?) RETURNING connection_id`,
    [state, contactId],
  )
  if (typeof connectionId === 'number') judgeAgain(cx, connectionId)
}

function noteFailed(cx: Cx, messageId: number, failure: string) {
  const connectionId = noteOutcome(cx, messageId, harmless.has(failure) ? 'waiting' : 'failed')
  if (connectionId !== undefined) judgeAgain(cx, connectionId)
}

/** The messenger's own quota of new chats. */
function noteNewChats(cx: Cx, { connectionId, left, until }: NewChats & { readonly connectionId: number }) {
  begin(cx, connectionId)
  execute(cx.db, 'UPDATE reach_pace SET new_chats_left = ?, new_chats_until = ? WHERE connection_id = ?', [
    left,
    until,
    connectionId,
  ])
  cx.happened(rateLimitChanged({ connectionId }))
}

export const outcomeSubscribers: readonly Subscriber[] = [
  on(newChatsReported, 'inTransaction', noteNewChats),
  on(unattendedPosted, 'inTransaction', notePosted),
  on(messagePosted, 'inTransaction', (cx, { ticket: { connectionId, contactId }, message }) => {
    if (!message.extra?.template) return
    if (stateOfWindow(cx.db, { connectionId, contactId }, cx.now()) !== 'open')
      noteFirstMessage(cx, { messageId: message.id, connectionId, contactId })
  }),
  on(messageSent, 'inTransaction', (cx, { message: { id, ack } }) => {
    if (ack <= SENT) noteOutcome(cx, id, 'sent')
  }),
  on(deliveryStatusRaised, 'inTransaction', (cx, { messageId, ack }) => {
    if (ack > SENT) noteOutcome(cx, messageId, ack >= READ ? 'read' : 'delivered')
  }),
  on(messageFailed, 'inTransaction', (cx, { message, failure }) => {
    noteFailed(cx, message.id, failure)
    forgetFirstMessage(cx, message.id)
  }),
  on(optedOut, 'inTransaction', (cx, { contactId }) => {
    if (contactId !== null) noteUnwanted(cx, contactId, 'optedOut')
  }),
  on(contactChanged, 'inTransaction', (cx, { contact }) => {
    if (!contact.active && !contact.isGroup) noteUnwanted(cx, contact.id, 'blocked')
  }),
  on(contactMerging, 'inTransaction', (cx, { keptId, goneId }) => {
    const raw = cx.db.$client
    execute(raw, 'UPDATE reach_outcomes SET contact_id = ? WHERE contact_id = ?', [keptId, goneId])
    execute(raw, 'UPDATE first_messages SET contact_id = ? WHERE contact_id = ?', [keptId, goneId])
    execute(
      raw,
      `INSERT INTO reached SELECT ?, connection_id, at FROM reached WHERE contact_id = ?
       ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
      [keptId, goneId],
    )
  }),
]
