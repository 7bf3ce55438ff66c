/** The interface that every messenger implements: incoming, outgoing, and the state of a connection. */
import { type Address, areOthers } from '../contacts/address'
import type { GroupFacts, MemberRole } from '../contacts/groups/group'
import type { BackfillListener } from './backfill'
import type { ConnectionStatus } from './connections/contract'
import type { MessageExtra, MessageKind, Presence, SendableKind } from './contract'
import type { MetaAccount } from './meta/tables'
import type { PasskeyCredential, PasskeyOptions, PasskeyStage } from './passkeys/contract'

/** Identifies a connection across the installation: the company's uuid and the connection's id in it. */
export type ConnectionRef = { readonly tenantUuid: string; readonly connectionId: number }

export const keyOf = ({ tenantUuid, connectionId }: ConnectionRef): string => `${tenantUuid}/${connectionId}`

export type { Address }

/** A phone could not decrypt our message with this id and asks for it again in this conversation. */
export type AskedAgain = { readonly externalId: string; readonly chat: readonly Address[] }

/** Undefined: this conversation has no current message of ours with that id. */
export type SentContent = Outgoing | OutgoingAction | undefined

export type IncomingMedia = {
  readonly mimetype: string
  readonly name: string | null
  /** In bytes, as declared by the sender. */
  readonly size: number | null
  readonly seconds: number | null
  readonly width: number | null
  readonly height: number | null
  readonly waveform: readonly number[] | null
  /** Tiny JPEG as a data URL. */
  readonly thumbnail: string | null
  /** Of a document, as declared by the sender. */
  readonly pages?: number | null
  /** All that the channel needs to fetch the file later, including its key, in a format only the channel reads. */
  readonly downloadKey: string
  /** SHA-256 of the decrypted file in hex, as declared by the sender. */
  readonly sha256: string | null
}

/** A message from the messenger, in our terms. Includes messages that were typed on the company's own phone. */
export type Incoming = {
  readonly externalId: string
  readonly fromMe: boolean
  /** The contact or group it belongs to, by every known address; the stanza's own address comes first. */
  readonly chat: readonly Address[]
  readonly isGroup: boolean
  /** In groups, the member who wrote it. */
  readonly author: { readonly addresses: readonly Address[]; readonly name: string | null } | null
  /** The name that the person chose on the messenger (push name). */
  readonly pushName: string | null
  readonly kind: MessageKind
  readonly body: string
  readonly media: IncomingMedia | null
  readonly extra?: MessageExtra | null
  /** The people it mentions: `token` is what follows the @. */
  readonly mentions?: readonly {
    readonly token: string
    readonly addresses: readonly Address[]
    readonly isUs: boolean
  }[]
  /** The secret that opens later sealed actions on this message. */
  readonly secret?: string | null
  readonly quotedExternalId: string | null
  /** The quoted text, in case we never stored the original. */
  readonly quotedBody: string | null
  readonly quotedKind?: MessageKind | null
  readonly quotedAuthor?: readonly Address[]
  readonly quotedMentions?: Incoming['mentions']
  /** When it was sent, epoch milliseconds. */
  readonly sentAt: number
  /**
   * Set on a missed message that comes from the phone's history: later messages of the conversation may already be
   * stored. `behind`: the time at which we show the message that precedes it on the phone, which may be later than it
   * was sent; 0 without one.
   */
  readonly late?: { readonly behind: number }
  /** Somebody else is in charge of the conversation at the messenger: nothing here answers by itself. */
  readonly isOverheard?: true
  /** It could not be decrypted (kind `unsupported`). Its real content replaces it if it still arrives, under the same id. */
  readonly placeholder?: true
}

type Envelope = Pick<Incoming, 'externalId' | 'fromMe' | 'chat' | 'author'>

/** True unless two fields prove that these are different messages. */
export const mayBeSame = (a: Envelope, b: Envelope): boolean =>
  a.externalId === b.externalId &&
  a.fromMe === b.fromMe &&
  !areOthers(a.chat, b.chat) &&
  !areOthers(a.author?.addresses ?? [], b.author?.addresses ?? [])

