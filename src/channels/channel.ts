/** The door every messenger fits: what comes in, what goes out, what a connection tells about itself. */
import type { GroupFacts, MemberRole } from '../contacts/groups/group'
import type { ConnectionStatus } from './connections/contract'
import type { MessageExtra, MessageKind, Presence, SendableKind } from './contract'
import type { PastListener } from './past'

/** Names one connection of the whole installation: a company's folder and the connection's id in it. */
export type ConnectionRef = { readonly tenantUuid: string; readonly connectionId: number }

export const keyOf = ({ tenantUuid, connectionId }: ConnectionRef): string => `${tenantUuid}/${connectionId}`

/** One way to find a person on a messenger. A LID is WhatsApp's number that hides the phone. */
export type Address = { readonly kind: 'phone' | 'lid' | 'group'; readonly value: string }

/** As one word. */
export const nameOf = ({ kind, value }: Address): string => `${kind}:${value}`

export const overlap = (a: readonly Address[], b: readonly Address[]): boolean =>
  a.some((one) => b.some((other) => nameOf(one) === nameOf(other)))

/** Certainly not the same: both have an address of one kind, and share none. A group is nobody's other address. */
export const areOthers = (a: readonly Address[], b: readonly Address[]): boolean =>
  a.some((one) => b.some((other) => one.kind === other.kind || one.kind === 'group' || other.kind === 'group')) &&
  !overlap(a, b)

/** A phone could not read what we said under this id, and asks for it again in this conversation. */
export type AskedAgain = { readonly externalId: string; readonly chat: readonly Address[] }

export type IncomingMedia = {
  readonly mimetype: string
  readonly name: string | null
  /** Bytes, as the sender declares them. */
  readonly size: number | null
  readonly seconds: number | null
  readonly width: number | null
  readonly height: number | null
  readonly waveform: readonly number[] | null
  /** Tiny JPEG as a data URL. */
  readonly thumbnail: string | null
  /** What the channel needs to fetch the file later, as text only it understands (keys inside: encrypted at rest by it). */
  readonly ticket: string
  /** SHA-256 of the clear file in hex, as the sender declares it. */
  readonly sha256: string | null
}

/** One message of a messenger, in our words. Both directions: what the company's own phone wrote comes in too. */
export type Incoming = {
  readonly externalId: string
  readonly fromMe: boolean
  /** Whose conversation it is: the contact, or the group. Every address known; the first is the one on the envelope. */
  readonly chat: readonly Address[]
  readonly isGroup: boolean
  /** In groups, who wrote. */
  readonly author: { readonly addresses: readonly Address[]; readonly name: string | null } | null
  /** The name people gave themselves on the messenger. */
  readonly pushName: string | null
  readonly kind: MessageKind
  readonly body: string
  readonly media: IncomingMedia | null
  readonly extra?: MessageExtra | null
  /** Whom its words mean: `token` is what stands behind the @. */
  readonly mentions?: readonly {
    readonly token: string
    readonly addresses: readonly Address[]
    readonly isUs: boolean
  }[]
  /** What later sealed acts on this message are opened with. */
  readonly secret?: string | null
  readonly quotedExternalId: string | null
  /** What was quoted, in case we never stored it. */
  readonly quotedBody: string | null
  readonly quotedKind?: MessageKind | null
  readonly quotedAuthor?: readonly Address[]
  readonly quotedMentions?: Incoming['mentions']
  /** When it was sent, epoch milliseconds. */
  readonly sentAt: number
  /** True for what had waited on the server while we were away. */
  readonly offline: boolean
  /** It could not be decrypted (kind `unsupported`): should its real content still come, under the same id, it replaces this. */
  readonly placeholder?: true
}

type Envelope = Pick<Incoming, 'externalId' | 'fromMe' | 'chat' | 'author'>

/** Nothing says that these are two messages. */
export const mayBeSame = (a: Envelope, b: Envelope): boolean =>
  a.externalId === b.externalId &&
  a.fromMe === b.fromMe &&
  !areOthers(a.chat, b.chat) &&
  !areOthers(a.author?.addresses ?? [], b.author?.addresses ?? [])

/**
 * Something done to a message that was there before. Told in order with messages, and perhaps twice: `externalId` is the
 * act's own. `target` is the message; who may do it to that message is for the house to judge. `expire` is done to the
 * whole conversation, and has no target.
 */
