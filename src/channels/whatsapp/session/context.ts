/** What one session works with, made in `whatsapp.ts`. Its parts take of it what they need. */
import type { Database } from 'better-sqlite3'
import type { Encryption } from '../../../platform/encryption'
import type { Parse } from '../../../platform/parsing/parsing'
import type { BackfillSlice, ImportScope, KnownChat, Missed } from '../../backfill'
import type {
  Address,
  AskedAgain,
  Call,
  ConnectionRef,
  GroupNews,
  Incoming,
  MessageAction,
  NewChats,
  Outgoing,
  OutgoingAction,
  Receipt,
  SessionNews,
} from '../../channel'
import type { Presence } from '../../contract'
import type { Baileys } from '../baileys/baileys'
import type { Log } from '../baileys/log'
import type { SerialQueue } from '../history/pace'
import type { Limits } from '../limits'
import type { KeepAlive } from './keep-alive'
import type { OpeningQueue } from './opening-queue'
import type { Scheduler } from './scheduler'
import type { VersionToUse } from './version'

export type SessionContext = SharedBySessions & {
  readonly ref: ConnectionRef
  /** The company's session.db. */
  readonly db: Database
  /** For the credentials in it. */
  readonly encryption: Encryption
  readonly parse: Parse
  readonly limits: Limits
  readonly log: Log
  /** The simulator's; null: WhatsApp's own. */
  readonly url: string | null
  now(): number
  random(): number

  /** Throwing while the status is PAIRING refuses the account. */
  report(news: SessionNews): void
  incoming(messages: readonly Incoming[]): void
  actions(actions: readonly MessageAction[]): void
  groups(news: readonly GroupNews[]): void
  presence(chat: readonly Address[], state: Presence): void
  sameContact(addresses: readonly Address[]): void
  usernames(addresses: readonly Address[]): void
  newChats(newChats: NewChats): void

  /** These four are durable when they return, and throw when they could not store. */
  receipts(receipts: readonly Receipt[]): void
  /** True if the call is to be refused. */
  call(call: Call): boolean
  blocked(address: Address, isBlocked: boolean): void
  pictureChanged(address: Address): void

  /** Undefined: nothing that holds was said under this id in this conversation. */
  sentContent(asked: AskedAgain): Outgoing | OutgoingAction | undefined
  /** Durable when it returns; throws when it could not be put in line. */
  repeatRefused(externalId: string): void

  /** Our server's side of the import of a history. */
  readonly backfill: {
    begins(): void
    /** Null: nothing. */
    scope(): ImportScope | null
    position(part: string): number | null
    take(slice: BackfillSlice): boolean
    missed(missed: Missed): void
    names(people: readonly { readonly address: Address; readonly name: string }[]): void
    chats(chats: readonly KnownChat[]): void
    ended(failure: string | null): void
  }
}

/** The same for all sessions of the process. */
export type SharedBySessions = {
  readonly scheduler: Scheduler
  /** The queue of all histories. */
  readonly historyQueue: SerialQueue
  readonly openings: OpeningQueue
  readonly pings: KeepAlive
  readonly versionToUse: VersionToUse
  load(): Promise<Baileys>
}
