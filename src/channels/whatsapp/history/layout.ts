/** Finds the conversations, messages and people in an encoded history. Only small fields are decoded here. */
import type { proto } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'
import { type Range, walk } from './wire'

/** Field numbers of `proto.HistorySync`, `HistoryConversation`, `HistorySyncMsg` and `WebMessageInfo`. */
const CONVERSATIONS = 2
const PUSH_NAMES = 7
const PAIRS = 15
/** Missing in Baileys' definitions. */
const NCT_SALT = 19
const MESSAGES = 2
const WRAPPED = 1
const TIME = 3

/** Phones announce some tens of thousands; many more would block the event loop and fill the memory. */
const MAX_FIELDS = 200_000

export type Layout = {
  readonly conversations: readonly Range[]
  readonly pushNames: readonly Range[]
  /** A person's phone number and LID. */
  readonly pairs: readonly Range[]
  /** The account's salt for tokens of first contacts. */
  readonly nctSalt: Range | null
}

/** Throws if the bytes are not a history. */
export function layoutOf(bytes: Uint8Array): Layout {
  const [conversations, pushNames, pairs]: [Range[], Range[], Range[]] = [[], [], []]
  let nctSalt: Range | null = null
  let fields = 0
  walk(bytes, [0, bytes.length], (field, content) => {
    fields += 1
    if (fields > MAX_FIELDS) throw new Error('history: too many fields')
    if (field === CONVERSATIONS) conversations.push(content)
    else if (field === PUSH_NAMES) pushNames.push(content)
    else if (field === PAIRS) pairs.push(content)
    else if (field === NCT_SALT) nctSalt = content
  })
  return { conversations, pushNames, pairs, nctSalt }
}

export type HistoryConversation = {
  /** The conversation without its messages. */
  readonly header: proto.IConversation
  /** Oldest first. */
  readonly messages: readonly Range[]
}

export function openConversation(bytes: Uint8Array, range: Range, { proto }: Baileys): HistoryConversation {
  const messages: Range[] = []
  const rest: Uint8Array[] = []
  walk(bytes, range, (field, content, start) => {
    if (field === MESSAGES)
      walk(bytes, content, (inner, message) => {
        if (inner === WRAPPED) messages.push(message)
      })
    else rest.push(bytes.subarray(start, content[1]))
  })
  const header = proto.Conversation.decode(Buffer.concat(rest))
  return { header, messages: isNewestFirst(bytes, messages) ? messages.reverse() : messages }
}

function isNewestFirst(bytes: Uint8Array, messages: readonly Range[]): boolean {
  const [first, last] = [messages[0], messages.at(-1)]
  return first !== undefined && last !== undefined && first !== last && timeOf(bytes, first) >= timeOf(bytes, last)
}

/** Epoch milliseconds; 0 when unknown or unreadable, so that an unreadable message does not cost its neighbours. */
export function timeOf(bytes: Uint8Array, message: Range): number {
  let time = 0
  try {
    walk(bytes, message, (field, _content, _start, value) => {
      if (field === TIME) time = value * 1000
    })
  } catch {
    return time
  }
  return time
}