export type Act = Pick<Incoming, 'externalId' | 'fromMe' | 'chat' | 'isGroup' | 'author'> & {
  readonly target: string
  /** Who wrote the target, as the act tells; only where one id stands for two messages of the conversation it is asked for. */
  readonly whose?: { readonly fromMe: boolean; readonly author: readonly Address[] }
  /** When it was done, epoch milliseconds. */
  readonly at: number
} & (
    | ({ readonly do: 'edit' } & Pick<Incoming, 'body' | 'mentions'>)
    /** `byAdmin`: of a group, who may delete what others wrote. */
    | { readonly do: 'revoke'; readonly byAdmin: boolean }
    /** Null takes it back. */
    | { readonly do: 'react'; readonly emoji: string | null }
    /** The options of a poll that this person wants now, each as the SHA-256 of its name in hex. */
    | { readonly do: 'vote'; readonly options: readonly string[] }
    /** One of the above, readable only with the target's `secret`: see seals.ts. */
    | { readonly do: 'sealed'; readonly sealed: string }
    /** What is written from now on disappears after so many seconds; 0: no longer. */
    | { readonly do: 'expire'; readonly seconds: number }
  )

/** Somebody calls: told at each step. */
export type Call = {
  readonly externalId: string
  readonly chat: readonly Address[]
  readonly isGroup: boolean
  readonly isVideo: boolean
  readonly step: 'offered' | 'answered' | 'ended'
  /** Epoch milliseconds. */
  readonly at: number
  /** Told later, because we were away. */
  readonly offline: boolean
  /** The messenger's own word for who calls. */
  readonly caller: string
}

/** A tick: `ack` as in channels/contract.ts. In a group, `participant` is who got or read it, and `at` when (epoch milliseconds). */
export type Receipt = {
  readonly externalIds: readonly string[]
  readonly chat: readonly Address[]
  readonly ack: 2 | 3 | 4 | 5
  readonly participant: Address | null
  readonly at?: number | null
}

/** Somebody in a group, by every address known. */
export type GroupMember = {
  readonly addresses: readonly Address[]
  readonly role: Exclude<MemberRole, 'left'>
  /** The account of this connection itself. */
  readonly isUs: boolean
}

/** What is told of a group. `all` takes the place of everything told before; `gone`: the account is not in it any more. */
export type GroupNews = {
  readonly group: Address
  /** Who did it; null when nobody did, or nobody knows. */
  readonly by: { readonly addresses: readonly Address[]; readonly name: string | null } | null
} & (
  | { readonly tells: 'all'; readonly facts: GroupFacts; readonly members: readonly GroupMember[] }
  | { readonly tells: 'facts'; readonly facts: Partial<GroupFacts> }
  /** With the roles they have then. */
  | {
      readonly tells: 'members'
      readonly change: 'joined' | 'left' | 'promoted' | 'demoted'
      readonly members: readonly GroupMember[]
    }
  | { readonly tells: 'gone' }
)

/** A message that has been read here; in groups, with who wrote it. */
export type ReadMark = { readonly externalId: string; readonly author: Address | null }

/** Where a connection stands; what the store keeps of it. */
export type SessionNews = {
  readonly status: ConnectionStatus
  readonly reason: string | null
  readonly qrcode: string
  readonly qrcodeExpiresAt: number | null
  readonly pairingCode: string | null
  readonly retries: number
  /** The account's own number once known. The house may refuse the account by throwing while the status is PAIRING. */
  readonly number: string | null
  /** RESTRICTED, and BANNED for a time: until when, epoch milliseconds; null when nobody told. */
  readonly until: number | null
}

/** What leaves. `externalId` was chosen when the row was stored, and is reused at every try. */
export type Outgoing = {
  readonly externalId: string
  readonly to: Address
  readonly kind: SendableKind
  readonly body: string
  readonly media: {
    readonly path: string
    readonly mimetype: string
    readonly name: string | null
    readonly seconds: number | null
    readonly width?: number | null
    readonly height?: number | null
    readonly waveform: readonly number[] | null
    /** Tiny JPEG as a data URL. */
    readonly thumbnail?: string | null
  } | null
  /** A place, cards; forwarded; disappearing; how a video plays. */
  readonly extra?: MessageExtra | null
  /** `author`: in groups, who wrote what is quoted. */
  readonly quoted: {
    readonly externalId: string
    readonly body: string
    readonly fromMe: boolean
    readonly kind?: MessageKind
    readonly author?: Address | null
  } | null
  /** In groups: who is meant by an @ in the text, and whether everybody is. */
  readonly mentions?: readonly Address[]
  readonly mentionsAll?: boolean
}