/**
 * An action on an existing message. Reported in order with messages, and perhaps twice: `externalId` is the action's
 * own, `target` the message's. Our server decides whether the author may do this. `expire` concerns the whole
 * conversation and has no target.
 */
export type MessageAction = Pick<Incoming, 'externalId' | 'fromMe' | 'chat' | 'isGroup' | 'author'> & {
  readonly target: string
  /**
   * Author of the target, according to the action. Used only when two messages of the conversation have the same id.
   */
  readonly whose?: { readonly fromMe: boolean; readonly author: readonly Address[] }
  /** When it was done, epoch milliseconds. */
  readonly at: number
} & (
    | ({ readonly do: 'edit' } & Pick<Incoming, 'body' | 'mentions'>)
    /** `byAdmin`: deleted by a group admin, who may delete messages of others. */
    | { readonly do: 'revoke'; readonly byAdmin: boolean }
    /** Null takes it back. */
    | { readonly do: 'react'; readonly emoji: string | null }
    /** The poll options this person now votes for, each as the SHA-256 of its name in hex. */
    | { readonly do: 'vote'; readonly options: readonly string[] }
    /** An encrypted action, readable only with the target's `secret`: see seals.ts. */
    | { readonly do: 'sealed'; readonly sealed: string }
    /** Messages written from now on disappear after this many seconds; 0 switches that off. */
    | { readonly do: 'expire'; readonly seconds: number }
  )

/** A call, reported at each step. */
export type Call = {
  readonly externalId: string
  readonly chat: readonly Address[]
  readonly isGroup: boolean
  readonly isVideo: boolean
  readonly step: 'offered' | 'answered' | 'ended'
  /** Epoch milliseconds. */
  readonly at: number
  /** The messenger's own identifier of the caller. */
  readonly caller: string
}

/** A delivery or read receipt: `ack` as in channels/contract.ts. In a group, `participant` received or read it, at `at` (epoch milliseconds). */
export type Receipt = {
  readonly externalIds: readonly string[]
  readonly chat: readonly Address[]
  readonly ack: 2 | 3 | 4 | 5
  readonly participant: Address | null
  readonly at?: number | null
}

/** Everything of ours in the conversation up to this time was delivered (3) or read (4). `at` in epoch milliseconds. */
export type ReceiptMark = {
  readonly chat: readonly Address[]
  readonly ack: 3 | 4
  readonly at: number
  /** Messages that were sent after it, though they may have been written before. */
  readonly except?: readonly string[]
}

/** A group member, by every known address. */
export type GroupMember = {
  readonly addresses: readonly Address[]
  readonly role: Exclude<MemberRole, 'left'>
  /** The connection's own account. */
  readonly isUs: boolean
}

/** News about a group. `all` replaces everything reported before; `gone`: the account is no longer in it. */
export type GroupNews = {
  readonly group: Address
  /** Who made the change; null when nobody did or it is unknown. */
  readonly by: { readonly addresses: readonly Address[]; readonly name: string | null } | null
} & (
  | { readonly type: 'all'; readonly facts: GroupFacts; readonly members: readonly GroupMember[] }
  | { readonly type: 'facts'; readonly facts: Partial<GroupFacts> }
  /** With their roles after the change. */
  | {
      readonly type: 'members'
      readonly change: 'joined' | 'left' | 'promoted' | 'demoted'
      readonly members: readonly GroupMember[]
    }
  | { readonly type: 'gone' }
)

/** The messenger's limit on starting chats: how many are left until `until`. */
export type NewChats = { readonly left: number; readonly until: number | null }

/** A message that was read here; in groups, with its author. */
export type ReadMark = { readonly externalId: string; readonly author: Address | null }

