/**
 * Takes what was written while the account was not linked as if it had waited on the server: into the active ticket or a new
 * one, counted as unread and announced. Each message has its own place in the conversation, because what came live since the
 * linking is there already.
 */
import type { Act } from '../../channels/channel'
import { lastOfOthers, type Missed, type MissedChat, type PastMessage } from '../../channels/past'
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
  const ones = chats.flatMap(({ before, ...chat }) =>
    chat.entries.map((entry, place) => {
      const last = lastOfOthers(chat.entries.slice(0, place)) ?? before
      return [{ ...chat, entries: [entry], ...(last && { before: last }) }]
    }),
  )
  return ones.length > 1 ? ones : []
}

/** In the phone's order: what we have from before the absence may be shown later than it was sent, and stays in front. */
function takeChat(cx: Cx, connectionId: number, since: number, chat: MissedChat) {
  const { addresses, isGroup, name, entries, before } = chat
  let behind = (before && findKnown(cx.db, connectionId, before)?.createdAt) ?? 0
  for (const entry of entries)
    if ('message' in entry) behind = Math.max(behind, takeMessage(cx, connectionId, entry, { since, behind }))
    else takeAct(cx, connectionId, since, entry)
  const [address] = addresses
  if (address && name && !isGroup) takeName(cx, { address, name })
}

type Place = { readonly since: number; readonly behind: number }

/** Returns when it is shown to have been sent, 0 when it is not shown. */
function takeMessage(cx: Cx, connectionId: number, past: PastMessage, { since, behind }: Place): number {
  const { message } = past
  const known = findKnown(cx.db, connectionId, message)
  if (known) {
    catchUp(cx, connectionId, known, past)
    return known.createdAt
  }
  if (message.sentAt < since) return 0
  receiveMessages(cx, connectionId, [{ ...message, late: { behind } }])
  const taken = findKnown(cx.db, connectionId, message)
  if (!taken) return 0 // a group's, while groups are ignored
  if (past.edit) showAsEdited(cx, taken.id)
  catchUp(cx, connectionId, taken, { ...past, edit: null })
  return taken.createdAt
}

/** Only its last words came. */
function showAsEdited(cx: Cx, messageId: number) {
  statement(cx.db.$client, 'UPDATE messages SET is_edited = 1 WHERE id = ?').run(messageId)
  announceChange(cx, messageId)
}

function takeAct(cx: Cx, connectionId: number, since: number, act: Act) {
  if (act.at >= since) receiveActs(cx, connectionId, [act])
}
