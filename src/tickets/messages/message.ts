/** Rules of messages: how one reads in a list, how a tick moves, when it counts as sent. Pure. */
import type { MessageExtra, MessageKind } from '../../channels/contract'
import { spoken } from '../../channels/mentions/contract'
import { unsigned } from './contract'

export const FAILED = 0
export const WAITING = 1
export const SENT = 2
/** An edit is under way: the tick behind it waits in `formerAck`. */
export const EDITING = 99
/** The `failure` of an incoming message whose content has not been readable so far. */
export const UNDECIPHERED = 'undeciphered'

/** A tick never goes down, whatever the order of receipts; a failed message that turns out to have arrived did arrive. */
export const raisedAck = (before: number, told: number): number =>
  before === EDITING ? before : Math.max(before, told)

/** Of a message that is being edited, the one it had before. */
export const tickBehind = ({ ack, formerAck }: { readonly ack: number; readonly formerAck: number }): number =>
  ack === EDITING ? formerAck : ack

type Previewed = {
  readonly kind: MessageKind
  readonly body: string
  readonly extra: Pick<MessageExtra, 'mentions' | 'signature'> | null
  readonly media: { readonly name: string | null } | null
}

/** What the row of a list says, which names the writer itself; nothing when the message has no text of its own: screens say a word of their language. */
export const previewOf = ({ kind, body, extra, media }: Previewed): string => {
  const text = spoken(unsigned(body, extra?.signature), extra?.mentions)
    .slice(0, 1000)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 250)
    .replace(/[\uD800-\uDBFF]$/, '') // no sign cut in two
  return text || (kind === 'document' ? (media?.name ?? '') : '')
}

/** Shown in the order in which they reached us, under the time they were sent where that is a time and does not contradict it. */
export const shownAt = (sentAt: number, lastAt: number, now: number): number =>
  Math.max(Number.isFinite(sentAt) ? Math.min(sentAt, now) : now, lastAt)

/** Our own message ids look like WhatsApp's own: they must be unguessable and never repeat. */
export function newExternalId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return `3EB0${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
}
