/** The history a newly linked device receives: identities, names, and the chats of the account's phone. */
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { type Account, type Chat, hidesNumber, jidOf, type Link, lidOf, type Message, pnOf } from '../account'
import { groupJid, membersOf } from '../groups/group'
import { FETCH_PATH } from '../media/server'
import { contentOf } from '../messages/book'
import { recipientOf } from '../messages/stanza'
import { seconds } from '../wire/nodes'
import type { World } from '../world'
import { bytesField, nctSaltOf } from './collections'

type Notification = proto.Message.IHistorySyncNotification
/** A packed history, valid until something is written. */
export type PackedHistory = { stamp: string; chunks: Notification[] }

/** Messages per chat in the recent history; older ones are sent only when the full history was requested. */
const RECENT_PER_CHAT = 100
/** Field number in `HistorySync`, missing in Baileys' definitions. */
const NCT_SALT = 19
const { INITIAL_BOOTSTRAP, PUSH_NAME, RECENT, FULL } = proto.HistorySync.HistorySyncType
const { COMPLETE_AND_NO_MORE_MESSAGE_REMAIN_ON_PRIMARY, COMPLETE_ON_DEMAND_SYNC_BUT_MORE_MSG_REMAIN_ON_PRIMARY } =
  proto.Conversation.EndOfHistoryTransferType

/** First the people, because clients without number/LID pairs would query them one by one; then the chats. */
export async function historyOf(
  world: World,
  account: Account,
  { wantsAll }: Pick<Link, 'wantsAll'>,
): Promise<Notification[]> {
  const chunks = await packHistory(world, account)
  return chunks.filter(({ syncType }) => wantsAll || Number(syncType) !== FULL)
}

/** Everything that a device may be sent. */
export async function packHistory(world: World, account: Account): Promise<Notification[]> {
  const { historyBy, historyChunk } = account.habits
  const stamp = [account.written, world.accounts.size, historyBy, historyChunk].join()
  const known = world.histories.get(account.phone)
  if (known?.stamp === stamp) return known.chunks
  const chunks: Notification[] = []
  for (const part of partsOf(world, account)) {
    chunks.push(await packed(world, account, { ...part, chunkOrder: chunks.length + 1 }))
  }
  world.histories.set(account.phone, { stamp, chunks })
  return chunks
}

function partsOf(world: World, account: Account): proto.IHistorySync[] {
  const others = [...world.accounts.values()].filter((other) => other !== account)
  const phoneNumberToLidMappings = others
    .filter((other) => !hidesNumber(other))
    .map((other) => ({ pnJid: pnOf(other), lidJid: lidOf(other) }))
  const pushnames = others.map((other) => ({ id: recipientOf(other).recipient, pushname: other.name }))
  const recent = chunksOf(world, account, { syncType: RECENT, of: (all) => all.slice(-RECENT_PER_CHAT) })
  const full = chunksOf(world, account, { syncType: FULL, of: (all) => all.slice(0, -RECENT_PER_CHAT) })
  const progress = recent.length === 0 ? 100 : 0
  // A phone without older messages also sends the final part.
  const end = recent.length > 0 && full.length === 0 ? [{ syncType: FULL, progress: 100, conversations: [] }] : []
  return [
    { syncType: INITIAL_BOOTSTRAP, progress, conversations: [], phoneNumberToLidMappings, pushnames },
    { syncType: PUSH_NAME, conversations: [], pushnames },
    ...recent,
    ...full,
    ...end,
  ]
}

type Share = { syncType: proto.HistorySync.HistorySyncType; of(messages: Message[]): Message[] }

function chunksOf(world: World, account: Account, { syncType, of }: Share): proto.IHistorySync[] {
  const { chats, habits } = account
  const described = [...chats.values()].map((chat) => ({ ...chat, messages: of(chat.messages) }))
  const wanted = syncType === FULL ? described.filter(({ messages }) => messages.length > 0) : described
  const count = Math.ceil(wanted.length / habits.historyChunk)
  return Array.from({ length: count }, (_, index) => ({
    syncType,
    progress: Math.round(((index + 1) / count) * 100),
    conversations: wanted
      .slice(index * habits.historyChunk, (index + 1) * habits.historyChunk)
      .map((chat) => conversationOf(world, account, chat)),
  }))
}

