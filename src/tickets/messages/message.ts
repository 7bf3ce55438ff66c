/** Rules of messages: how one is shown in a list, how its tick changes, which time it is shown under. Pure. */
import { EDITING, type MessageExtra, type MessageKind } from '../../channels/contract'
import { spoken } from '../../channels/mentions/contract'
import { unsigned } from './contract'

/** The `failure` of an incoming message that could not be decrypted yet. */
export const UNDECIPHERED = 'undeciphered'

/** A tick never goes down, whatever the order of receipts; a failed message with a receipt did arrive. */
export const raisedAck = (before: number, told: number): number =>
  before === EDITING ? before : Math.max(before, told)

/** Of a message that is being edited, the one it had before. */
export const tickBehind = ({ ack, formerAck }: { readonly ack: number; readonly formerAck: number }): number =>
  ack === EDITING ? formerAck : ack

type Previewed = {
  readonly kind: MessageKind
  readonly body: string
  readonly extra: Pick<MessageExtra, 'mentions' | 'signature'> | null
  readonly media: { readonly name: string | null; readonly seconds: number | null } | null
}

/** The text of the list row, without the signature; of a file its name, of a voice note how long it is; empty when the message has none: screens then show a word in their language. */
export const previewOf = ({ kind, body, extra, media }: Previewed): string => {
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

/** Messages are shown in the order of arrival, under the time they were sent if that is plausible and fits the order. */
export const shownAt = (sentAt: number, lastAt: number, now: number): number =>
  Math.max(Number.isFinite(sentAt) ? Math.min(sentAt, now) : now, lastAt)

/** In the form of WhatsApp's own ids: unguessable and unique. */
export function newExternalId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return `3EB0${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`
}
