/**
 * What one of Meta's products adds to the engine: `cloud/` is the WhatsApp Cloud API, `pages/` are Messenger and Instagram.
 * The engine owns the journal, the attempts and the outcomes; a product translates between Meta's JSON and our terms.
 *
 * In: the webhook has proven the signature and hands each entry to `split`. Its parts are stored in the journal of the
 * company they are for, then 200 is answered. Later the engine hands them to `read` in order of arrival, and the reports to
 * our server, at most 32 parts in a transaction. A part may come again after a crash, so what it reports must be harmless
 * when repeated. A part at which `read` throws is set aside and logged; later parts do not wait for it.
 *
 * Out: `render` turns a message into requests. The engine notes each one before it is sent, so that none is sent twice, and
 * turns errors into outcomes (failures.ts).
 */
import type { BackfillChat, KnownChat } from '../backfill'
import type {
  AccountNews,
  Address,
  ConnectionRef,
  DeliveryFailure,
  Incoming,
  MessageAction,
  MessageCharge,
  NamedMessage,
  Outgoing,
  OutgoingAction,
  ReadMark,
  Receipt,
  ReceiptMark,
  TemplateNews,
  WindowOpening,
} from '../channel'
import type { ChannelKind, Presence } from '../contract'
import type { MetaCredentials } from './credentials'
import type { ConnectionTrouble } from './failures'
import type { Graph } from './graph'

/** The account behind a connection, with what is needed to call Meta for it. */
export type Account = {
  readonly ref: ConnectionRef
  readonly credentials: MetaCredentials
  /** Of the company's own app or the operator's; empty without one. */
  readonly appSecret: string
  readonly graph: Graph
}

/** A part of a webhook's entry, which is stored and applied by itself. */
export type Part = {
  /** The account that it is for; or `business`: every account of this WhatsApp business account. */
  readonly to: { readonly account: string } | { readonly business: string }
  /** The same part has the same key when Meta repeats it. */
  readonly key: string
  /**
   * The conversation, as `addressKey` of the person's address, or another word for what has none. A part that cannot be
   * applied yet holds back only those of its conversation.
   */
  readonly chat: string
  /** The product's own word. An `echo` waits while a message of ours in its conversation has no answer. */
  readonly kind: string
  /** Stored as JSON. */
  readonly body: unknown
}

export type StoredPart = Omit<Part, 'to'> & {
  readonly id: number
  readonly connectionId: number
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** Messages of a phone's past, which arrive in pieces. `part` identifies this one. */
export type HistoryPiece = {
  readonly part: string
  readonly percent: number
  readonly chats: readonly BackfillChat[]
}

/** What is reported to each method of the listener that takes a list. */
type ReportLists = {
  readonly incoming: Incoming
  readonly actions: MessageAction
  readonly receipts: Receipt
  readonly receivedUpTo: ReceiptMark
  readonly named: NamedMessage
  readonly undelivered: DeliveryFailure
  readonly charged: MessageCharge
  readonly windowOpened: WindowOpening
  readonly templates: TemplateNews
  readonly usernames: Address
  readonly phoneChats: KnownChat
}
/**
 * The others; `sameContact`: addresses of one person. `checkDue`: the account is to be asked about again. `trouble`: for the
 * engine, which closes the connection or restricts it.
 */
type Single = {
  readonly trouble: ConnectionTrouble
  readonly history: HistoryPiece
  readonly checkDue: null
  readonly account: AccountNews
  readonly sameContact: readonly Address[]
  readonly presence: { readonly chat: readonly Address[]; readonly state: Presence }
  readonly blocked: { readonly address: Address; readonly isBlocked: boolean }
}
type Of<Reports> = { [To in keyof Reports]: { readonly to: To; readonly what: Reports[To] } }[keyof Reports]
/** Such as `{ to: 'incoming', what: message }`. */
export type Report = Of<ReportLists> | Of<Single>

/**
 * A request that sends a message or an action, to `POST {path}`. `ours` goes along where Meta gives it back
 * (`biz_opaque_callback_data`, `message.metadata`). The last request of a message has the message's own id, earlier ones
 * that id with an ending.
 */
export type Post = { readonly ours: string; readonly path: string; readonly body: unknown }

/** A file to download: where it is now. */
export type Download = {
  readonly url: string
  /** Without the token for addresses outside Graph. */
  readonly headers: Readonly<Record<string, string>>
  readonly sha256: string | null
  /** `public` for addresses that a stranger may have chosen. */
  readonly reach: 'public' | 'any'
}

export type ProductName = 'cloud' | 'pages'

export type Product = {
  readonly channels: readonly ChannelKind[]
  /** Called before 200 is answered, so it is cheap and never throws. `object` as in the webhook, such as `page`. */
  split(entry: unknown, object: string): readonly Part[]
  read(part: StoredPart, ref: ConnectionRef): readonly Report[]
  /**
   * Fetches what `read` needs, such as the name of somebody who writes for the first time. The parts are read after five
   * seconds at the latest, whether or not it succeeds. The account is undefined while it has no credentials.
   */
  prepare?(account: Account | undefined, parts: readonly StoredPart[]): Promise<void>

  /** May upload files first. Throws `GraphFailed`, `GraphSilent`, or `Unsendable` for what the product cannot express. */
  render(account: Account, outgoing: Outgoing): Promise<readonly Post[]>
  /** Null: the product has no such action. */
  renderAction(account: Account, action: OutgoingAction): Post | null
  /** The ids of those echoes that may be of this request, for a channel whose echoes do not name ours. */
  echoesOf?(post: Post, echoes: readonly StoredPart[]): readonly string[]
  /** The id that Meta gave to what was posted, and how it knows the recipient. */
  acceptedIn(answer: unknown): { readonly externalId: string; readonly recipient: readonly Address[] } | undefined

  /** The connection is closed for good: its account sends us no more events. */
  leave?(account: Account): Promise<void>
  markRead(account: Account, chat: Address, messages: readonly ReadMark[]): Promise<void>
  setTyping(account: Account, chat: Address, state: 'composing' | 'recording' | 'paused'): Promise<void>
  /** False: Meta does not know this person. */
  block(account: Account, address: Address, isBlocked: boolean): Promise<boolean>
  /** Downloads the picture to `path`; false without one. */
  picture(account: Account, address: Address, path: string): Promise<boolean>
  locate(account: Account, downloadKey: string): Promise<Download>
}

/** The message cannot be sent through this product; `reason` is a key under `messages.failure`. */
export class Unsendable extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`not sendable: ${reason}`)
    this.name = 'Unsendable'
    this.reason = reason
  }
}
