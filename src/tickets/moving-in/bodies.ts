/** Texts of other products' messages, which hold more than text: places, cards, ads, signatures, mentions. Pure. */
import type { Mention, MessageExtra } from '../../channels/contract'
import { webAddressOf } from '../../channels/web-address'
import { cardsOf } from '../../channels/whatsapp/parsing/cards'
import { type MessageContent, read } from '../../channels/whatsapp/parsing/readers'
import { readJson } from '../../platform/json'
import { oneLine, personName } from '../../platform/text'

/** What a text stands for; null: it is only text. */
export const contentInBody = (body: string): MessageContent | null => placeIn(body) ?? cardsIn(body) ?? adIn(body)

const PICTURE = /^data:image\/[a-z.+-]+;base64,/i
const isMap = (text: string) => /^https?:\/\/[^\s]*(?:google\.|goo\.gl|maps\.|waze\.)/i.test(text)

/** Three forms: a picture, an address and a text between bars; 📍 and an address; a live one in words. */
function placeIn(body: string): MessageContent | null {
  const parts = PICTURE.test(body) ? body.split('|').map((part) => part.trim()) : []
  if (parts.length > 1 && parts.length <= 3 && isMap(parts[1] ?? ''))
    return placeAtAddress(parts[1] ?? '', namesIn(parts[2] ?? ''))
  const live = /^Latitude: (-?[\d.]+) - Longitude: (-?[\d.]+)\s*$/.exec(body)
  if (live) return shownPlace(Number(live[1]), Number(live[2]), [], true)
  if (!body.startsWith('📍')) return null
  const lines = body.slice('📍'.length).split('\n')
  const address = lines.flatMap((line) => /https?:\/\/\S+/.exec(line)?.[0] ?? []).find(isMap)
  if (address === undefined) return null
  const names = lines.map((line) =>
    line
      .replace(/https?:\/\/\S+/, '')
      .trim()
      .replace(/^([*_])(.*)\1$/, '$2'),
  )
  return placeAtAddress(
    address,
    names.filter((line) => line !== ''),
  )
}

const COORDINATES = /(-?\d{1,3}(?:\.\d+)?)\s*(?:,|%2C)\s*(-?\d{1,3}(?:\.\d+)?)/i

function placeAtAddress(address: string, names: readonly string[]): MessageContent | null {
  const [, latitude, longitude] = COORDINATES.exec(address) ?? []
  return latitude === undefined || longitude === undefined
    ? null
    : shownPlace(Number(latitude), Number(longitude), names, false)
}

/** The coordinates are no name. */
const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'undefined' && !/^-?[\d.]+\s*,\s*-?[\d.]+$/.test(line))

function shownPlace(
  degreesLatitude: number,
  degreesLongitude: number,
  [name, ...address]: readonly string[],
  isLive: boolean,
): MessageContent | null {
  if (![degreesLatitude, degreesLongitude].every(Number.isFinite)) return null
  const place = { degreesLatitude, degreesLongitude, isLive, name: name ?? null, address: address.join(' ') || null }
  return read({ locationMessage: place }, 'locationMessage')
}

/** A vCard, several, Ticketz' JSON of them, or lines of names and numbers. */
function cardsIn(body: string): MessageContent | null {
  if (body.startsWith('{"ticketzvCard"')) return cardsInJson(body)
  if (/^\s*BEGIN:VCARD/i.test(body)) {
    const vcards = body.split(/(?=BEGIN:VCARD)/i).filter((one) => one.trim() !== '')
    return shownCards(vcards.map((vcard) => ({ vcard })))
  }
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  const found = lines.map((line) => /^\s*(.{1,200}?): 📞\s*([+\d][\d ().+-]*)\s*$/u.exec(line))
  if (lines.length === 0 || found.some((line) => line === null)) return null
  const cards = found.flatMap((line) => {
    const [, name = '', number = ''] = line ?? []
    return { name: personName(name) || number, numbers: [{ number: oneLine(number, 40), account: null }] }
  })
  return { kind: 'vcard', body: cards.map(({ name }) => name).join(', '), media: null, extra: { cards } }
}

