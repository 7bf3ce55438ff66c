/** Bounds a persistent state so that it can be written and read quickly. Drops the oldest first. */
import type { Account, Message, Pending } from './account'
import { messageKey } from './account'
import { savedContent } from './messages/written'
import type { BinaryNode } from './wire/nodes'
import type { World } from './world'

const MOST_IN_CHAT = 2_000
/** Maximum characters in the file, for messages and for pending stanzas. A message for two phones counts twice. */
const MOST_SAID = 24 * 1024 * 1024
const MOST_WAITING = 12 * 1024 * 1024

/** Drops what exceeds the limits. */
export function enforceBounds(world: World) {
  const accounts = [...world.accounts.values()]
  for (const account of accounts)
    for (const { messages } of account.chats.values())
      for (const message of messages.splice(0, messages.length - MOST_IN_CHAT)) drop(account, message)
  forgetOldest(saidIn(accounts), MOST_SAID)
  forgetOldest(waitingFor(accounts), MOST_WAITING)
}

/** An item: its time, its size in the file, and how to drop it. */
type BoundedItem = { readonly at: number; readonly size: number; forget(): void }

function forgetOldest(all: BoundedItem[], most: number) {
  const total = all.reduce((sum, { size }) => sum + size, 0)
  if (total <= most) return
  let size = 0
  // Frees a tenth at a time, because each run scans everything.
  for (const one of all.sort((a, b) => b.at - a.at)) {
    size += one.size
    if (size > most * 0.9) one.forget()
  }
}

const saidIn = (accounts: readonly Account[]): BoundedItem[] =>
  accounts.flatMap((account) =>
    [...account.messages.values()].map((message) => ({
      at: message.at,
      size: sizeOf(message),
      forget() {
        const messages = account.chats.get(message.chat)?.messages ?? []
        const place = messages.indexOf(message)
        if (place >= 0) messages.splice(place, 1)
        drop(account, message)
      },
    })),
  )

const drop = (account: Account, { chat, id }: Message) => void account.messages.delete(messageKey(chat, id))

function waitingFor(accounts: readonly Account[]): BoundedItem[] {
  return accounts.flatMap((account) => [
    ...account.waiting.map((arrival) => ({
      at: arrival.at,
      size: OVERHEAD + ('content' in arrival ? savedContent(arrival.content).length : sealedSize(arrival)),
      forget: () => void account.waiting.splice(account.waiting.indexOf(arrival), 1),
    })),
    ...[...account.links.values()].flatMap(({ pending }) =>
      [...pending].map(([key, { stanza }]: [string, Pending]) => ({
        at: Number(stanza.attrs.t ?? 0) * 1000,
        size: OVERHEAD + nodeSize(stanza),
        forget: () => void pending.delete(key),
      })),
    ),
  ])
}

/** Size of an item's other fields. */
const OVERHEAD = 800

function sizeOf({ content, text, quoted, media, link, contacts, poll }: Message): number {
  const written = content === null ? 0 : savedContent(content).length
  // Extracted fields are written a second time, in a longer format.
  const isTakenApart = media !== null || link !== null || poll !== null || contacts.length > 0
  return OVERHEAD + written * (isTakenApart ? 4 : 1) + JSON.stringify([text, quoted?.text]).length
}

const sealedSize = ({ own, common }: { own: BinaryNode | undefined; common?: BinaryNode | undefined }): number =>
  (own ? nodeSize(own) : 0) + (common ? nodeSize(common) : 0)

/** Bytes are written as base64. */
function nodeSize({ content }: BinaryNode): number {
  if (Array.isArray(content)) return content.reduce((sum, part) => sum + 100 + nodeSize(part), 0)
  return Math.ceil((content?.length ?? 0) * 1.4)
}
