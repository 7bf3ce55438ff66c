/** Incoming acts: an edit, deletion, reaction or vote by the contact or on the company's own phone. */
import type { Act, Incoming } from '../../channels/channel'
import { findConnection } from '../../channels/connections/queries'
import { unseal } from '../../channels/seals'
import { overlap } from '../../contacts/address'
import { learnMemberName } from '../../contacts/groups/actions'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { type Db, statement } from '../../platform/sqlite'
import { cut, oneLine } from '../../platform/text'
import { DAY } from '../../platform/time'
import { isEnabled } from '../../settings/settings'
import { withMentions } from '../groups/mentions'
import { announceChange } from '../messages/changed'
import { MESSAGE_LENGTH } from '../messages/contract'
import { receiveExpiry } from '../messages/expiry'
import { findInChat, isByWriter, isOfChat, isTickedBy } from '../messages/identity'
import { UNDECIPHERED } from '../messages/message'
import { findMessage } from '../messages/queries'
import type { StoredMessage } from '../messages/tables'
import { receiveReceipts } from '../receipts/receipts'
import { isOpenToAnybody } from './act'
import { addEdit } from './edit-history'
import { takeReaction } from './reactions'
import { countVotes, takeVote } from './votes'
import { isAwaited, keepForLater, takeWaiting, type Waiting } from './waiting'

/** Which messages changed, and whether by votes: announced and counted once for all acts that arrive together. */
type Changes = Map<number, { voted: boolean }>

/** In order; a repeated act is applied once. Durable when it returns. */
export function receiveActs(cx: Cx, connectionId: number, acts: readonly Act[]) {
  cx.transaction((cx) => {
    if (!findConnection(cx.db, connectionId)) return
    const changes: Changes = new Map()
    for (const act of acts) receiveAct(cx, connectionId, act, changes)
    tell(cx, changes)
  })
}

function tell(cx: Cx, changes: Changes) {
  for (const [id, { voted }] of changes) {
    const message = voted ? findMessage(cx.db, id) : undefined
    if (message) countVotes(cx.db, message)
    announceChange(cx, id)
  }
}

function receiveAct(cx: Cx, connectionId: number, told: Act, changes: Changes) {
  const act = withinLimits(told, cx.now())
  if (act.do === 'expire') return receiveExpiry(cx, connectionId, act)
  const message = subjectOf(cx.db, connectionId, act)
  if (!message) return awaitMessage(cx, connectionId, act)
  // The original text is still to come, as is the secret that opens a seal.
  const needsContent = act.do === 'edit' || act.do === 'vote' || act.do === 'sealed'
  if (message.failure === UNDECIPHERED && needsContent) return awaitMessage(cx, connectionId, act)
  const readable = act.do === 'sealed' ? unseal(act, message.secret) : act
  if (readable) applyAct(cx, message, withinLimits(readable, cx.now()), changes)
}

const LONGEST_EMOJI = 64

/**
 * Input from strangers: times are not far in the future (phones' clocks differ), texts not longer than a phone allows, and a
 * reaction that nobody could see is none.
 */
const withinLimits = <A extends Act>(act: A, now: number): A => ({
  ...act,
  at: act.at >= 0 && act.at <= now + DAY ? act.at : now,
  ...(act.do === 'edit' && { body: cut(act.body, MESSAGE_LENGTH) }),
  ...(act.do === 'react' && act.emoji !== null && { emoji: oneLine(act.emoji, LONGEST_EMOJI) || null }),
})

type ReadableAct = Exclude<Act, { do: 'sealed' | 'expire' }>

/** Knowing a message's id is not enough: the act must come from the same conversation. */
function subjectOf(db: Db, connectionId: number, act: Act): StoredMessage | undefined {
  const found = findInChat(db, connectionId, act.target, act.chat)
  if (found.length < 2) return found[0]
  const allowed = found.filter((message) => mayDo(db, message, act))
  return allowed.find((message) => isByMeantAuthor(message, act)) ?? allowed[0] ?? found[0]
}

const isByMeantAuthor = ({ fromMe, authorAddresses }: StoredMessage, { whose }: Act): boolean =>
  whose?.fromMe === fromMe && (fromMe || authorAddresses === null || overlap(authorAddresses, whose.author))

const mayDo = (db: Db, message: StoredMessage, act: Act): boolean =>
  isOpenToAnybody(act) || isByWriter(db, message, act)

function applyAct(cx: Cx, message: StoredMessage, act: ReadableAct, changes: Changes) {
  if (!mayDo(cx.db, message, act)) return
  if (!doAct(cx.db, message, act)) return
  if (act.isGroup && !act.fromMe) learnMemberName(cx, message.contactId, act.author)
  getOrMake(changes, message.id, () => ({ voted: false })).voted ||= act.do === 'vote'
}

/** Returns false when nothing changed. */
function doAct(db: Db, message: StoredMessage, act: ReadableAct): boolean {
  switch (act.do) {
    case 'edit':
      if (!addEdit(db, message, act)) return false
      if (act.mentions) addMentions(db, message, act)
      return true
    case 'revoke':
      return (
        statement(db.$client, 'UPDATE messages SET is_deleted = 1 WHERE id = ? AND is_deleted = 0').run(message.id)
          .changes > 0
      )
    case 'react':
      return takeReaction(db, message.id, act)
    case 'vote':
      return takeVote(db, message, act)
  }
}

/** Keeps the mentions of all texts, because the earlier ones are still shown with names. */
function addMentions(db: Db, { id, contactId, extra }: StoredMessage, words: Pick<Incoming, 'body' | 'mentions'>) {
  const meant = withMentions(db, contactId, { ...words, extra })
  statement(db.$client, 'UPDATE messages SET extra = ? WHERE id = ?').run(meant && JSON.stringify(meant), id)
}

function awaitMessage(cx: Cx, connectionId: number, act: Act) {
  if (act.isGroup && isEnabled(cx.db, 'CheckMsgIsGroup')) return // the group's messages are not stored either
  keepForLater(cx, connectionId, act.target, act)
}

type Identified = Pick<StoredMessage, 'id' | 'connectionId' | 'externalId'>

/** The message has arrived: applies the acts and receipts that came before it. */
export function applyWaitingActs(cx: Cx, { id, connectionId, externalId }: Identified) {
  if (externalId === null || !isAwaited(cx.db, connectionId, externalId)) return
  const message = findMessage(cx.db, id)
  if (!message) return
  const changes: Changes = new Map()
  const isAboutIt = (waiting: Waiting) =>
    waiting.do === 'tick' ? isTickedBy(cx.db, message, waiting.receipt) : isOfChat(cx.db, message, waiting.chat)
  for (const waiting of takeWaiting(cx.db, connectionId, externalId, isAboutIt)) {
    if (waiting.do === 'tick') receiveReceipts(cx, connectionId, [waiting.receipt])
    else receiveAct(cx, connectionId, waiting, changes)
  }
  tell(cx, changes)
}

/** Two addresses have turned out to be one person's: acts that came from one of them may concern messages from the other. */
export function applyWaitingActsOf(cx: Cx, contactId: number) {
  const awaited = statement(
    cx.db.$client,
    `SELECT DISTINCT m.id, m.connection_id AS connectionId, m.external_id AS externalId
     FROM waiting_acts w JOIN messages m ON m.connection_id = w.connection_id AND m.external_id = w.target
     WHERE m.contact_id = ? ORDER BY m.id`,
  ).all(contactId) as Identified[] // the columns are listed
  for (const message of awaited) applyWaitingActs(cx, message)
}
