/**
 * Takes what was written while the account was not linked as if it had waited on the server: into the active ticket or a new
 * one, counted as unread and announced. Each message has its own place in the conversation, because what came live since the
 * linking is there already.
 */
import type { Act } from '../../channels/channel'
import type { Missed, MissedChat, PastMessage } from '../../channels/past'
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { receiveActs } from '../messages/acts/receive-acts'
import { announceChange } from '../messages/changed'
import { findKnown } from '../messages/identity'
import { receiveMessages } from '../messages/receiving/receive'
import { catchUp } from './catch-up'
import { isOfTheFile, takeName } from './take'

/** Each message once; durable when it returns. `broken` is called for each entry that cannot be stored. */
export function takeMissed(cx: Cx, connectionId: number, missed: Missed, broken: (error: unknown) => void): void {
  try {
    cx.transaction((cx) => {
      for (const chat of missed.chats) takeChat(cx, connectionId, missed.since, chat)
    })
  } catch (error) {
    if (isOfTheFile(error)) throw error
    const parts = oneByOne(missed.chats)
    if (parts.length === 0) broken(error)
    for (const chats of parts) takeMissed(cx, connectionId, { ...missed, chats }, broken)
  }
}

/** Each entry for itself; none when there is only one. */
function oneByOne(chats: Missed['chats']): Missed['chats'][] {
  const ones = chats.flatMap((chat) => chat.entries.map((entry) => [{ ...chat, entries: [entry] }]))
  return ones.length > 1 ? ones : []
}

function takeChat(cx: Cx, connectionId: number, since: number, { addresses, isGroup, name, entries }: MissedChat) {
  for (const entry of entries)
    if ('message' in entry) takeMessage(cx, connectionId, since, entry)
    else takeAct(cx, connectionId, since, entry)
  const [address] = addresses
  if (address && name && !isGroup) takeName(cx, { address, name })
}

function takeMessage(cx: Cx, connectionId: number, since: number, past: PastMessage) {
  const { message } = past
  const known = findKnown(cx.db, connectionId, message)
  if (known) return catchUp(cx, connectionId, known, past)
  if (message.sentAt < since) return
  receiveMessages(cx, connectionId, [{ ...message, late: true }])
  const taken = findKnown(cx.db, connectionId, message)
  if (!taken) return // a group's, while groups are ignored
  if (past.edit) showAsEdited(cx, taken.id)
  catchUp(cx, connectionId, taken, { ...past, edit: null })
}

/** Only its last words came. */
function showAsEdited(cx: Cx, messageId: number) {
  statement(cx.db.$client, 'UPDATE messages SET is_edited = 1 WHERE id = ?').run(messageId)
  announceChange(cx, messageId)
}

function takeAct(cx: Cx, connectionId: number, since: number, act: Act) {
  if (act.at >= since) receiveActs(cx, connectionId, [act])
}
