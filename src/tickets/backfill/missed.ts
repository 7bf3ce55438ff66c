/**
 * Takes what was written while the account was not linked as if it had waited on the server: into the active ticket or a new
 * one, counted as unread and announced. Each message has its own place in the conversation, because what came live since the
 * linking is there already.
 */
import type { Missed, MissedChat, PastMessage } from '../../channels/past'
import type { Cx } from '../../platform/cx'
import { isFileError } from '../../platform/sqlite'
import { receiveActions } from '../message-actions/receive-actions'
import { findKnown } from '../messages/identity'
import { receiveMessages } from '../receiving/receive'
import { catchUp, showAsEdited } from './catch-up'
import { takeName } from './take'

/** Each message once; durable when it returns. `broken` is called for each entry that cannot be stored. */
export function takeMissed(
  cx: Cx,
  connectionId: number,
  { since, chats }: Missed,
  broken: (error: unknown) => void,
): void {
  const absence = { connectionId, since }
  try {
    cx.transaction((cx) => {
      for (const chat of chats) takeChat(cx, absence, chat)
    })
  } catch (error) {
    if (isFileError(error)) throw error
    for (const chat of chats) takeOneByOne(cx, absence, chat, broken)
  }
}

/** From when on the account of this connection was not linked, epoch milliseconds. */
type Absence = { readonly connectionId: number; readonly since: number }

/** In the phone's order: what we have from before the absence may be shown later than it was sent, and stays in front. */
function takeChat(cx: Cx, absence: Absence, chat: MissedChat) {
  let behind = shownBefore(cx, absence, chat)
  for (const entry of chat.entries) behind = takeEntry(cx, absence, entry, behind)
  takeNameOf(cx, chat)
}

/** An entry that cannot be stored is passed over, and the others keep their order. */
function takeOneByOne(cx: Cx, absence: Absence, chat: MissedChat, broken: (error: unknown) => void) {
  const attempt = (take: (cx: Cx) => void) => {
    try {
      cx.transaction(take)
    } catch (error) {
      if (isFileError(error)) throw error
      broken(error)
    }
  }
  let behind = shownBefore(cx, absence, chat)
  for (const entry of chat.entries)
    attempt((cx) => {
      behind = takeEntry(cx, absence, entry, behind)
    })
  attempt((cx) => takeNameOf(cx, chat))
}

/** When the message before the first of these is shown to have been sent; 0 where there is none. */
const shownBefore = (cx: Cx, { connectionId }: Absence, { before }: MissedChat): number =>
  (before && findKnown(cx.db, connectionId, before)?.createdAt) ?? 0

/** Returns what the next entry has to stand behind: when the latest message so far is shown to have been sent. */
function takeEntry(cx: Cx, absence: Absence, entry: MissedChat['entries'][number], behind: number): number {
  if ('message' in entry) return Math.max(behind, takeMessage(cx, absence, entry, behind))
  if (entry.at >= absence.since) receiveActions(cx, absence.connectionId, [entry])
  return behind
}

/** Returns when it is shown to have been sent, 0 when it is not shown. */
function takeMessage(cx: Cx, { connectionId, since }: Absence, past: PastMessage, behind: number): number {
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

function takeNameOf(cx: Cx, { addresses: [address], name, isGroup }: MissedChat) {
  if (address && name && !isGroup) takeName(cx, { address, name })
}
