/**
 * Stores what was written while the account was not linked as if it had waited on the server: in the active ticket or a
 * new one, counted as unread and announced. Each message is sorted into the conversation, because live messages since
 * the linking are already there.
 */
import type { BackfillMessage, MissedChat, MissedMessages } from '../../channels/backfill'
import type { Cx } from '../../platform/cx'
import { isFileError } from '../../platform/sqlite'
import { receiveActions } from '../message-actions/receive-actions'
import { findKnown } from '../messages/identity'
import { receiveMessages } from '../receiving/receive'
import { catchUp, showAsEdited } from './catch-up'
import { adoptName } from './import-slice'

/** Stores each message once; durable when it returns. `broken` is called for each entry that cannot be stored. */
export function receiveMissed(
  cx: Cx,
  connectionId: number,
  { since, chats }: MissedMessages,
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

/** Since when the account of this connection was not linked, in epoch milliseconds. */
type Absence = { readonly connectionId: number; readonly since: number }

/** Keeps the phone's order: earlier messages may be shown under a later time than they were sent, and stay in front. */
function takeChat(cx: Cx, absence: Absence, chat: MissedChat) {
  let behind = shownBefore(cx, absence, chat)
  for (const entry of chat.entries) behind = takeEntry(cx, absence, entry, behind)
  takeNameOf(cx, chat)
}

/** Skips an entry that cannot be stored; the others keep their order. */
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

/** The time under which the message before these is shown; 0 if there is none. */
const shownBefore = (cx: Cx, { connectionId }: Absence, { before }: MissedChat): number =>
  (before && findKnown(cx.db, connectionId, before)?.createdAt) ?? 0

/** Returns the time under which the latest message so far is shown: the next entry comes after it. */
function takeEntry(cx: Cx, absence: Absence, entry: MissedChat['entries'][number], behind: number): number {
  if ('message' in entry) return Math.max(behind, takeMessage(cx, absence, entry, behind))
  if (entry.at >= absence.since) receiveActions(cx, absence.connectionId, [entry])
  return behind
}

/** Returns the time under which it is shown; 0 if it is not shown. */
function takeMessage(cx: Cx, { connectionId, since }: Absence, backfilled: BackfillMessage, behind: number): number {
  const { message } = backfilled
  const known = findKnown(cx.db, connectionId, message)
  if (known) {
    catchUp(cx, connectionId, known, backfilled)
    return known.createdAt
  }
  if (message.sentAt < since) return 0
  receiveMessages(cx, connectionId, [{ ...message, late: { behind } }])
  const taken = findKnown(cx.db, connectionId, message)
  if (!taken) return 0 // a group's, while groups are ignored
  if (backfilled.edit) showAsEdited(cx, taken.id)
  catchUp(cx, connectionId, taken, { ...backfilled, edit: null })
  return taken.createdAt
}

function takeNameOf(cx: Cx, { addresses: [address], name, isGroup }: MissedChat) {
  if (address && name && !isGroup) adoptName(cx, { address, name })
}
