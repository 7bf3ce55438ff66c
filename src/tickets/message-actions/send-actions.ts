/**
 * An attendant edits, deletes or reacts: shown at once, sent by the outbox, undone if the messenger refuses. A message
 * that was never sent is changed only here.
 */
import type { Actor } from '../../actor'
import { lackOf } from '../../channels/acts'
import type { AskedAgain, OutgoingAction } from '../../channels/channel'
import { wentOverFormerNumber } from '../../channels/connections/former-numbers'
import { channelOf } from '../../channels/connections/queries'
import type { OutboxRow } from '../../channels/connections/tables'
import { EDITING, FAILED, WAITING } from '../../channels/contract'
import { lackOfReaction } from '../../channels/lacks'
import type { Outcome } from '../../channels/outbox/delivery'
import { isUntried, putInOutbox, takeFromOutbox } from '../../channels/outbox/queue'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute, getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { outgoingMentions } from '../groups/mentions'
import { requireInGroup, requireWritable } from '../groups/writable'
import type { Message } from '../messages/contract'
import { addEdit, lastEditedAt, removeEdit, rewrite, takeOutOfQuotes } from '../messages/edit-history'
import { couldBelongToChat } from '../messages/identity'
import { newExternalId } from '../messages/message'
import { findMessage, findVisibleMessage } from '../messages/queries'
import {
  confirmOwnReaction,
  ownReactedAt,
  ownReaction,
  setOwnReaction,
  takeBackOwnReaction,
} from '../messages/reactions'
import type { RefusedAction, StoredMessage } from '../messages/tables'
import { findAnswerable } from '../moves/attending'
import { findVisibleTicket } from '../queries'
import { announceChange } from '../reading/changed'
import { readMessage } from '../reading/shown'
import { writeFailure } from '../receipts/receipts'
import { addressOf } from '../sending/destination'
import { finalText } from '../sending/final-text'
import { refuse } from '../sending/over-channel'
import type { Ticket } from '../tables'
import { EDIT_LIFE, requireDeletable, requireEditable, requireReactable } from './rules'

type OwnAction = {
  readonly id: number
  readonly message_id: number
  readonly kind: RefusedAction['act']
  readonly external_id: string
  readonly body: string | null
  readonly created_at: number
}

export function editMessage(
  cx: Cx,
  actor: Actor,
  messageId: number,
  request: { readonly ticketId: number | null; readonly body: string },
): Message {
  return cx.transaction((cx) => {
    const { message, ticket } = findSubject(cx, actor, messageId, request.ticketId)
    requireWritable(ticket)
    const isUnseen = neverLeft(cx.db, message)
    requireEditable(message, { now: cx.now(), isUnseen })
    if (!isUnseen) refuse(lackOf(channelOf(cx.db, message.connectionId), 'edit'))
    const { signature = null } = message.extra ?? {}
    const body = finalText(cx, ticket, request.body, { signature })
    if (body === '') fail('ERR_MESSAGE_EMPTY')
    if (body === message.body) return readMessage(cx.db, messageId)
    if (isUnseen) rewriteUnseen(cx, message, body)
    else postEdit(cx, actor, message, body)
    return changed(cx, messageId)
  })
}

function rewriteUnseen(cx: Cx, message: StoredMessage, body: string) {
  rewrite(cx.db, message.id, body)
  for (const id of takeOutOfQuotes(cx.db, message, message.body)) announceChange(cx, id)
}

function postEdit(cx: Cx, actor: Actor, message: StoredMessage, body: string) {
  const externalId = post(cx, actor, message, { kind: 'edit', body })
  // The newest edit, whatever the clock says: edits on the phone have WhatsApp's time, and our clock may have been set
  // back.
  addEdit(cx.db, message, { externalId, body, at: Math.max(cx.now(), lastEditedAt(cx.db, message.id)) })
  execute(
    cx.db,
    'UPDATE messages SET former_ack = CASE ack WHEN ? THEN former_ack ELSE ack END, ack = ? WHERE id = ?',
    [EDITING, EDITING, message.id],
  )
}

/** A failed message may have arrived with its first text: when it is sent again, its newest edit follows. */
export function editOnceMore(cx: Cx, { id: messageId, connectionId, contactId, createdAt }: StoredMessage) {
  const actionId = getValue<number>(
    cx.db,
    `SELECT a.id FROM own_acts a JOIN message_edits e ON e.message_id = a.message_id AND e.external_id = a.external_id
     WHERE a.message_id = ? AND a.kind = 'edit' ORDER BY a.id DESC LIMIT 1`,
    messageId,
  )
  if (actionId === undefined || cx.now() - createdAt > EDIT_LIFE) return
  execute(cx.db, 'DELETE FROM outbox WHERE act_id = ?', actionId) // it was queued before the message
  putInOutbox(cx, { connectionId, contactId, messageId, actionId })
}

