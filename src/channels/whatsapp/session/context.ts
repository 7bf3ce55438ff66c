/** Dependencies of one session, created in `whatsapp.ts`. Its parts pick the ones they need. */
import type { Database } from 'better-sqlite3'
import type { Encryption } from '../../../platform/encryption'
import type { Wait } from '../../../platform/gate'
import type { Parse } from '../../../platform/parsing/parsing'
import type { BackfillSlice, ImportScope, KnownChat, MissedMessages } from '../../backfill'
import type {
  Address,
  AskedAgain,
  Call,
  ConnectionRef,
  GroupNews,
  Incoming,
  MessageAction,
  NewChats,
  Receipt,
  SentContent,
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
  /** Encrypts the credentials in it. */
  readonly encryption: Encryption
  readonly parse: Parse
  /** For what is sent to WhatsApp. */
  readonly wait: Wait
  readonly limits: Limits
  readonly log: Log
  /** The simulator's address; null: the public WhatsApp. */
  readonly url: string | null
  now(): number
  random(): number

  report(news: SessionNews): void
  /** Whether the account is this connection's from now on. */
  claim(number: string): Promise<boolean>
  incoming(messages: readonly Incoming[]): void
  actions(actions: readonly MessageAction[]): void
  groups(news: readonly GroupNews[]): void
  presence(chat: readonly Address[], state: Presence): void
  sameContact(addresses: readonly Address[]): void
  usernames(addresses: readonly Address[]): void
  newChats(newChats: NewChats): void

  /** These four are durable when they return, and throw when nothing could be stored. */
  receipts(receipts: readonly Receipt[]): void
  /** Returns true to refuse the call. */
  call(call: Call): boolean
  blocked(address: Address, isBlocked: boolean): void
  pictureChanged(address: Address): void

  /** Undefined: this conversation has no current message of ours with this id. */
  sentContent(asked: AskedAgain): SentContent | Promise<SentContent>
  /** Durable when it returns; throws when it could not be queued. */
  repeatRefused(externalId: string): void

  /** Our server's side of the import of a history. */
  readonly backfill: {
    begins(): void
    /** Null: import nothing. */
    scope(): ImportScope | null
    position(part: string): number | null
    take(slice: BackfillSlice): boolean
    missed(missed: MissedMessages): void
    names(people: readonly { readonly address: Address; readonly name: string }[]): void
    chats(chats: readonly KnownChat[]): void
    ended(failure: string | null): void
  }
}

/** Shared by all sessions of the process. */
export type SharedBySessions = {
  readonly scheduler: Scheduler
  /** Queue of all history imports. */
  readonly historyQueue: SerialQueue
  readonly openings: OpeningQueue
  readonly pings: KeepAlive
  readonly versionToUse: VersionToUse
  load(): Promise<Baileys>
}
