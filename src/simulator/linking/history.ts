/** What a device is told of the past when it is linked: names, identities, and the chats of the account's phone. */
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { type Account, type Chat, lidOf, type Message, pnOf } from '../account'
import type { Command } from '../contract'
import { contentOf, note, raise } from '../messages/book'
import { customersOf, phoneOf } from '../play/people'
import { seconds } from '../wire/nodes'
import type { World } from '../world'

const CHATS_PER_CHUNK = 200
const DAY_MS = 86_400_000

/** First the people; without the pairs of number and LID clients ask for them one by one. Then the chats. */
export function historyOf(world: World, account: Account): proto.Message.IHistorySyncNotification[] {
  const { INITIAL_BOOTSTRAP, RECENT } = proto.HistorySync.HistorySyncType
  const others = [...world.accounts.values()].filter((other) => other !== account)
  const people = {
    pushnames: others.map((other) => ({ id: pnOf(other), pushname: other.name })),
    phoneNumberToLidMappings: others.map((other) => ({ pnJid: pnOf(other), lidJid: lidOf(other) })),
  }
  const conversations = [...account.chats.values()].map((chat) => conversationOf(world, chat))
  const chunks = Array.from({ length: Math.ceil(conversations.length / CHATS_PER_CHUNK) }, (_, chunk) =>
    conversations.slice(chunk * CHATS_PER_CHUNK, (chunk + 1) * CHATS_PER_CHUNK),
  )
  return [
    inline({
      syncType: INITIAL_BOOTSTRAP,
      chunkOrder: 1,
      progress: chunks.length === 0 ? 100 : 0,
      conversations: [],
      ...people,
    }),
    ...chunks.map((part, index) => {
      const progress = Math.round(((index + 1) / chunks.length) * 100)
      return inline({ syncType: RECENT, chunkOrder: index + 2, progress, conversations: part })
    }),
  ]
}

/** Fills the company's phone with chats of the past; nobody is told. */
export function prepareHistory(
  world: World,
  { phone, chats, messages, days = 30 }: Extract<Command, { do: 'prepareHistory' }>,
): number {
  const account = phoneOf(world, phone)
  const customers = customersOf(world, account, { customers: chats })
  const step = (days * DAY_MS) / messages
  for (const [index, customer] of customers.entries()) {
    for (let number = 0; number < messages; number++) {
      const fromMe = number % 2 === 1
      const at = Math.floor(world.now() - (messages - number) * step - index)
      const [author, id] = [fromMe ? account : customer, world.random.messageId()]
      const entry = {
        id,
        device: 0,
        author: author.phone,
        at,
        content: { conversation: `antes ${number}` },
        addressing: 'pn' as const,
      }
      for (const [owner, chat] of [[account, customer] as const, [customer, account] as const]) {
        raise(world, note(world, owner, { ...entry, chat: chat.phone, fromMe: owner === author }), 4)
      }
    }
  }
  return chats * messages
}

/** Without size limit inside the message; the way over the media server is hard-wired to the public one. */
function inline(history: proto.IHistorySync): proto.Message.IHistorySyncNotification {
  const { syncType, chunkOrder = null, progress = null } = history
  const payload = deflateSync(proto.HistorySync.encode(history).finish())
  // The two enumerations are the same numbers under two names.
  const type = syncType as unknown as proto.Message.HistorySyncType
  return { syncType: type, chunkOrder, progress, initialHistBootstrapInlinePayload: payload }
}

function conversationOf(world: World, chat: Chat): proto.IConversation {
  const other = world.accounts.get(chat.id)
  const id = chat.kind === 'group' ? `${chat.id}@g.us` : `${chat.id}@s.whatsapp.net`
  const identity = other ? { pnJid: pnOf(other), lidJid: lidOf(other) } : {}
  // Newest first, as phones send them.
  const messages = chat.messages
    .toReversed()
    .map((message, index) => ({ message: pastMessage(world, message, id), msgOrderId: index }))
  const conversationTimestamp = seconds(chat.messages.at(-1)?.at ?? world.now())
  const unreadCount = chat.messages.filter(({ fromMe, readAt }) => !fromMe && readAt === null).length
  return { id, name: chat.title, messages, conversationTimestamp, unreadCount, ...identity }
}

function pastMessage(world: World, message: Message, remoteJid: string): proto.IWebMessageInfo {
  const author = world.accounts.get(message.author)
  const participant = author && remoteJid.endsWith('@g.us') && !message.fromMe ? { participant: lidOf(author) } : {}
  return {
    key: { remoteJid, fromMe: message.fromMe, id: message.id, ...participant },
    message: contentOf(message),
    messageTimestamp: seconds(message.at),
    status: message.ack,
    pushName: author?.name ?? null,
  }
}