/** The state of a connection. */
export type SessionNews = {
  readonly status: ConnectionStatus
  readonly reason: string | null
  readonly qrcode: string
  readonly qrcodeExpiresAt: number | null
  readonly pairingCode: string | null
  readonly retries: number
  /** The account's own number, once known. */
  readonly number: string | null
  /** For RESTRICTED and a temporary BANNED: until when, epoch milliseconds; null when unknown. */
  readonly until: number | null
  /** For PASSKEY: the stage of the ceremony, and when it times out. */
  readonly passkey: Pick<PasskeyDemand, 'stage' | 'expiresAt'> | null
}

/** Before it was opened. */
export const CLOSED_SESSION: SessionNews = {
  status: 'DISCONNECTED',
  reason: null,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
  retries: 0,
  number: null,
  until: null,
  passkey: null,
}

/** The messenger demands a passkey to link the account: its request, and how to answer it. */
export type PasskeyDemand = {
  /** Identifies this demand. */
  readonly id: string
  readonly stage: PasskeyStage
  /** Null: not known yet, or answered. */
  readonly options: PasskeyOptions | null
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** To compare with the phone's. */
  readonly code: string | null
  /** The messenger refused the previous answer. */
  readonly wasRefused: boolean
  /** Null: accepted for sending. */
  answer(credential: PasskeyCredential): 'notAwaited' | 'unreadable' | 'other' | 'elsewhere' | null
  /** False: there is no code to compare. */
  compare(isSame: boolean): boolean
  giveUp(): void
}

/** A message to send. `externalId` was chosen when the row was stored, and is reused at every attempt. */
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
  /** Location, contact cards, and the forwarded, disappearing and video flags. */
  readonly extra?: MessageExtra | null
  /** `author`: in groups, the author of the quoted message. */
  readonly quoted: {
    readonly externalId: string
    readonly body: string
    readonly fromMe: boolean
    readonly kind?: MessageKind
    readonly author?: Address | null
  } | null
  /** In groups: the people mentioned in the text, and whether everybody is mentioned. */
  readonly mentions?: readonly Address[]
  readonly mentionsAll?: boolean
  /** An attendant wrote it: channels with a reply window accept it for longer. */
  readonly isByPerson?: boolean
  /** The reply window is over, and only an attendant's answer is still accepted: Meta requires that it is marked as one. */
  readonly tag?: 'HUMAN_AGENT'
}

/** An action of ours on an existing message; `externalId` as with messages. */
export type OutgoingAction = {
  readonly externalId: string
  readonly to: Address
  /** `author`: in groups, who wrote the target. */
  readonly target: { readonly externalId: string; readonly fromMe: boolean; readonly author: Address | null }
} & (
  | ({ readonly do: 'edit' } & Pick<Outgoing, 'body' | 'mentions' | 'mentionsAll'>)
  | { readonly do: 'revoke' }
  | { readonly do: 'react'; readonly emoji: string | null; readonly at: number }
)

/**
 * Outcome of one attempt. `sent`: the messenger's server confirmed it; `externalId` is there if the messenger chose the
 * message's id, which replaces ours. `refused`: it never will (reason = key under `messages.failure`). `unknown`: no
 * answer; the same id must be sent again. `notNow`: the connection is not open. `later`: to be tried again after so many
 * milliseconds, which does not count as an attempt.
 */
export type SendResult =
  | { readonly outcome: 'sent'; readonly externalId?: string | undefined }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'notNow' }
  | { readonly outcome: 'later'; readonly after: number }

/** The messenger gave our message, which we sent as `ours`, its own id. So it has accepted it. */
export type NamedMessage = { readonly ours: string; readonly externalId: string }

/** A message of ours that the messenger accepted and could not deliver; `reason` as in `SendResult`. */
export type DeliveryFailure = {
  readonly externalId: string
  readonly chat: readonly Address[]
  readonly reason: string
}

