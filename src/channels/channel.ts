/** The door every messenger fits: what comes in, what goes out, what a connection tells about itself. */
import type { ConnectionStatus } from './connections/contract'
import type { MessageKind } from './contract'

/** Names one connection of the whole installation: a company's folder and the connection's id in it. */
export type ConnectionRef = { readonly tenantUuid: string; readonly connectionId: number }

export const keyOf = ({ tenantUuid, connectionId }: ConnectionRef): string => `${tenantUuid}/${connectionId}`

/** One way to find a person on a messenger. A LID is WhatsApp's number that hides the phone. */
export type Address = { readonly kind: 'phone' | 'lid' | 'group'; readonly value: string }

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
  readonly quotedExternalId: string | null
  /** What was quoted, in case we never stored it. */
  readonly quotedBody: string | null
  /** When it was sent, epoch milliseconds. */
  readonly sentAt: number
  /** True for what had waited on the server while we were away. */
  readonly offline: boolean
  /** It could not be decrypted (kind `unsupported`): should its real content still come, under the same id, it replaces this. */
  readonly placeholder?: true
}

/**
 * Something done to a message that was there before. Told in order with messages, and perhaps twice: `externalId` is the
 * act's own. `target` is the message; who may do it to that message is for the house to judge.
 */
export type Act = Pick<Incoming, 'externalId' | 'fromMe' | 'chat' | 'isGroup' | 'author'> & {
  readonly target: string
  /** When it was done, epoch milliseconds. */
  readonly at: number
} & (
    | { readonly do: 'edit'; readonly body: string }
    /** `byAdmin`: of a group, who may delete what others wrote. */
    | { readonly do: 'revoke'; readonly byAdmin: boolean }
    /** Null takes it back. */
    | { readonly do: 'react'; readonly emoji: string | null }
  )

/** A tick: `ack` as in channels/contract.ts. In a group, `participant` is who got or read it. */
export type Receipt = {
  readonly externalIds: readonly string[]
  readonly chat: readonly Address[]
  readonly ack: 2 | 3 | 4 | 5
  readonly participant: Address | null
}

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
  /** RESTRICTED only: until when, epoch milliseconds. */
  readonly restrictedUntil?: number | null
}

/** What leaves. `externalId` was chosen when the row was stored, and is reused at every try. */
export type Outgoing = {
  readonly externalId: string
  readonly to: Address
  readonly kind: 'chat' | 'image' | 'video' | 'audio' | 'ptt' | 'document'
  readonly body: string
  readonly media: {
    readonly path: string
    readonly mimetype: string
    readonly name: string | null
    readonly seconds: number | null
    readonly waveform: readonly number[] | null
  } | null
  /** `author`: in groups, who wrote what is quoted. */
  readonly quoted: {
    readonly externalId: string
    readonly body: string
    readonly fromMe: boolean
    readonly author?: Address | null
  } | null
}

/** What we do to a message that was there before; `externalId` as with messages. */
export type OutgoingAct = {
  readonly externalId: string
  readonly to: Address
  /** `author`: in groups, who wrote it. */
  readonly target: { readonly externalId: string; readonly fromMe: boolean; readonly author: Address | null }
} & (
  | { readonly do: 'edit'; readonly body: string }
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
  receipt(ref: ConnectionRef, receipt: Receipt): void
  typing(ref: ConnectionRef, chat: readonly Address[], state: 'composing' | 'recording' | 'paused'): void
  /** The messenger tells that these addresses are one person. */
  sameContact(ref: ConnectionRef, addresses: readonly Address[]): void
  session(ref: ConnectionRef, news: SessionNews): void
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
  markRead(ref: ConnectionRef, chat: Address, externalIds: readonly string[]): Promise<void>
  setTyping(ref: ConnectionRef, chat: Address, state: 'composing' | 'recording' | 'paused'): Promise<void>
  /** The account's address for a number, or null when it has none. Throws when the connection is not open. */
  lookUp(ref: ConnectionRef, number: string): Promise<readonly Address[] | null>
  /** Fetches a file announced by `IncomingMedia.ticket` into `path`; verifies length and hash. */
  download(ref: ConnectionRef, ticket: string, path: string): Promise<{ size: number; sha256: string }>
}
