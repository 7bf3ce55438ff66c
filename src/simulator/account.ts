/** An account of the simulated WhatsApp: its phone, and the real clients linked to it. */
import type { proto } from '@whiskeysockets/baileys'
import type { MediaView, MessageKind, PhoneRole, PollView } from './contract'
import type { Passkey } from './linking/passkey'
import type { Connection } from './wire/connection'
import type { GroupKeys } from './wire/group-keys'
import type { BinaryNode } from './wire/nodes'
import type { Random } from './wire/random'
import type { Bundle, SignalDevice } from './wire/signal'

export type Addressing = 'pn' | 'lid'

/** A phone's automatic behaviour. */
export type Habits = {
  deliver: boolean
  read: boolean
  after: number
  addressing: Addressing
  hideLid: boolean
  pictureUrl: string | null
  about: string
  /** How a new device receives the history. */
  historyBy: 'message' | 'file'
  historyChunk: number
  /** Can upload a file to the media server again. */
  keepsFiles: boolean
  /** Linking a device requires a passkey. */
  demandsPasskey: boolean
  /** Automatic texts of the WhatsApp Business app; null: off. `[nome]` is the contact's name. */
  greeting: string | null
  away: string | null
  /** Milliseconds before such a text. */
  appDelay: number
  /** Its first contacts are refused without a valid token, or by number where the LID is known. */
  demandsTokens: boolean
}

export type Account = {
  phone: string
  lid: string
  name: string
  /** Without the @; null: none. */
  username: string | null
  /** Four digits that strangers need to find it; null: none needed. */
  usernameKey: string | null
  role: PhoneRole
  online: boolean
  banned: boolean
  restrictedUntil: number | null
  /** Blocked phone numbers. */
  blocked: Set<string>
  habits: Habits
  /** The id of its picture on the media server. */
  picture: string | null
  passkey: Passkey | null
  /** Privacy settings that differ from the defaults. */
  privacy: Record<string, string>
  /** Separate random source, so that actions of others do not change its ids and keys. */
  random: Random
  device: SignalDevice
  groupKeys: GroupKeys
  links: Map<number, Link>
  nextDevice: number
  chats: Map<string, Chat>
  messages: Map<string, Message>
  written: number
  /** Positions of messages that the phone could not decrypt yet: "waiting for this message". */
  reserved: Map<string, number>
  /** Messages that arrived while the phone was off. */
  waiting: (Arrival | SealedArrival)[]
  /** Requests of its own devices that arrived while the phone was off. */
  asked: PeerRequest[]
  /** Serialises this phone's encryption and decryption. */
  work: Promise<unknown>
}

/** A real client, linked as a device of the account. */
export type Link = {
  phone: string
  device: number
  name: string
  /** It requested the whole history, not only the recent part. */
  wantsAll: boolean
  noiseKey: Buffer
  identityKey: Buffer
  registrationId: number
  signedPreKey: Bundle['signedPreKey']
  preKeys: { keyId: number; publicKey: Buffer }[]
  /** The proof, published with its keys, that the account's phone approved this device. */
  deviceIdentity: Buffer
  linkedAt: number
  lastSeenAt: number
  isGreeted: boolean
  connection: Connection | null
  /** Stanzas for this device that it has not settled yet, in sending order. */
  pending: Map<string, Pending>
}

/**
 * `acksToIgnore`: acks that are still expected for copies sent before this one. `isRefused`: the device acknowledged it
 * with an error, so everything else is withheld.
 */
export type Pending = { stanza: BinaryNode; acksToIgnore: number; isRefused?: boolean }

export type Chat = {
  id: string
  kind: 'person' | 'group'
  title: string
  typing: boolean
  /** Seconds after which messages disappear; 0: never. */
  disappearing: number
  messages: Message[]
}

/**
 * A device's request to its account's phone: old messages, a message it could not decrypt, or (`about`) a missing file.
 */
export type PeerRequest = { device: number; id: string; content: proto.IMessage; about?: BinaryNode | undefined }

/** The receipts of one group member for a message. */
export type MemberReceipt = { deliveredAt: number | null; readAt: number | null; playedAt: number | null }

export type Message = {
  id: string
  chat: string
  fromMe: boolean
  /** Phone number and device of its author. */
  author: string
  device: number
  kind: MessageKind
  text: string
  media: MediaView | null
  quoted: { id: string; text: string } | null
  reactions: { author: string; emoji: string }[]
  /** When each author last added or removed a reaction, by the author's clock. */
  reactedAt: Record<string, number>
  edited: boolean
  revoked: boolean
  viewOnce: boolean
  forwarded: boolean
  forwardingScore: number
  /** Phone numbers. */
  mentions: string[]
  link: { url: string; title: string; description: string } | null
  place: { latitude: number; longitude: number; live: boolean } | null
  contacts: { name: string; phone: string }[]
  poll: PollView | null
  disappearing: number | null
  /** View-once: linked devices are only told that there is something to see on the phone. */
  isWithheld: boolean
  /** By phone number; only of own messages in groups. */
  receipts: Record<string, MemberReceipt>
  /** A reaction, edit or deletion: has an id and can be resent, but is not a message of the chat. */
  isEffect: boolean
  /** Content for resending; null: the text only. */
  content: proto.IMessage | null
  addressing: Addressing
  edit: string | undefined
  order: number
  at: number
  deliveredAt: number | null
  readAt: number | null
  ack: number
  times: number
}

/** A message on its way to a phone. */
export type Arrival = {
  from: Account
  device: number
  chat: string
  id: string
  at: number
  content: proto.IMessage
  addressing: Addressing
  /** How the server marks an edit (1) or a deletion (7). */
  edit?: string | undefined
  isWithheld?: boolean | undefined
}

/** A linked device's message on its way to a phone, not decrypted yet. */
export type SealedArrival = {
  from: Account
  device: number
  at: number
  attrs: BinaryNode['attrs']
  /** Encrypted to this phone: the message, or in a group the group's key. */
  own: BinaryNode | undefined
  /** In a group: the message, encrypted with the group's key. */
  common?: BinaryNode | undefined
}

export const DEFAULT_HABITS: Habits = {
  deliver: true,
  read: false,
  after: 0,
  addressing: 'pn',
  hideLid: false,
  pictureUrl: null,
  about: 'Hey there! I am using WhatsApp.',
  historyBy: 'message',
  historyChunk: 200,
  keepsFiles: true,
  demandsPasskey: false,
  greeting: null,
  away: null,
  appDelay: 1000,
  demandsTokens: true,
}

export const pnOf = (account: Pick<Account, 'phone'>): string => `${account.phone}@s.whatsapp.net`
export const lidOf = (account: Pick<Account, 'lid'>): string => `${account.lid}@lid`
export const jidOf = (account: Account, form: Addressing): string => (form === 'pn' ? pnOf(account) : lidOf(account))

/** Others know only its LID. */
export const hidesNumber = ({ habits }: Account): boolean => habits.addressing === 'lid' && habits.hideLid

export const messageKey = (chat: string, id: string): string => `${chat}/${id}`

export const findMessage = (account: Account, chat: string, id: string): Message | undefined =>
  account.messages.get(messageKey(chat, id))

/** Runs `task` after everything this account's phone has started before. */
export function inTurn<Result>(account: Account, task: () => Promise<Result>): Promise<Result> {
  const done = account.work.then(task)
  account.work = done.catch(() => undefined)
  return done
}