function cardsInJson(body: string): MessageContent | null {
  const found = readJson(body, 100_000)
  const cards = typeof found === 'object' && found !== null && 'ticketzvCard' in found ? found.ticketzvCard : null
  if (!Array.isArray(cards)) return null
  return shownCards(
    cards.flatMap((card: unknown) =>
      typeof card === 'object' && card !== null && 'vcard' in card && typeof card.vcard === 'string'
        ? { vcard: card.vcard, displayName: 'displayName' in card ? String(card.displayName ?? '') : null }
        : [],
    ),
  )
}

function shownCards(sent: Parameters<typeof cardsOf>[0]): MessageContent | null {
  const cards = cardsOf(sent)
  const named = cards.map(({ name }) => name).join(', ')
  return cards.length === 0 ? null : { kind: 'vcard', body: named, media: null, extra: { cards } }
}

const LARGEST_PICTURE = 54_000

/** A picture, the ad's address, title and text, and the message, between bars. */
function adIn(body: string): MessageContent | null {
  if (!PICTURE.test(body)) return null
  const [picture = '', url = '', title = '', text = '', ...rest] = body.split('|').map((part) => part.trim())
  if (rest.length === 0) return null
  const known = (value: string) => (value === 'undefined' || value === 'null' ? '' : value)
  const shown = picture.replace(/,\s+/, ',')
  const referral = {
    kind: 'ad',
    title: oneLine(known(title), 300),
    text: oneLine(known(text), 1000),
    url: webAddressOf(known(url)),
    sourceId: null,
    clickId: null,
    app: null,
    thumbnail:
      shown.length <= LARGEST_PICTURE && jpegIn(shown) ? shown.replace(PICTURE, 'data:image/jpeg;base64,') : null,
  } as const
  return { kind: 'chat', body: known(rest.join('|')), media: null, extra: { referral } }
}

const jpegIn = (picture: string): boolean => picture.replace(PICTURE, '').startsWith('/9j/')

/** A picture that stands in a text as base64. */
export const withoutPicture = (body: string): string =>
  body.includes(';base64,') ? body.replace(/data:image\/[a-z.+-]+;base64,\s?[A-Za-z0-9+/=]{200,}/gi, '').trim() : body

/** Marks what a program wrote, such as a greeting: U+200E, with or without a blank. */
const AUTOMATIC = /^\u200E ?/

export const withoutMark = (body: string): string => body.replace(AUTOMATIC, '')

/** Ticketz writes whom a text mentions into the text. */
const NAMED = /@\[([A-Za-z0-9+/=]{8,2000})\]/g

/** The text with tokens in place of Ticketz' mentions, and who they are. */
export function mentionsInBody(body: string): { readonly body: string; readonly mentions: readonly Mention[] } {
  if (!body.includes('@[')) return { body, mentions: [] }
  const mentions = new Map<string, Mention>()
  const text = body.replace(NAMED, (written, base64: string) => {
    const found = readJson(Buffer.from(base64, 'base64').toString('utf8'))
    if (typeof found !== 'object' || found === null || !('number' in found)) return written
    const token = String(found.number).replace(/\D/g, '')
    if (token === '') return written
    mentions.set(token, { token, name: personName('name' in found ? String(found.name ?? '') : '') || token })
    return `@${token}`
  })
  return { body: text, mentions: [...mentions.values()] }
}

/** The kind that a product could not show: its name in words. */
export function unknownKindIn(body: string): MessageExtra | null {
  const found = /^(?:unsupported message|mensagem não suportada): ?(.{0,60})$/i.exec(body.trim())
  return found
    ? {
        unknown: (found[1] ?? '')
          .replace(/(Message)?(V\d+)?$/, '')
          .replace(/([a-z])([A-Z])/g, '$1 $2')
          .toLowerCase(),
      }
    : null
}
