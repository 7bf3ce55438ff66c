/**
 * Backfill: importing an account's history from before it was linked. What a channel delivers, and what it asks of our
 * server.
 */
import type { Address, ConnectionRef, Incoming, MessageAction } from './channel'

/** The part of the history to import: milliseconds, both ends inclusive. */
export type ImportScope = { readonly from: number; readonly to: number; readonly groups: boolean }

/** A message in its current state, with the actions on it so far. */
export type BackfillMessage = {
  readonly message: Incoming
  /** As in channels/contract.ts; 0 for messages of others. */
  readonly ack: number
  readonly isDeleted: boolean
  /**
   * `message` has only the latest text of an edited message; if the first text is already stored, `edit` is applied to
   * that instead.
   */
  readonly edit: Extract<MessageAction, { do: 'edit' }> | null
  readonly reactions: readonly MessageAction[]
}

/** The messages of one conversation in a slice, oldest first. */
export type BackfillChat = {
  readonly addresses: readonly Address[]
  readonly isGroup: boolean
  readonly name: string | null
  readonly entries: readonly (BackfillMessage | MessageAction)[]
  /** Set in the conversation's last slice: the phone's unread count, if the newest message was imported. */
  readonly end: { readonly unread: number } | null
}

export type MissedChat = Omit<BackfillChat, 'end'> & {
  /** Set when the conversation continues from an earlier slice: the last message of others in it. */
  readonly before?: Incoming
}

/**
 * Messages that reached the account while it was not linked here. Messages from before `since` may be included; only
 * the actions on them since then are new.
 */
export type MissedMessages = { readonly since: number; readonly chats: readonly MissedChat[] }

/**
 * One transaction's worth of an import. `part` identifies one delivery of the messenger, `position` says how much of it
 * is done after this slice.
 */
export type BackfillSlice = {
  readonly part: string
  readonly position: number
  readonly percent: number
  readonly skipped: number
  readonly chats: readonly BackfillChat[]
  /** Disjoint from `chats`. */
  readonly missed: MissedMessages['chats']
}

/** `name`: as in the phone's address book. */
export type KnownChat = { readonly addresses: readonly Address[]; readonly name: string | null }

/** Stores messages from before the account was linked. Duplicates nothing and notifies nobody. */
export type BackfillListener = {
  /** Called when an account was just linked. Starts a new import if the connection wants one. */
  begins(ref: ConnectionRef): void
  /** Null: import nothing. */
  scope(ref: ConnectionRef): ImportScope | null
  /** How much of a delivery is already stored, also by an earlier process. Null: somebody stopped the import. */
  position(ref: ConnectionRef, part: string): number | null
  /** Durable when it returns, and idempotent. False: somebody stopped the import. */
  take(ref: ConnectionRef, slice: BackfillSlice): boolean
  /**
   * Messages that would have arrived live had the account been linked; handled as if they had waited on the server.
   * Durable when it returns.
   */
  missed(ref: ConnectionRef, missed: MissedMessages): void
  /** Names that people chose for themselves (push names). */
  names(ref: ConnectionRef, people: readonly { readonly address: Address; readonly name: string }[]): void
  /** People the phone has a chat with, including chats that are not imported. */
  chats(ref: ConnectionRef, chats: readonly KnownChat[]): void
  /**
   * Called when everything that arrived is stored. `failure` is a key under `connections.import.reason`, set if some of
   * it could not be stored.
   */
  ended(ref: ConnectionRef, failure: string | null): void
}