/** Inside the message, or as a file on the media server. */
export async function packed(world: World, account: Account, history: proto.IHistorySync): Promise<Notification> {
  const { habits } = account
  const { syncType, chunkOrder = null, progress = null } = history
  const salt = syncType === INITIAL_BOOTSTRAP ? bytesField(NCT_SALT, nctSaltOf(account)) : Buffer.alloc(0)
  const payload = deflateSync(Buffer.concat([proto.HistorySync.encode(history).finish(), salt]), { level: 1 })
  // The two enumerations have the same values.
  const about = { syncType: syncType as unknown as proto.Message.HistorySyncType, chunkOrder, progress }
  if (habits.historyBy === 'message') return { ...about, initialHistBootstrapInlinePayload: payload }
  const file = await world.media.store('history', { bytes: payload, mimetype: 'application/x-protobuf' })
  const { blob, mediaKey, fileSha256, fileEncSha256, fileLength } = file
  return { ...about, mediaKey, fileSha256, fileEncSha256, fileLength, directPath: FETCH_PATH + blob }
}

/** Handles an on-demand request: the messages before a given one. */
export function olderThan(
  world: World,
  account: Account,
  { chat, id, count }: { chat: Chat; id: string; count: number },
): proto.IConversation {
  const place = chat.messages.findIndex((message) => message.id === id)
  const before = chat.messages.slice(0, Math.max(0, place))
  const endOfHistoryTransferType =
    before.length > count
      ? COMPLETE_ON_DEMAND_SYNC_BUT_MORE_MSG_REMAIN_ON_PRIMARY
      : COMPLETE_AND_NO_MORE_MESSAGE_REMAIN_ON_PRIMARY
  return { ...conversationOf(world, account, { ...chat, messages: before.slice(-count) }), endOfHistoryTransferType }
}

function conversationOf(world: World, account: Account, chat: Chat): proto.IConversation {
  const other = world.accounts.get(chat.id)
  const person = other ? recipientOf(other).recipient : `${chat.id}@s.whatsapp.net`
  const id = chat.kind === 'group' ? `${chat.id}@g.us` : person
  // Newest first, as phones send them.
  const messages = chat.messages
    .toReversed()
    .map((message, index) => ({ message: pastMessage(world, account, message, id), msgOrderId: index }))
  const conversationTimestamp = seconds(chat.messages.at(-1)?.at ?? world.now())
  const unreadCount = chat.messages.filter(({ fromMe, readAt }) => !fromMe && readAt === null).length
  return {
    id,
    name: chat.title,
    messages,
    conversationTimestamp,
    unreadCount,
    ...(chat.disappearing > 0 && { ephemeralExpiration: chat.disappearing }),
    ...identityOf(world, chat),
  }
}

function identityOf(world: World, { id }: Chat): Partial<proto.IConversation> {
  const other = world.accounts.get(id)
  if (other) return { pnJid: hidesNumber(other) ? null : pnOf(other), lidJid: lidOf(other), username: other.username }
  const group = world.groups.get(id)
  if (!group) return {}
  const { SUPERADMIN, REGULAR } = proto.GroupParticipant.Rank
  const participant = membersOf(world, group).map((member) => ({
    userJid: jidOf(member, group.addressing),
    rank: group.members.get(member.phone) ? SUPERADMIN : REGULAR,
  }))
  const parent = world.groups.get(group.parent ?? '')
  return {
    participant,
    createdAt: seconds(group.createdAt),
    description: group.description,
    isParentGroup: group.isCommunity,
    isDefaultSubgroup: group.isForAnnouncements,
    ...(parent && { parentGroupId: groupJid(parent) }),
  }
}

/** `message` as stored on the phone of `account`. */
export function pastMessage(
  world: World,
  account: Account,
  message: Message,
  remoteJid: string,
): proto.IWebMessageInfo {
  const author = world.accounts.get(message.author)
  const group = world.groups.get(message.chat)
  const participant = author && group && !message.fromMe ? { participant: jidOf(author, group.addressing) } : {}
  const key = { remoteJid, fromMe: message.fromMe, id: message.id, ...participant }
  const { REVOKE } = proto.WebMessageInfo.StubType
  return {
    key,
    ...(message.revoked ? { messageStubType: REVOKE } : { message: saidLast(message) }),
    messageTimestamp: seconds(message.at),
    status: message.ack,
    pushName: author?.name ?? null,
    ...(message.reactions.length > 0 && { reactions: reactionsOn(world, account, message, remoteJid) }),
  }
}

const saidLast = (message: Message): proto.IMessage =>
  message.edited && message.kind === 'text' ? { conversation: message.text } : contentOf(message)

function reactionsOn(world: World, account: Account, { reactions, at }: Message, remoteJid: string): proto.IReaction[] {
  return reactions.map(({ author, emoji }) => {
    const by = world.accounts.get(author)
    const giver = author === account.phone ? { fromMe: true } : { fromMe: false, ...(by && { participant: pnOf(by) }) }
    return { key: { remoteJid, ...giver }, text: emoji, senderTimestampMs: at }
  })
}
