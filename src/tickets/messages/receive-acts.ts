/** Somebody edits, deletes or reacts on the messenger, or on the company's own phone. */
import type { Act } from '../../channels/channel'
import { findConnection } from '../../channels/connections/queries'
import { findContactIds } from '../../contacts/actions'
import type { Cx } from '../../platform/cx'
import { type Db, statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { isEnabled } from '../../settings/settings'
import { mayDo } from './act'
import { announceChange } from './changed'
import { UNDECIPHERED } from './message'
import { findMessage, findMessageIdByExternalId } from './queries'
import { takeReaction } from './reactions'
import type { StoredMessage } from './tables'
import { addWording } from './wordings'

/** In the order in which they were done; told twice is done once. Durable when it returns. */
export function receiveActs(cx: Cx, connectionId: number, acts: readonly Act[]) {
  cx.transaction((cx) => {
    if (findConnection(cx.db, connectionId)) for (const act of acts) receiveAct(cx, connectionId, act)
  })
}

function receiveAct(cx: Cx, connectionId: number, act: Act) {
  const id = findMessageIdByExternalId(cx.db, connectionId, act.target)
  const message = id === undefined ? undefined : findMessage(cx.db, id)
  if (!message) return keepForLater(cx, connectionId, act)
  // The first wording is still to come, and is told from the edit by coming first.
  if (message.failure === UNDECIPHERED && act.do === 'edit') return keepForLater(cx, connectionId, act)
  applyAct(cx, message, act)
}

/** Who knows a message's id is not yet who may change it: the act must come from that very conversation. */
function applyAct(cx: Cx, message: StoredMessage, act: Act) {
  if (!findContactIds(cx.db, act.chat).includes(message.contactId) || !mayDo(act, message)) return
  if (changes(cx.db, message, act)) announceChange(cx, message.id)
}

/** False when nothing is different now. */
function changes(db: Db, message: StoredMessage, act: Act): boolean {
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
