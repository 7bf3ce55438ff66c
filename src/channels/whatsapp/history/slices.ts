/** Splits a part of a history into slices of limited work, even if most of it is skipped. Pure. */
import type { proto } from '@whiskeysockets/baileys'
import type { BackfillChat, BackfillMessage, BackfillSlice, ImportScope, MissedChat } from '../../backfill'
import type { Incoming, MessageAction } from '../../channel'
import type { Baileys } from '../baileys/baileys'
import type { Surroundings } from '../parsing/parse'
import { type HistoryConversation, openConversation, timeOf } from './layout'
import { isInScope, readHistoryMessage, type Whose, whose } from './read'
import { RECENT_MS } from './recent'
import type { Range } from './wire'

export type Source = {
  readonly part: string
  readonly bytes: Uint8Array
  readonly conversations: readonly Range[]
  readonly baileys: Baileys
  /** Null: nothing is imported. If `scope` and `since` are null, only address pairs are read. */
  readonly scope: ImportScope | null
  /** Start of the absence, epoch milliseconds: later messages were missed. Null: nothing was missed. */
  readonly since: number | null
  /** Position up to which it is already imported. */
  readonly done: number
  /** This part's range within the whole history, in per cent. */
  readonly reach: { readonly from: number; readonly to: number }
  readonly around: Surroundings
  /** Work per slice, measured in messages. */
  size(): number
  /** A conversation without its messages. */
  met(header: proto.IConversation): void
}

/** Work, measured in messages. */
const HEADER = 2
const PASSED_OVER = 0.1

/** Positions count messages, plus one for the end of each conversation. */
export function* slicesOf(source: Source): Generator<BackfillSlice> {
  const { part, bytes, reach } = source
  let chats: BackfillChat[] = []
  let missed: MissedChat[] = []
  let [position, skipped, work] = [0, 0, 0]
  const cut = (at: number): BackfillSlice => {
    const percent = Math.floor(reach.from + ((reach.to - reach.from) * at) / Math.max(1, bytes.length))
    const slice = { part, position, percent, skipped, chats, missed }
    chats = []
    missed = []
    skipped = 0
    work = 0
    return slice
  }

  for (const range of source.conversations) {
    const { header, messages } = conversationAt(source, range)
    source.met(header)
    work += HEADER + messages.length * PASSED_OVER
    const end = position + messages.length + 1
    if ((source.scope === null && source.since === null) || end <= source.done) {
      position = end
      if (work >= source.size()) yield cut(range[1])
      continue
    }
    const chat = whose(header, source.around.otherHalf)
    let entries: (BackfillMessage | MessageAction)[] = []
    let late: (BackfillMessage | MessageAction)[] = []
    let before = chat
      ? lastMissedBefore(source, messages.slice(0, Math.max(0, source.done - position)), chat)
      : undefined
    const handOverMissed = () => {
      if (chat && late.length > 0) missed.push({ ...namesOf(chat), entries: late, ...(before && { before }) })
      before = lastOfOthers(late) ?? before
      late = []
    }
    for (const message of messages) {
      position += 1
      if (position <= source.done) continue
      const purpose = chat ? purposeOf(source, chat, timeOf(bytes, message)) : 'none'
      const entry = chat && purpose !== 'none' ? entryAt(source, message, chat) : null
      if (entry && purpose === 'import') entries.push(entry)
      else if (entry) late.push(entry)
      if (entry) work += 1
      if (!entry || purpose === 'actions') skipped += 1
      if (work < source.size()) continue
      if (chat && entries.length > 0) chats.push({ ...namesOf(chat), entries, end: null })
      handOverMissed()
      entries = []
      yield cut(message[1])
    }
    position = end
    const unread = chat ? unreadOf(source, header, { messages, chat }) : null
    if (chat && (entries.length > 0 || unread !== null))
      chats.push({ ...namesOf(chat), entries, end: { unread: unread ?? 0 } })
    handOverMissed()
    if (work >= source.size()) yield cut(range[1])
  }
  yield cut(bytes.length)
}

const namesOf = ({ addresses, isGroup, name }: Whose) => ({ addresses, isGroup, name })

/** `actions`: the message itself was not missed, but later actions on it may have been. */
type Purpose = 'import' | 'missed' | 'actions' | 'none'

function purposeOf({ scope, since }: Source, { isGroup }: Whose, at: number): Purpose {
  if (since !== null && at >= since) return 'missed'
  if (scope !== null && isInScope(scope, at) && (!isGroup || scope.groups)) return 'import'
  return since !== null && at >= since - RECENT_MS ? 'actions' : 'none'
}

/** An unreadable conversation counts as one without an owner or messages. */
function conversationAt({ bytes, baileys }: Source, range: Range): HistoryConversation {
  try {
    return openConversation(bytes, range, baileys)
  } catch {
    return { header: {}, messages: [] }
  }
}

function entryAt(
  { bytes, baileys, around }: Source,
  range: Range,
  chat: Whose,
): BackfillMessage | MessageAction | null {
  try {
    return readHistoryMessage(baileys.proto.WebMessageInfo.decode(bytes.subarray(...range)), chat, around)
  } catch {
    return null // an unreadable message must not prevent the others
  }
}

/**
 * When a part resumes in the middle of a conversation: the last message of others that was already delivered as missed.
 */
function lastMissedBefore(source: Source, done: readonly Range[], chat: Whose): Incoming | undefined {
  for (const range of done.toReversed()) {
    const purpose = purposeOf(source, chat, timeOf(source.bytes, range))
    const entry = purpose === 'missed' || purpose === 'actions' ? entryAt(source, range, chat) : null
    const last = entry && lastOfOthers([entry])
    if (last) return last
  }
  return undefined
}

/**
 * Only messages of others define the order; ours are shown at the time they were posted, which does not order what
 * follows.
 */
const lastOfOthers = (entries: BackfillChat['entries']): Incoming | undefined =>
  entries.flatMap((entry) => ('message' in entry ? entry.message : [])).findLast(({ fromMe }) => !fromMe)

/** Null: the newest message was not imported, so the phone's unread count does not apply. */
function unreadOf(
  source: Source,
  { unreadCount, markedAsUnread }: proto.IConversation,
  { messages, chat }: { readonly messages: readonly Range[]; readonly chat: Whose },
): number | null {
  const newest = messages.at(-1)
  if (!newest || purposeOf(source, chat, timeOf(source.bytes, newest)) !== 'import') return null
  return unreadCount || (markedAsUnread ? 1 : 0)
}