/**
 * Deletes for everyone. A failed message may have arrived, so its deletion is sent, too; a message that was never sent
 * is only removed from the outbox.
 */
export function deleteMessage(cx: Cx, actor: Actor, messageId: number): Message {
  return cx.transaction((cx) => {
    const { message, ticket } = findSubject(cx, actor, messageId, null)
    requireWritable(ticket)
    requireDeletable(message)
    if (message.isDeleted) return readMessage(cx.db, messageId)
    if (!neverLeft(cx.db, message)) deleteThere(cx, actor, message)
    else if (takeFromOutbox(cx.db, messageId)) writeFailure(cx, message, 'deleted')
    setDeleted(cx.db, messageId, true)
    return changed(cx, messageId)
  })
}

/** What a messenger without deletions has refused can still be put away here. */
function deleteThere(cx: Cx, actor: Actor, message: StoredMessage) {
  const lack = lackOf(channelOf(cx.db, message.connectionId), 'revoke')
  if (lack && message.ack !== FAILED) refuse(lack)
  if (!lack) post(cx, actor, message, { kind: 'revoke', body: null })
}

/** Null removes the reaction. */
export function reactToMessage(
  cx: Cx,
  actor: Actor,
  messageId: number,
  request: { readonly ticketId: number; readonly emoji: string | null },
): Message {
  return cx.transaction((cx) => {
    const { message, ticket } = findSubject(cx, actor, messageId, request.ticketId)
    requireInGroup(ticket)
    requireReactable(message)
    const { emoji } = request
    refuse(lackOfReaction(channelOf(cx.db, message.connectionId), emoji))
    if (ownReaction(cx.db, messageId) === emoji) return readMessage(cx.db, messageId)
    // Phones keep the latest reaction, and our clock may have been set back since the previous one.
    const at = Math.max(cx.now(), ownReactedAt(cx.db, messageId) + 1)
    const externalId = post(cx, actor, message, { kind: 'react', body: emoji, at })
    setOwnReaction(cx.db, messageId, { emoji, externalId, userId: actor.userId, at })
    return changed(cx, messageId)
  })
}

/**
 * A message this user sees, and the ticket they act in: an action needs the same permission as an answer. Some requests
 * name the ticket on their screen.
 */
function findSubject(
  cx: Cx,
  actor: Actor,
  messageId: number,
  ticketId: number | null,
): { readonly message: StoredMessage; readonly ticket: Ticket } {
  const message = findVisibleMessage(cx.db, actor, messageId)
  if (ticketId !== null && findVisibleTicket(cx.db, actor, ticketId).contactId !== message.contactId)
    fail('ERR_NO_MESSAGE_FOUND')
  return { message, ticket: findAnswerable(cx.db, actor, message) }
}

/** It has had no attempt yet or was cancelled before one, so nobody else can have it. */
const neverLeft = (db: Db, { id, fromMe, ack }: StoredMessage): boolean =>
  fromMe && (ack === WAITING || ack === FAILED) && isUntried(db, id)

/** Queues the action; returns its id on the messenger. */
function post(
  cx: Cx,
  actor: Actor,
  message: StoredMessage,
  {
    kind,
    body,
    at = cx.now(),
  }: { readonly kind: OwnAction['kind']; readonly body: string | null; readonly at?: number },
): string {
  if (wentOverFormerNumber(cx.db, message)) fail('ERR_MESSAGE_FORMER_NUMBER')
  const externalId = newExternalId()
  const { lastInsertRowid } = execute(
    cx.db,
    'INSERT INTO own_acts (message_id, kind, external_id, body, user_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    [message.id, kind, externalId, body, actor.userId, at],
  )
  const { id: messageId, connectionId, contactId } = message
  putInOutbox(cx, { connectionId, contactId, messageId, actionId: Number(lastInsertRowid) }, at)
  execute(cx.db, 'UPDATE messages SET refused = NULL WHERE id = ?', messageId)
  return externalId
}

function changed(cx: Cx, messageId: number): Message {
  announceChange(cx, messageId)
  return readMessage(cx.db, messageId)
}

const findAction = (db: Db, actionId: number) =>
  getRow<OwnAction>(
    db,
    'SELECT id, message_id, kind, external_id, body, created_at FROM own_acts WHERE id = ?',
    actionId,
  )

/** Converts an outbox row for the channel. */
export function describeAction(cx: Cx, actionId: number): OutgoingAction | { failure: string } {
  const action = findAction(cx.db, actionId)
  const message = action && findMessage(cx.db, action.message_id)
  if (!action || !message) return { failure: 'unknown' }
  if (action.kind !== 'revoke' && message.fromMe && message.ack === FAILED) return { failure: 'notSent' }
  if (action.kind === 'edit' && cx.now() - message.createdAt > EDIT_LIFE) return { failure: 'editTooLate' }
  return outgoingOf(cx.db, action, message)
}

