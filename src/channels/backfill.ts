/** The history from before an account was linked: what a channel hands over, and what it needs to know for that. */
import type { Address, ConnectionRef, Incoming, MessageAction } from './channel'

/** The part of the history to import: milliseconds, both ends inclusive. */
export type ImportScope = { readonly from: number; readonly to: number; readonly groups: boolean }

/** A message as it is today, with the actions on it so far. */
export type BackfillMessage = {
  readonly message: Incoming
  /** As in channels/contract.ts; 0 for messages of others. */
  readonly ack: number
  readonly isDeleted: boolean
  /** An edited message has only its latest text here; if we already stored the first, `edit` is applied to it instead. */
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
  /** The last message of others in the slices before, where the conversation does not begin with this one. */
  readonly before?: Incoming
}

/**
 * What reached the account while it was not linked here. There may also be messages from before `since`: only what was done
 * to them meanwhile is news.
 */
export type Missed = { readonly since: number; readonly chats: readonly MissedChat[] }

/** What is stored in one transaction. `part` is one delivery of the messenger, `position` how much of it is done then. */
export type BackfillSlice = {
  readonly part: string
  readonly position: number
  readonly percent: number
  readonly skipped: number
  readonly chats: readonly BackfillChat[]
  /** Apart from `chats`: nothing is in both. */
  readonly missed: Missed['chats']
}

/** `name` as the phone's owner wrote it. */
export type KnownChat = { readonly addresses: readonly Address[]; readonly name: string | null }

/** Takes what was said before the account was linked. Nothing is duplicated, and nobody is notified of what is imported. */
export type BackfillListener = {
  /** An account was just linked: a new import begins, if one is wanted. */
  begins(ref: ConnectionRef): void
  /** Null: nothing. */
  scope(ref: ConnectionRef): ImportScope | null
  /** How much of a delivery is done, perhaps by an earlier process; null: somebody stopped the import. */
  position(ref: ConnectionRef, part: string): number | null
  /** Durable when it returns; the same slice again changes nothing. False: somebody stopped the import. */
  take(ref: ConnectionRef, slice: BackfillSlice): boolean
  /** What would have arrived live had the account been linked, as if it had waited on the server. Durable when it returns. */
  missed(ref: ConnectionRef, missed: Missed): void
  /** The names people gave themselves. */
  names(ref: ConnectionRef, people: readonly { readonly address: Address; readonly name: string }[]): void
  /** People with whom the phone has a chat, also where nothing of it is imported. */
  chats(ref: ConnectionRef, chats: readonly KnownChat[]): void
  /** Everything that arrived is stored; `failure` (a key under `connections.import.reason`) if some of it could not be. */
  ended(ref: ConnectionRef, failure: string | null): void
}
