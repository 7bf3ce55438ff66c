/** A part of a history in slices: each as much as may be done in one go, also where there is little to take. Pure. */
import type { proto } from '@whiskeysockets/baileys'
import type { Act } from '../../channel'
import type { ImportScope, PastChat, PastMessage, PastSlice } from '../../past'
import type { OtherHalf } from '../address'
import type { Baileys } from '../baileys/baileys'
import { openConversation, timeOf } from './layout'
import { isInScope, readPast, type Whose, whose } from './read'
import type { Range } from './wire'

export type Source = {
  readonly part: string
  readonly bytes: Uint8Array
  readonly conversations: readonly Range[]
  readonly baileys: Baileys
  /** Null: only who is who is looked at. */
  readonly scope: ImportScope | null
  /** So far it was taken before. */
  readonly done: number
  /** What this part brings, in per cent of the whole. */
  readonly reach: { readonly from: number; readonly to: number }
  readonly otherHalf: OtherHalf
  /** The work that fits into one slice; that of a message is 1. */
  size(): number
  /** Everything of a conversation but its messages. */
  met(header: proto.IConversation): void
}

/** Work, measured in messages. */
const HEADER = 2
const PASSED_OVER = 0.1

/** Positions count messages, and one more for the end of each conversation. */
export function* slicesOf(source: Source): Generator<PastSlice> {
  const { part, bytes, reach } = source
  let chats: PastChat[] = []
  let [position, skipped, work] = [0, 0, 0]
  const cut = (at: number): PastSlice => {
    const percent = Math.floor(reach.from + ((reach.to - reach.from) * at) / Math.max(1, bytes.length))
    const slice = { part, position, percent, skipped, chats }
    chats = []
    skipped = 0
    work = 0
    return slice
  }

  for (const range of source.conversations) {
    const { header, messages } = openConversation(bytes, range, source.baileys)
    source.met(header)
    work += HEADER + messages.length * PASSED_OVER
    const end = position + messages.length + 1
    if (source.scope === null || end <= source.done) {
      position = end
      if (work >= source.size()) yield cut(range[1])
      continue
    }
    const chat = whose(header, source.otherHalf)
    const isWanted = chat !== null && (!chat.isGroup || source.scope.groups)
    let entries: (PastMessage | Act)[] = []
    for (const message of messages) {
      position += 1
      if (position <= source.done) continue
      const entry = isWanted ? entryAt(source, message, chat) : null
      if (entry) {
        entries.push(entry)
        work += 1
      } else skipped += 1
      if (work < source.size()) continue
      if (chat && entries.length > 0) chats.push({ ...namesOf(chat), entries, end: null })
      entries = []
      yield cut(message[1])
    }
    position = end
    const unread = isWanted ? unreadOf(source, header, messages) : null
    if (chat && isWanted && (entries.length > 0 || unread !== null))
      chats.push({ ...namesOf(chat), entries, end: { unread: unread ?? 0 } })
    if (work >= source.size()) yield cut(range[1])
  }
  yield cut(bytes.length)
}

const namesOf = ({ addresses, isGroup, name }: Whose) => ({ addresses, isGroup, name })

function entryAt({ bytes, scope, baileys, otherHalf }: Source, range: Range, chat: Whose): PastMessage | Act | null {
  if (scope === null || !isInScope(scope, timeOf(bytes, range))) return null
  try {
    return readPast(baileys.proto.WebMessageInfo.decode(bytes.subarray(...range)), chat, otherHalf)
  } catch {
    return null // one that cannot be read is no reason to lose its neighbours
  }
}

/** Null: the newest message was not taken, so what waits on the phone is nothing that was imported. */
function unreadOf(
  { bytes, scope }: Source,
  { unreadCount, markedAsUnread }: proto.IConversation,
  messages: readonly Range[],
): number | null {
  const newest = messages.at(-1)
  if (!newest || !scope || !isInScope(scope, timeOf(bytes, newest))) return null
  return unreadCount || (markedAsUnread ? 1 : 0)
}
