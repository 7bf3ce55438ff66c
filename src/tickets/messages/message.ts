/** Rules of messages: list preview, delivery status, and the time shown. Pure. */
import { EDITING, type MessageExtra, type MessageKind } from '../../channels/contract'
import { spoken } from '../../channels/mentions/contract'
import { unsigned } from './contract'

/** The `failure` of an incoming message that could not be decrypted yet. */
export const UNDECIPHERED = 'undeciphered'

/** A delivery status never goes down, whatever the order of receipts; a failed message with a receipt did arrive. */
export const raisedAck = (before: number, reported: number): number =>
  before === EDITING ? before : Math.max(before, reported)

/** The delivery status behind an edit in flight. */
export const ackBehindEdit = ({ ack, formerAck }: { readonly ack: number; readonly formerAck: number }): number =>
  ack === EDITING ? formerAck : ack

type PreviewSource = {
  readonly kind: MessageKind
  readonly body: string
  readonly extra: Pick<MessageExtra, 'mentions' | 'signature'> | null
  readonly media: { readonly name: string | null; readonly seconds: number | null } | null
}

/**
 * The text of the list row: without signature; a file's name, a voice note's length; empty if there is none, in which
 * case screens show a word in their language.
 */
export const previewOf = ({ kind, body, extra, media }: PreviewSource): string => {
  const text = spoken(unsigned(body, extra?.signature), extra?.mentions)
    .slice(0, 1000)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 250)
    .replace(/[\uD800-\uDBFF]$/, '') // no half surrogate pair
  if (text !== '' || media === null) return text
  if (kind === 'ptt' && media.seconds !== null) return lengthOf(media.seconds)
  return kind === 'document' ? (media.name ?? '') : ''
}

const lengthOf = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Messages are shown in order of arrival, under the time they were sent if that is plausible and fits the order. */
export const shownAt = (sentAt: number, lastAt: number, now: number): number =>
  Math.max(Number.isFinite(sentAt) ? Math.min(sentAt, now) : now, lastAt)

/** The form of WhatsApp's own ids: unguessable and unique. */
export function newExternalId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return `3EB0${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
}
