/** Persistent state of the simulator: phones, linked devices, chats, groups and files. */
import type { proto } from '@whiskeysockets/baileys'
import {
  type Account,
  type Arrival,
  type Chat,
  DEFAULT_HABITS,
  type Link,
  type Message,
  type PeerRequest,
  type Pending,
  type SealedArrival,
} from './account'
import { type Group, NEW_GROUP } from './groups/group'
import type { Attachment } from './media/store'
import { NOTHING_BESIDE } from './messages/reading'
import { readable, savedContent } from './messages/written'
import { GroupKeys, type SavedGroupKeys } from './wire/group-keys'
import { type SavedSignal, SignalDevice } from './wire/signal'
import type { World } from './world'

/** Fields that files of older versions lack. */
type Since<Whole, Keys extends keyof Whole> = Omit<Whole, Keys> & Partial<Pick<Whole, Keys>>

type SavedMessage = Omit<Since<Message, keyof typeof NOTHING_BESIDE | 'isWithheld'>, 'content'> & {
  content: string | null
}
type SavedArrival =
  | (Omit<Arrival, 'from' | 'content'> & { from: string; content: string })
  | (Omit<SealedArrival, 'from'> & { from: string })
type SavedRequest = Omit<PeerRequest, 'content'> & { content: string }
type SavedChat = Since<Omit<Chat, 'messages' | 'typing'>, 'disappearing'>
type SavedLink = Omit<Link, 'connection' | 'pending'> & {
  /** Pending stanzas, under their original name in the file. */
  owed: [string, Since<Pending, 'acksToIgnore'>][]
}
type SavedGroup = Since<Omit<Group, 'members'>, keyof typeof NEW_GROUP | 'invite'> & { members: [string, boolean][] }
type SavedAccount = Omit<
  Since<Account, 'picture' | 'privacy' | 'passkey' | 'username' | 'usernameKey'>,
  | 'blocked'
  | 'reserved'
  | 'device'
  | 'groupKeys'
  | 'links'
  | 'chats'
  | 'messages'
  | 'waiting'
  | 'asked'
  | 'random'
  | 'work'
> & {
  device: SavedSignal
  groupKeys: SavedGroupKeys
  blocked: string[]
  reserved: [string, number][]
  links: SavedLink[]
  chats: SavedChat[]
  messages: [string, SavedMessage][]
  waiting: SavedArrival[]
  asked?: SavedRequest[]
  /** Number of random numbers drawn. */
  drawn?: number
}
export type SavedState = {
  seed: number
  /** Port of the media server, which is part of addresses in undelivered messages. */
  port: number
  drawn: number
  accounts: SavedAccount[]
  groups: SavedGroup[]
  attachments: [string, Attachment][]
  pictures?: [string, string][]
  /** Number of random numbers drawn for files. */
  filesDrawn?: number
}

export function restoreState(world: World, saved: SavedState) {
  world.random.skipTo(saved.drawn)
  world.media.random.skipTo(saved.filesDrawn ?? 0)
  for (const group of saved.groups) {
    world.groups.set(group.id, { ...NEW_GROUP, asking: [], invite: '', ...group, members: new Map(group.members) })
  }
  for (const [id, attachment] of saved.attachments) world.media.attachments.set(id, attachment)
  for (const [id, mimetype] of saved.pictures ?? []) world.media.pictures.set(id, mimetype)
  for (const account of saved.accounts.map((one) => accountFrom(world, one))) {
    world.accounts.set(account.phone, account)
    world.lids.set(account.lid, account)
  }
  for (const { phone, waiting } of saved.accounts) {
    const account = world.accounts.get(phone)
    account?.waiting.push(...waiting.flatMap((arrival) => arrivalFrom(world, arrival)))
  }
}

export function stateFrom(world: World, seed: number): SavedState {
  return {
    seed,
    port: Number(world.host.split(':').at(-1)),
    drawn: world.random.drawn(),
    accounts: [...world.accounts.values()].map(savedAccount),
    groups: [...world.groups.values()].map((group) => ({ ...group, members: [...group.members] })),
    attachments: [...world.media.attachments],
    pictures: [...world.media.pictures],
    filesDrawn: world.media.random.drawn(),
  }
}

function savedAccount({ work: _, random, ...account }: Account): SavedAccount {
  return {
    ...account,
    device: account.device.save(),
    groupKeys: account.groupKeys.save(),
    blocked: [...account.blocked],
    reserved: [...account.reserved],
    links: [...account.links.values()].map(({ connection: _, pending, ...link }) => ({ ...link, owed: [...pending] })),
    chats: [...account.chats.values()].map(({ messages: _, typing: __, ...chat }) => chat),
    messages: [...account.messages].map(([key, message]) => [
      key,
      { ...message, content: message.content && savedContent(message.content) },
    ]),
    waiting: account.waiting.map(savedArrival),
    asked: account.asked.map((one) => ({ ...one, content: savedContent(one.content) })),
    drawn: random.drawn(),
  }
}

function accountFrom(world: World, { drawn = 0, asked = [], ...saved }: SavedAccount): Account {
  const random = world.random.branch(saved.phone)
  random.skipTo(drawn)
  const messages = saved.messages.map(([key, { content, ...message }]): [string, Message] => [
    key,
    { ...NOTHING_BESIDE, isWithheld: false, ...message, content: content === null ? null : decoded(content) },
  ])
  const inChat = Map.groupBy(
    messages.map(([, message]) => message).filter(({ isEffect }) => !isEffect),
    ({ chat }) => chat,
  )
  return {
    picture: null,
    passkey: null,
    privacy: {},
    username: null,
    usernameKey: null,
    ...saved,
    random,
    habits: { ...DEFAULT_HABITS, ...saved.habits },
    asked: asked.map((one) => ({ ...one, content: decoded(one.content) })),
    device: SignalDevice.restore(saved.device),
    groupKeys: GroupKeys.restore(saved.groupKeys),
    blocked: new Set(saved.blocked),
    reserved: new Map(saved.reserved),
    links: new Map(
      saved.links.map(({ owed, ...link }) => [link.device, { ...link, connection: null, pending: pendingFrom(owed) }]),
    ),
    chats: new Map(
      saved.chats.map((chat) => [
        chat.id,
        { disappearing: 0, ...chat, typing: false, messages: inChat.get(chat.id) ?? [] },
      ]),
    ),
    messages: new Map(messages),
    waiting: [],
    work: Promise.resolve(),
  }
}

const pendingFrom = (owed: SavedLink['owed']): Link['pending'] =>
  new Map(owed.map(([key, pending]) => [key, { acksToIgnore: 0, ...pending }]))

const savedArrival = ({ from, ...rest }: Arrival | SealedArrival): SavedArrival => ({
  ...('content' in rest ? { ...rest, content: savedContent(rest.content) } : rest),
  from: from.phone,
})

function arrivalFrom(world: World, { from: phone, ...rest }: SavedArrival): (Arrival | SealedArrival)[] {
  const from = world.accounts.get(phone)
  if (!from) return []
  return [{ ...('content' in rest ? { ...rest, content: decoded(rest.content) } : rest), from }]
}

const decoded = (text: string): proto.IMessage => readable(Buffer.from(text, 'base64'))
