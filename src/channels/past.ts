/** What a messenger tells of the time before it was linked, and what it asks about that. */
import type { Act, Address, ConnectionRef, Incoming } from './channel'

/** What is wanted of the past: milliseconds, both ends included. */
export type PastWish = { readonly from: number; readonly to: number; readonly groups: boolean }

/** A message as it stands today, with what became of it since. */
export type PastMessage = {
  readonly message: Incoming
  /** As in channels/contract.ts; of what others wrote 0. */
  readonly ack: number
  readonly isDeleted: boolean
  /** Told with its latest wording only: should the first be there already, `edit` is done to it instead. */
  readonly edit: Extract<Act, { do: 'edit' }> | null
  readonly reactions: readonly Act[]
}

/** Of one conversation, the messages of a slice, oldest first. */
export type PastChat = {
  readonly addresses: readonly Address[]
  readonly isGroup: boolean
  readonly name: string | null
  readonly entries: readonly (PastMessage | Act)[]
  /** The last slice of this conversation: what on the phone nobody has read so far, when its newest message is among what was taken. */
  readonly end: { readonly unread: number } | null
}

/** What is stored together. `part` is one delivery of the messenger, `position` what of it is done then. */
export type PastSlice = {
  readonly part: string
  readonly position: number
  readonly percent: number
  readonly skipped: number
  readonly chats: readonly PastChat[]
}

/** Taking over what was said before the account was linked. Nobody is notified, and nothing is doubled. */
export type PastListener = {
  /** An account was just linked: what comes from now on is a new import, if one is wished. */
  begins(ref: ConnectionRef): void
  /** Null: nothing. */
  wish(ref: ConnectionRef): PastWish | null
  /** What is done of a delivery, perhaps in an earlier life of the process; null: somebody stopped the import. */
  position(ref: ConnectionRef, part: string): number | null
  /** Durable when it returns; the same slice again changes nothing. False: somebody stopped the import. */
  take(ref: ConnectionRef, slice: PastSlice): boolean
  /** The names people gave themselves. */
  names(ref: ConnectionRef, people: readonly { readonly address: Address; readonly name: string }[]): void
  /** All that came is stored; `failure`, a key under `connections.import.reason`, when some of it could not be. */
  ended(ref: ConnectionRef, failure: string | null): void
}
