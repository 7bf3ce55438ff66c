/** The content of a message of the Cloud API: kind, text, file and extras. Pure. */
import { readJson } from '../../../platform/json'
import { ownEntry } from '../../../platform/maps'
import { cut, fileName, oneLine, personName } from '../../../platform/text'
import type { IncomingMedia } from '../../channel'
import type { ContactCard, MessageExtra, MessageKind, Place } from '../../contract'
import { forwardingMarks } from '../../forwarded'
import { webAddressOf } from '../../web-address'
import { type Fields, fieldsOf, inWords, listOf, numberOf, textOf, textOrNull } from './fields'

export type CloudContent = {
  readonly kind: MessageKind
  readonly body: string
  readonly media: IncomingMedia | null
  readonly extra: MessageExtra
}

const MAX_CARDS = 100
const MAX_NUMBERS = 20
/** Meta says only that it was forwarded more than five times. */
const OFTEN = 6

const said = (kind: MessageKind, body: string, extra: MessageExtra = {}): CloudContent => ({
  kind,
  body,
  media: null,
  extra,
})

/** Something that is shown as a message of its kind, for which we have no other form. */
const named = (kind: unknown, body = ''): CloudContent => {
  const unknown = inWords(kind)
  return said('unsupported', body, unknown === '' ? {} : { unknown })
}

/** What the message says, with what stands beside it. */
export function contentOf(message: Fields): CloudContent {
  const type = textOf(message.type)
  const content = ownEntry(readers, type)?.(fieldsOf(message[type]), message) ?? named(type)
  return { ...content, extra: { ...content.extra, ...forwardedIn(message), ...referralIn(message) } }
}

/** Undefined if it lacks what its kind needs. */
const readers: Readonly<Record<string, (content: Fields, message: Fields) => CloudContent | undefined>> = {
  text: ({ body }) => (textOf(body) === '' ? undefined : said('chat', textOf(body))),
  image: (content) => file('image', content),
  video: (content) => file('video', content),
  audio: (content) => file(content.voice === true ? 'ptt' : 'audio', content),
  voice: (content) => file('ptt', content),
  document: (content) => file('document', content),
  sticker: (content) => file('sticker', content),
  location: (content) => said('location', placeText(content), placeIn(content)),
  contacts: (_content, message) => {
    const cards = listOf(message.contacts).slice(0, MAX_CARDS).map(cardOf)
    return said('vcard', cards.map(({ name }) => name).join(', '), { cards })
  },
  button: ({ text, payload }) => said('chat', textOf(text), { tapped: textOf(payload) }),
  interactive: (content) => {
    const { type, body } = content
    if (type === 'nfm_reply') return formIn(fieldsOf(content.nfm_reply))
    const { id, title } = fieldsOf(content[textOf(type)])
    if (textOf(title) !== '') return said('chat', textOf(title), { tapped: textOf(id) })
    const words = textOf(fieldsOf(body).text)
    return words === '' ? named(type || 'interactive') : said('chat', words)
  },
  order: ({ text, product_items: items }) => said('order', textOf(text), { price: priceOf(listOf(items)) }),
  unsupported: ({ type }, { text }) => named(type, textOf(fieldsOf(text).body)),
}

/** What somebody filled in, a line for each field. */
function formIn({ response_json: json, body }: Fields): CloudContent | undefined {
  const answers = readJson(textOf(json), MAX_ANSWERS)
  const { flow_token: _, values, ...own } = fieldsOf(answers)
  const lines = Object.entries({ ...own, ...fieldsOf(values) }).flatMap(([name, answer]) => {
    const words = wordsOf(answer)
    return words === '' ? [] : `${name}: ${words}`
  })
  const words = lines.join('\n') || wordsOf(answers) || textOf(body)
  return words === '' ? undefined : said('chat', cut(words, LONGEST_FORM))
}
const MAX_ANSWERS = 1000
const LONGEST_FORM = 20_000

const wordsOf = (answer: unknown): string =>
  Array.isArray(answer)
    ? answer.map(wordsOf).filter(Boolean).join(', ')
    : typeof answer === 'boolean'
      ? String(answer)
      : textOf(answer)

function file(kind: MessageKind, content: Fields): CloudContent {
  const media: IncomingMedia = {
    mimetype: textOf(content.mime_type).slice(0, 200) || 'application/octet-stream',
    name: fileName(textOf(content.filename)) || null,
    size: null,
    seconds: null,
    width: null,
    height: null,
    waveform: null,
    thumbnail: null,
    downloadKey: JSON.stringify({ id: textOf(content.id), sha256: textOrNull(content.sha256) }),
    sha256: hexOf(content.sha256),
  }
  const isAnimated = kind === 'video' && content.animated === true
  return { kind, body: textOf(content.caption), media, extra: isAnimated ? { playback: 'gif' } : {} }
}

/** Webhooks write the hash in base64. */
function hexOf(sha256: unknown): string | null {
  const bytes = Buffer.from(textOf(sha256), 'base64')
  return bytes.length === 32 ? bytes.toString('hex') : null
}

function placeIn({ latitude, longitude, name, address }: Fields): MessageExtra {
  const [lat, long] = [numberOf(latitude), numberOf(longitude)]
  if (lat === null || long === null) return {}
  const place: Place = {
    latitude: lat,
    longitude: long,
    name: oneLine(textOf(name), 300) || null,
    address: oneLine(textOf(address), 500) || null,
    live: false,
  }
  return { place }
}

const placeText = ({ name, address }: Fields): string =>
  [textOf(name), textOf(address)].filter((one) => one !== '').join('\n')

function cardOf(value: unknown): ContactCard {
  const { name, phones } = fieldsOf(value)
  const { formatted_name: formatted, first_name: first } = fieldsOf(name)
  const numbers = listOf(phones)
    .slice(0, MAX_NUMBERS)
    .flatMap((one) => {
      const { phone, wa_id: account } = fieldsOf(one)
      const number = oneLine(textOf(phone) || textOf(account), 40)
      return number === '' ? [] : [{ number, account: textOf(account).replace(/\D/g, '').slice(0, 20) || null }]
    })
  return { name: personName(textOf(formatted) || textOf(first)) || (numbers[0]?.number ?? ''), numbers }
}

function priceOf(items: readonly unknown[]): NonNullable<MessageExtra['price']> {
  const all = items.map(fieldsOf)
  const total = all.reduce((sum, one) => sum + (numberOf(one.item_price) ?? 0) * (numberOf(one.quantity) ?? 1), 0)
  const count = all.reduce((sum, one) => sum + (numberOf(one.quantity) ?? 1), 0)
  const currency = oneLine(textOf(all[0]?.currency), 3) || null
  return { amount1000: Math.round(total * 1000), currency, count }
}

function forwardedIn(message: Fields): MessageExtra {
  const { forwarded, frequently_forwarded: often } = fieldsOf(message.context)
  if (often === true) return forwardingMarks(OFTEN)
  return forwarded === true ? forwardingMarks(1) : {}
}

function referralIn(message: Fields): MessageExtra {
  const { referral } = message
  if (referral === undefined) return {}
  const { headline, body, source_url: url, source_id: source, ctwa_clid: click } = fieldsOf(referral)
  return {
    referral: {
      kind: 'ad',
      title: oneLine(textOf(headline), 300),
      text: oneLine(textOf(body), 1000),
      url: webAddressOf(textOf(url)),
      sourceId: oneLine(textOf(source), 100) || null,
      clickId: oneLine(textOf(click), 300) || null,
      app: null,
      thumbnail: null,
    },
  }
}
