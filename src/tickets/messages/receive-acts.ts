/** Somebody edits, deletes or reacts on the messenger, or on the company's own phone. */
import type { Act } from '../../channels/channel'
import { findConnection } from '../../channels/connections/queries'
import { unseal } from '../../channels/seals'
import { findContactIds } from '../../contacts/actions'
import type { Cx } from '../../platform/cx'
import { type Db, statement } from '../../platform/sqlite'
import { cut } from '../../platform/text'
import { DAY } from '../../platform/time'
import { isEnabled } from '../../settings/settings'
import { mayDo } from './act'
import { announceChange } from './changed'
import { MESSAGE_LENGTH } from './contract'
import { receiveExpiry } from './expiry'
import { UNDECIPHERED } from './message'
import { findMessage, findMessageIdByExternalId } from './queries'
import { takeReaction } from './reactions'
import type { StoredMessage } from './tables'
import { takeVote } from './votes'
import { addWording } from './wordings'

/** In the order in which they were done; told twice is done once. Durable when it returns. */
export function receiveActs(cx: Cx, connectionId: number, acts: readonly Act[]) {
  cx.transaction((cx) => {
    if (findConnection(cx.db, connectionId)) for (const act of acts) receiveAct(cx, connectionId, act)
  })
}

function receiveAct(cx: Cx, connectionId: number, told: Act) {
  const act = believable(told, cx.now())
  if (act.do === 'expire') return receiveExpiry(cx, connectionId, act)
  const id = findMessageIdByExternalId(cx.db, connectionId, act.target)
  const message = id === undefined ? undefined : findMessage(cx.db, id)
  if (!message) return keepForLater(cx, connectionId, act)
  // The first wording is still to come, and is told from the edit by coming first; so is what opens a seal.
  const needsContent = act.do === 'edit' || act.do === 'vote' || act.do === 'sealed'
  if (message.failure === UNDECIPHERED && needsContent) return keepForLater(cx, connectionId, act)
  const readable = act.do === 'sealed' ? unseal(act, message.secret) : act
  if (readable) applyAct(cx, message, believable(readable, cx.now()))
}

const LONGEST_EMOJI = 64

/** Anybody may say anything: nothing was done long after now (phones' clocks differ), and nothing is longer than a phone makes it. */
const believable = <A extends Act>(act: A, now: number): A => ({
  ...act,
  at: act.at >= 0 && act.at <= now + DAY ? act.at : now,
  ...(act.do === 'edit' && { body: cut(act.body, MESSAGE_LENGTH) }),
  ...(act.do === 'react' && act.emoji !== null && { emoji: cut(act.emoji, LONGEST_EMOJI) }),
})

type ReadableAct = Exclude<Act, { do: 'sealed' | 'expire' }>

/** Who knows a message's id is not yet who may change it: the act must come from that very conversation. */
function applyAct(cx: Cx, message: StoredMessage, act: ReadableAct) {
  if (!findContactIds(cx.db, act.chat).includes(message.contactId) || !mayDo(act, message)) return
  if (changes(cx.db, message, act)) announceChange(cx, message.id)
}

/** False when nothing is different now. */
function changes(db: Db, message: StoredMessage, act: ReadableAct): boolean {
  switch (act.do) {
    case 'edit':
      return addWording(db, message, act)
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

/** So long may a phone take to repeat a message. */
const PATIENCE = 30 * DAY

function keepForLater({ db, now }: Cx, connectionId: number, act: Act) {
  if (act.isGroup && isEnabled(db, 'CheckMsgIsGroup')) return // nor are a group's messages kept
  statement(db.$client, 'DELETE FROM waiting_acts WHERE created_at < ?').run(now() - PATIENCE)
  statement(db.$client, 'INSERT INTO waiting_acts (connection_id, target, act, created_at) VALUES (?, ?, ?, ?)').run(
    connectionId,
    act.target,
    JSON.stringify(act),
    now(),
  )
}

/** The message has come after all: what was done to it meanwhile is done now. */
export function applyWaitingActs(cx: Cx, connectionId: number, target: string) {
  const waiting = statement(
    cx.db.$client,
    'SELECT act FROM waiting_acts WHERE connection_id = ? AND target = ? ORDER BY id',
  )
    .pluck()
    .all(connectionId, target)
  if (waiting.length === 0) return
  statement(cx.db.$client, 'DELETE FROM waiting_acts WHERE connection_id = ? AND target = ?').run(connectionId, target)
  for (const act of waiting) receiveAct(cx, connectionId, JSON.parse(String(act)) as Act) // written by keepForLater
}