/** What we do to a message that was there before; `externalId` as with messages. */
export type OutgoingAct = {
  readonly externalId: string
  readonly to: Address
  /** `author`: in groups, who wrote it. */
  readonly target: { readonly externalId: string; readonly fromMe: boolean; readonly author: Address | null }
} & (
  | ({ readonly do: 'edit' } & Pick<Outgoing, 'body' | 'mentions' | 'mentionsAll'>)
  | { readonly do: 'revoke' }
  | { readonly do: 'react'; readonly emoji: string | null; readonly at: number }
)

/**
 * Outcome of one try. `sent`: the messenger's server confirmed it. `refused`: it never will be (reason = key under
 * `messages.failure`). `unknown`: no answer; the same id must be sent again. `notNow`: the connection is not open.
 */
export type SendResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'notNow' }

/** What a channel tells the house. The answers of `incoming` and `acted` are given after the commit: only then may the journal forget. */
export type ChannelListener = {
  /** Stores messages in order, each once; must be durable when it returns. Throws when it could not be stored. */
  incoming(ref: ConnectionRef, messages: readonly Incoming[]): void
  /** The same of what was done to messages. */
  acted(ref: ConnectionRef, acts: readonly Act[]): void
  /** Ticks that came together, as `incoming`. One told twice changes nothing. */
  receipts(ref: ConnectionRef, receipts: readonly Receipt[]): void
  /** A phone asked for something of ours again, and the messenger did not take it this time: it is to be sent once more. */
  unsaid(ref: ConnectionRef, externalId: string): void
  /** As `incoming`. True: the house does not take it. */
  call(ref: ConnectionRef, call: Call): boolean
  presence(ref: ConnectionRef, chat: readonly Address[], state: Presence): void
  /** This person or group has another picture now, or none. As `incoming`, both. */
  pictureChanged(ref: ConnectionRef, address: Address): void
  /** Blocked or unblocked on the company's own phone. */
  blocked(ref: ConnectionRef, address: Address, isBlocked: boolean): void
  /** The messenger tells that these addresses are one person. */
  sameContact(ref: ConnectionRef, addresses: readonly Address[]): void
  /** In the order in which it happened. What got lost is told again at the next start. */
  groups(ref: ConnectionRef, news: readonly GroupNews[]): void
  session(ref: ConnectionRef, news: SessionNews): void
  readonly past: PastListener
}

export type PairingWish = { readonly by: 'qr' } | { readonly by: 'code'; readonly number: string }

/** One messenger. Holds the live sessions; never touches a company's tables. */
export type Channel = {
  /** Brings a paired connection back; without credentials does nothing but report DISCONNECTED. */
  start(ref: ConnectionRef): void
  /** Opens (or prolongs) the window of 60 s in which QR codes or a pairing code are made. */
  pair(ref: ConnectionRef, wish: PairingWish): Promise<void>
  /** Prolongs an open pairing window because somebody still looks; does nothing otherwise. */
  keepPairing(ref: ConnectionRef): void
  /** Ends the session on the messenger's side too; the credentials are archived, never deleted. */
  logout(ref: ConnectionRef): Promise<void>
  /** Closes the socket and forgets the session in memory; it can be started again. */
  stop(ref: ConnectionRef): Promise<void>
  stopAll(): Promise<void>
  send(ref: ConnectionRef, outgoing: Outgoing): Promise<SendResult>
  /** As `send`. */
  act(ref: ConnectionRef, act: OutgoingAct): Promise<SendResult>
  markRead(ref: ConnectionRef, chat: Address, messages: readonly ReadMark[]): Promise<void>
  /** Tells everything about a group, through the listener. */
  describeGroup(ref: ConnectionRef, group: Address): Promise<void>
  /**
   * These conversations are before somebody's eyes, and no others: while there are any the account is seen online, and hears
   * who types in them. Holds until told otherwise or the line is lost.
   */
  watch(ref: ConnectionRef, chats: readonly Address[]): void
  setTyping(ref: ConnectionRef, chat: Address, state: 'composing' | 'recording' | 'paused'): Promise<void>
  /** The account's address for a number, or null when it has none. Throws when the connection is not open. */
  lookUp(ref: ConnectionRef, number: string): Promise<readonly Address[] | null>
  /** Fetches the picture of a person or group into `path`; false when there is none to be seen. */
  picture(ref: ConnectionRef, address: Address, path: string): Promise<boolean>
  /** False: the messenger does not know who that is. Throws when the connection is not open. */
  block(ref: ConnectionRef, address: Address, isBlocked: boolean): Promise<boolean>
  /** Fetches a file announced by `IncomingMedia.ticket` into `path`; verifies length and hash. */
  download(ref: ConnectionRef, ticket: string, path: string): Promise<{ size: number; sha256: string }>
}