/** What the messenger says a message costs. The price itself is the operator's. */
export type MessageCharge = {
  readonly externalId: string
  readonly chat: readonly Address[]
  readonly isBillable: boolean
  /** Such as `service`, `utility`, `marketing`, `authentication`, `referral_conversion`; in lower case. */
  readonly category: string
  /** Such as `regular`, `free_customer_service`, `free_entry_point`. */
  readonly type: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Something other than a message that lets us write for a while, such as a reaction. */
export type WindowOpening = {
  readonly chat: readonly Address[]
  /** Epoch milliseconds. */
  readonly at: number
}

/** News about the account behind a connection; what is absent stays. See `meta/tables.ts` for the fields. */
export type AccountNews = Partial<
  Pick<
    MetaAccount,
    'displayName' | 'username' | 'quality' | 'limit' | 'tokenEndsAt' | 'subscribedAt' | 'checkedAt' | 'picture'
  >
>

/** A template changed at the messenger; what is absent stays. */
export type TemplateNews = {
  readonly templateId: string
  readonly name: string
  readonly language: string
  /** In upper case, as Meta says it, such as `APPROVED`, `REJECTED`, `PAUSED`, `DELETED`. */
  readonly status?: string
  /** Comes with the status. */
  readonly reason?: string | null
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  readonly quality?: string
  /** As Meta says it, such as `MARKETING`. */
  readonly category?: string
}

/** The phone's address book, and whether it has a chat with each person. */
export type PhoneBook = {
  readonly people: readonly { readonly addresses: readonly Address[]; readonly name: string }[]
  readonly chats: readonly (readonly Address[])[]
}

/**
 * Implemented by our server. `incoming` and `actions` return after the commit; the channel clears its journal only
 * then.
 */
export type ChannelListener = {
  /** Stores messages in order, each once. Durable when it returns; throws when they could not be stored. */
  incoming(ref: ConnectionRef, messages: readonly Incoming[]): void
  /** The same for actions on messages. */
  actions(ref: ConnectionRef, actions: readonly MessageAction[]): void
  /** Receipts that arrived together; otherwise like `incoming`. A repeated one changes nothing. */
  receipts(ref: ConnectionRef, receipts: readonly Receipt[]): void
  receivedUpTo(ref: ConnectionRef, marks: readonly ReceiptMark[]): void
  /** A phone asked for one of our messages again, and the messenger did not accept the repetition: it must be sent once more. */
  repeatRefused(ref: ConnectionRef, externalId: string): void
  /** How many chats the account may still start, and until when. */
  newChats(ref: ConnectionRef, newChats: NewChats): void
  /** Like `incoming`. Returns true when the call is to be refused. */
  call(ref: ConnectionRef, call: Call): boolean
  presence(ref: ConnectionRef, chat: readonly Address[], state: Presence): void
  /** A person's or group's picture changed or was removed. Durable like `incoming`, as is `blocked`. */
  pictureChanged(ref: ConnectionRef, address: Address): void
  /** Blocked or unblocked on the company's own phone. */
  blocked(ref: ConnectionRef, address: Address, isBlocked: boolean): void
  /** The messenger reports that these addresses are one person. */
  sameContact(ref: ConnectionRef, addresses: readonly Address[]): void
  /** Current usernames of people. */
  usernames(ref: ConnectionRef, addresses: readonly Address[]): void
  /** Reported in order. Lost news is reported again at the next opening of the connection. */
  groups(ref: ConnectionRef, news: readonly GroupNews[]): void
  session(ref: ConnectionRef, news: SessionNews): void
  /**
   * Called before a session opens with the account of a linked phone: whether it is this connection's. If not, the session
   * must end, and what it receives belongs to the other connection.
   */
  claim(ref: ConnectionRef, number: string): Promise<boolean>
  /** Durable like `incoming`, as are the following. A repeated one changes nothing. */
  named(ref: ConnectionRef, names: readonly NamedMessage[]): void
  undelivered(ref: ConnectionRef, undelivered: readonly DeliveryFailure[]): void
  charged(ref: ConnectionRef, charges: readonly MessageCharge[]): void
  windowOpened(ref: ConnectionRef, openings: readonly WindowOpening[]): void
  account(ref: ConnectionRef, news: AccountNews): void
  templates(ref: ConnectionRef, news: readonly TemplateNews[]): void
  readonly backfill: BackfillListener
}

/** Maximum numbers per request. */
export const MOST_LOOKED_UP = 100

/** `protected`: strangers need the username and its key. */
export type FoundByUsername =
  | { readonly is: 'nobody' }
  | { readonly is: 'protected' }
  | { readonly is: 'somebody'; readonly addresses: readonly Address[] }

/** Larger files are not downloaded. */
export const LARGEST_DOWNLOAD = 110 * 1024 * 1024

export type PairingRequest = { readonly by: 'qr' } | { readonly by: 'code'; readonly number: string }

declare module '../platform/module' {
  interface Services {
    readonly channel: Channel
  }
}

/** One messenger. Holds the live sessions; never touches a company's tables. */
export type Channel = {
  /** Reconnects a paired connection; without credentials it only reports DISCONNECTED. */
  start(ref: ConnectionRef): void
  /** Opens (or prolongs) the window of 60 s in which QR codes or a pairing code are generated. */
  pair(ref: ConnectionRef, request: PairingRequest): Promise<void>
  /** Prolongs an open pairing window because somebody is still looking at it; otherwise does nothing. */
  keepPairing(ref: ConnectionRef): void
  /** The passkey demanded for the linking in progress; null while none is. */
  passkey(ref: ConnectionRef): PasskeyDemand | null
  /** Ends the session on the messenger's side too; the credentials are archived, never deleted. */
  logout(ref: ConnectionRef): Promise<void>
  /** Closes the socket and forgets the session in memory; it can be started again. */
  stop(ref: ConnectionRef): Promise<void>
  stopAll(): Promise<void>
  send(ref: ConnectionRef, outgoing: Outgoing): Promise<SendResult>
  /** Like `send`. */
  sendAction(ref: ConnectionRef, action: OutgoingAction): Promise<SendResult>
  /** The messenger refused, or accepted, the first message of a chat: it may restrict the account to existing chats. */
  firstContact(ref: ConnectionRef, isRefused: boolean): void
  markRead(ref: ConnectionRef, chat: Address, messages: readonly ReadMark[]): Promise<void>
  /** Reports everything about a group, through the listener. */
  describeGroup(ref: ConnectionRef, group: Address): Promise<void>
  /**
   * Sets the conversations that are open on a screen. While there are any, the account appears online and receives
   * typing indicators for them. Valid until the next call or until the socket closes. For those just `opened` the
   * current presence is reported too, because their pages do not know it yet.
   */
  watch(ref: ConnectionRef, chats: readonly Address[], opened: readonly Address[]): void
  setTyping(ref: ConnectionRef, chat: Address, state: 'composing' | 'recording' | 'paused'): Promise<void>
  /**
   * The addresses of each number, or null when it has no account; numbers without an answer are missing. Takes at most
   * `MOST_LOOKED_UP`. Throws when the connection is not open.
   */
  lookUp(ref: ConnectionRef, numbers: readonly string[]): Promise<ReadonlyMap<string, readonly Address[] | null>>
  /** Finds the owner of a username (without the @). Throws when the connection is not open. */
  findUsername(
    ref: ConnectionRef,
    query: { readonly username: string; readonly key: string | null },
  ): Promise<FoundByUsername>
  /** Throws when the connection is not open. */
  phoneBook(ref: ConnectionRef): Promise<PhoneBook>
  /** Fetches the picture of a person or group into `path`; false when none is visible to us. */
  picture(ref: ConnectionRef, address: Address, path: string): Promise<boolean>
  /** False: the messenger does not know this person. Throws when the connection is not open. */
  block(ref: ConnectionRef, address: Address, isBlocked: boolean): Promise<boolean>
  /** Fetches the file of an `IncomingMedia` into `path`; verifies length and hash. */
  download(ref: ConnectionRef, downloadKey: string, path: string): Promise<{ size: number; sha256: string }>
}