function outgoingOf(db: Db, action: OwnAction, message: StoredMessage): OutgoingAction | { failure: string } {
  if (wentOverFormerNumber(db, message)) return { failure: 'formerNumber' }
  const to = addressOf(db, message)
  if (!to || message.externalId === null) return { failure: to ? 'unknown' : 'noAddress' }
  const author = message.authorAddresses?.[0] ?? null
  const base = {
    externalId: action.external_id,
    to,
    target: { externalId: message.externalId, fromMe: message.fromMe, author },
  }
  switch (action.kind) {
    case 'edit': {
      const body = action.body ?? ''
      const { extra } = message
      return { ...base, do: 'edit', body, ...outgoingMentions(db, message.contactId, { body, extra }) }
    }
    case 'revoke':
      return { ...base, do: 'revoke' }
    case 'react':
      return { ...base, do: 'react', emoji: action.body, at: action.created_at }
  }
}

/**
 * Finds the action we sent under an id, for a phone that could not decrypt it. A repeated edit may arrive after a later
 * one.
 */
export function findSentAction(
  cx: Cx,
  connectionId: number,
  { externalId, chat }: AskedAgain,
): OutgoingAction | undefined {
  const action = getRow<OwnAction>(
    cx.db,
    'SELECT a.id, a.message_id, a.kind, a.external_id, a.body, a.created_at FROM own_acts a JOIN messages m ON m.id = a.message_id WHERE a.external_id = ? AND m.connection_id = ?',
    [externalId, connectionId],
  )
  const message = action && findMessage(cx.db, action.message_id)
  if (!message || !couldBelongToChat(cx.db, message, chat)) return undefined
  const now = action.kind === 'edit' ? { ...action, body: message.body } : action
  const outgoing = outgoingOf(cx.db, now, message)
  return 'do' in outgoing ? outgoing : undefined
}

/** The outbox is done with it: it was accepted, or it is undone here. The outbox row is already deleted. */
export function settleAction(
  cx: Cx,
  row: Pick<OutboxRow, 'messageId' | 'createdAt'>,
  actionId: number,
  { failure }: Outcome,
) {
  const action = findAction(cx.db, actionId)
  const message = findMessage(cx.db, row.messageId)
  if (!action || !message) return
  if (failure === null) {
    if (action.kind === 'react') confirmOwnReaction(cx.db, message.id, action.body)
  } else if (action.kind !== 'edit' || !wasSentAgainSince(action, row)) takeBack(cx, action, message, failure)
  const isReleased = action.kind === 'edit' && releaseAck(cx.db, message.id)
  if (failure !== null || isReleased) announceChange(cx, message.id)
}

/**
 * Its message was sent again before it with the new text, which stays whatever happens to the edit. Otherwise the row
 * has the action's own time, to the millisecond.
 */
const wasSentAgainSince = (action: OwnAction, row: Pick<OutboxRow, 'createdAt'>): boolean =>
  row.createdAt !== action.created_at

function takeBack(cx: Cx, action: OwnAction, message: StoredMessage, reason: string) {
  const { db } = cx
  // A failed message needs no undoing: here it stays deleted, or keeps its newest text.
  if (message.ack === FAILED && (message.isDeleted || action.kind === 'edit')) return
  if (action.kind === 'edit') takeBackEdit(cx, action, message)
  else if (action.kind === 'react') takeBackOwnReaction(db, message.id, action.external_id)
  else setDeleted(db, message.id, false)
  const refused: RefusedAction = { act: action.kind, reason }
  execute(db, 'UPDATE messages SET refused = ? WHERE id = ?', [JSON.stringify(refused), message.id])
}

function takeBackEdit(cx: Cx, { external_id, body }: OwnAction, message: StoredMessage) {
  removeEdit(cx.db, message.id, external_id)
  for (const id of takeOutOfQuotes(cx.db, message, body ?? '')) announceChange(cx, id)
}

/** Shows the delivery status again when the last edit in flight has its answer. */
function releaseAck(db: Db, messageId: number): boolean {
  const more = getRow(
    db,
    `SELECT 1 FROM outbox o JOIN own_acts a ON a.id = o.act_id WHERE o.message_id = ? AND o.act_id IS NOT NULL AND a.kind = 'edit'`,
    messageId,
  )
  if (more) return false
  return execute(db, 'UPDATE messages SET ack = former_ack WHERE id = ? AND ack = ?', [messageId, EDITING]).changes > 0
}

function setDeleted(db: Db, messageId: number, isDeleted: boolean) {
  execute(db, 'UPDATE messages SET is_deleted = ? WHERE id = ?', [isDeleted ? 1 : 0, messageId])
}
