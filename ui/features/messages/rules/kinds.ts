/** Texts of single kinds of messages: a location, a price, a duration, the pictures of a conversation. */
import type { MessageExtra } from '../../../../src/channels/contract'
import type { Message, Shelf } from '../../../../src/tickets/messages/contract'

export type Point = { readonly latitude: number; readonly longitude: number }

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
const PAIR = String.raw`${NUMBER}\s*(?:,|;|\s|%2C)\s*${NUMBER}`
/** The most precise pattern first: a map link has the location itself and the centre of the visible map. */
const SHAPES = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|sll|daddr|destination|center|loc)=(?:loc:)?${PAIR}`, 'i'),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`, 'i'),
  new RegExp(`^geo:${PAIR}`, 'i'),
  new RegExp(`@${PAIR}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`^${PAIR}$`),
] as const

/** Reads a location from text: two coordinates, or a map link. Nothing is looked up online. */
export function pointIn(text: string): Point | null {
  for (const shape of SHAPES) {
    const [, latitude, longitude] = shape.exec(text.trim()) ?? []
    if (latitude === undefined || longitude === undefined) continue
    const point = { latitude: Number(latitude), longitude: Number(longitude) }
    if (Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180) return point
  }
  return null
}

/** Five decimal digits are about a metre. */
export const pointText = ({ latitude, longitude }: Point): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

export const mapAddress = ({ latitude, longitude }: Point): string =>
  `https://www.google.com/maps?q=${latitude},${longitude}`

type Price = NonNullable<MessageExtra['price']>

/** An unknown currency code is written as it is. */
export function priceText({ amount1000, currency }: Price, locale: string): string | null {
  if (amount1000 === null) return null
  const amount = amount1000 / 1000
  if (currency !== null && /^[A-Z]{3}$/.test(currency))
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount)
  return [plain, currency].filter(Boolean).join(' ')
}

/** Duration of disappearing messages, in the largest unit that divides it. */
const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

type Life = { readonly unit: 'days' | 'hours' | 'minutes' | null; readonly count: number }

export function lifeOf(seconds: number): Life {
  const found = units.find(([, length]) => seconds >= length && seconds % length === 0)
  if (found) return { unit: found[0], count: seconds / found[1] }
  return seconds > 0 ? { unit: 'minutes', count: Math.max(1, Math.round(seconds / 60)) } : { unit: null, count: 0 }
}

/** `messages` newest first; returns the pictures and videos oldest first. */
export const picturesOf = (messages: readonly Message[]): readonly Message[] =>
  messages
    .filter((message) => isOn('media', message) && message.mediaUrl !== null && message.media?.state === 'ready')
    .reverse()

/** Whether a gallery includes it, by the server's rule. */
export function isOn(shelf: Shelf, { mediaType, body, isDeleted }: Message): boolean {
  if (isDeleted) return false
  if (shelf === 'media') return mediaType === 'image' || mediaType === 'video'
  if (shelf === 'files') return mediaType === 'document' || mediaType === 'audio'
  return mediaType === 'chat' && (body.includes('://') || body.includes('www.'))
}
