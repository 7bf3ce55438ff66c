/** Receives message actions: an edit, deletion, reaction or vote by the contact or on the company's own phone. */
import type { Incoming, MessageAction } from '../../channels/channel'
import { findConnection } from '../../channels/connections/queries'
import { unseal } from '../../channels/seals'
import { overlap } from '../../contacts/address'
import { learnMemberName } from '../../contacts/groups/actions'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { execute, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { cut, oneLine } from '../../platform/text'
import { DAY } from '../../platform/time'
import { isEnabled } from '../../settings/settings'
import { withMentions } from '../groups/mentions'
import { MESSAGE_LENGTH } from '../messages/contract'
import { addEdit } from '../messages/edit-history'
import { receiveExpiry } from '../messages/expiry'
import { findInChat, isByWriter, isOfChat, isReceiptOf } from '../messages/identity'
import { UNDECIPHERED } from '../messages/message'
import { findMessage } from '../messages/queries'
import { storeReaction } from '../messages/reactions'
import type { StoredMessage } from '../messages/tables'
import { isAwaited, storeWaiting, takeWaiting, type WaitingItem } from '../messages/waiting'
import { announceChange } from '../reading/changed'
import { receiveReceipts } from '../receipts/receipts'
import { isOpenToAnybody } from './rules'
import { countVotes, storeVote } from './votes'

/**
 * The changed messages, and whether votes changed them: announced and counted once for all actions that arrive
 * together.
 */
type Changes = Map<number, { voted: boolean }>

/** Applies actions in order, each once; durable when it returns. */
export function receiveActions(cx: Cx, connectionId: number, actions: readonly MessageAction[]) {
  cx.transaction((cx) => {
    if (!findConnection(cx.db, connectionId)) return
    const changes: Changes = new Map()
    for (const action of actions) receiveAction(cx, connectionId, action, changes)
    announceChanges(cx, changes)
  })
}

function announceChanges(cx: Cx, changes: Changes) {
  for (const [id, { voted }] of changes) {
    const message = voted ? findMessage(cx.db, id) : undefined
    if (message) countVotes(cx.db, message)
    announceChange(cx, id)
  }
}

function receiveAction(cx: Cx, connectionId: number, received: MessageAction, changes: Changes) {
  const action = withinLimits(received, cx.now())
  if (action.do === 'expire') return receiveExpiry(cx, connectionId, action)
  const message = subjectOf(cx.db, connectionId, action)
  if (!message) return awaitMessage(cx, connectionId, action)
  // The original text has not arrived yet, nor has the secret that opens a seal.
  const needsContent = action.do === 'edit' || action.do === 'vote' || action.do === 'sealed'
  if (message.failure === UNDECIPHERED && needsContent) return awaitMessage(cx, connectionId, action)
  const readable = action.do === 'sealed' ? unseal(action, message.secret) : action
  if (readable) applyAction(cx, message, withinLimits(readable, cx.now()), changes)
}

const LONGEST_EMOJI = 64

/**
 * Input from strangers: limits times to the near future (phones' clocks differ), texts to what a phone allows, and
 * drops invisible reactions.
 */
const withinLimits = <A extends MessageAction>(action: A, now: number): A => ({
  ...action,
  at: action.at >= 0 && action.at <= now + DAY ? action.at : now,
  ...(action.do === 'edit' && { body: cut(action.body, MESSAGE_LENGTH) }),
  ...(action.do === 'react' && action.emoji !== null && { emoji: oneLine(action.emoji, LONGEST_EMOJI) || null }),
})

type ReadableAction = Exclude<MessageAction, { do: 'sealed' | 'expire' }>

/** Knowing a message's id is not enough: the action must come from the same conversation. */
function subjectOf(db: Db, connectionId: number, action: MessageAction): StoredMessage | undefined {
  const found = findInChat(db, connectionId, action.target, action.chat)
  if (found.length < 2) return found[0]
  const allowed = found.filter((message) => mayDo(db, message, action))
  return allowed.find((message) => isByMeantAuthor(message, action)) ?? allowed[0] ?? found[0]
}

const isByMeantAuthor = ({ fromMe, authorAddresses }: StoredMessage, { whose }: MessageAction): boolean =>
  whose?.fromMe === fromMe && (fromMe || authorAddresses === null || overlap(authorAddresses, whose.author))

const mayDo = (db: Db, message: StoredMessage, action: MessageAction): boolean =>
  isOpenToAnybody(action) || isByWriter(db, message, action)

function applyAction(cx: Cx, message: StoredMessage, action: ReadableAction, changes: Changes) {
  if (!mayDo(cx.db, message, action)) return
  if (!doAction(cx.db, message, action)) return
  if (action.isGroup && !action.fromMe) learnMemberName(cx, message.contactId, action.author)
  getOrMake(changes, message.id, () => ({ voted: false })).voted ||= action.do === 'vote'
}

/** Returns false when nothing changed. */
function doAction(db: Db, message: StoredMessage, action: ReadableAction): boolean {
  switch (action.do) {
    case 'edit':
      if (!addEdit(db, message, action)) return false
      if (action.mentions) addMentions(db, message, action)
      return true
    case 'revoke':
      return execute(db, 'UPDATE messages SET is_deleted = 1 WHERE id = ? AND is_deleted = 0', message.id).changes > 0
    case 'react':
      return storeReaction(db, message.id, action)
    case 'vote':
      return storeVote(db, message, action)
  }
}

/** Keeps the mentions of all texts, because earlier texts are still shown with names. */
function addMentions(db: Db, { id, contactId, extra }: StoredMessage, words: Pick<Incoming, 'body' | 'mentions'>) {
  const meant = withMentions(db, contactId, { ...words, extra })
  execute(db, 'UPDATE messages SET extra = ? WHERE id = ?', [meant && JSON.stringify(meant), id])
}

function awaitMessage(cx: Cx, connectionId: number, action: MessageAction) {
  if (action.isGroup && isEnabled(cx.db, 'CheckMsgIsGroup')) return // the group's messages are not stored either
  storeWaiting(cx, connectionId, action.target, action)
}

type MessageIdentity = Pick<StoredMessage, 'id' | 'connectionId' | 'externalId'>

/** The message has arrived: applies the actions and receipts that arrived before it. */
export function applyWaitingActions(cx: Cx, { id, connectionId, externalId }: MessageIdentity) {
  if (externalId === null || !isAwaited(cx.db, connectionId, externalId)) return
  const message = findMessage(cx.db, id)
  if (!message) return
  const changes: Changes = new Map()
  const isAboutIt = (waiting: WaitingItem) =>
    waiting.do === 'tick' ? isReceiptOf(cx.db, message, waiting.receipt) : isOfChat(cx.db, message, waiting.chat)
  for (const waiting of takeWaiting(cx.db, connectionId, externalId, isAboutIt)) {
    if (waiting.do === 'tick') receiveReceipts(cx, connectionId, [waiting.receipt])
    else receiveAction(cx, connectionId, waiting, changes)
  }
  announceChanges(cx, changes)
}

/** Two addresses turned out to belong to one person: actions from one may concern messages from the other. */
export function applyWaitingActionsOf(cx: Cx, contactId: number) {
  const awaited = getRows<MessageIdentity>(
    cx.db,
    `SELECT DISTINCT m.id, m.connection_id AS connectionId, m.external_id AS externalId
     FROM waiting_acts w JOIN messages m ON m.connection_id = w.connection_id AND m.external_id = w.target
     WHERE m.contact_id = ? ORDER BY m.id`,
    contactId,
  )
  for (const message of awaited) applyWaitingActions(cx, message)
}
