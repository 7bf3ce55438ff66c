/** A bot's inputs: as text for the contact, and the contact's answer as the bot expects it. Pure. */

import type { Offer } from '../../channels/contract'
import { cut } from '../../platform/text'
import { understand } from '../bot/understand'
import type { TypebotPhrases } from './phrases'
import { type Fields, fieldsOf, MOST_TEXT, objectsIn, textOf, webAddress } from './rich-text'

/** What is kept of an input until the answer arrives. Stored as JSON. */
export type KeptInput =
  | { readonly kind: 'text' | 'file' }
  /** `labels` as the contact reads them; `sends` is what the bot gets instead. */
  | {
      readonly kind: 'choice'
      readonly labels: readonly string[]
      readonly sends: readonly string[]
      readonly isMultiple: boolean
    }
  | { readonly kind: 'rating'; readonly from: number; readonly to: number }
  | { readonly kind: 'date'; readonly isDayFirst: boolean }

export type Picture = { readonly url: string; readonly caption: string }
export type ShownInput = {
  readonly pictures: readonly Picture[]
  /** Empty: the bot has already asked. */
  readonly text: string
  readonly keeps: KeptInput
  /** To be tapped. */
  readonly choices?: Offer
  /** The contact cannot answer it here. */
  readonly isForPeople?: boolean
}

const MOST_ITEMS = 50
const MOST_PICTURES = 10
const LABEL = 300

export function showInput(input: Fields, words: TypebotPhrases): ShownInput {
  const options = fieldsOf(input.options) ?? {}
  const items = objectsIn(input.items, MOST_ITEMS)
  switch (input.type) {
    case 'choice input':
      return showChoice(items, options, words)
    case 'picture choice input':
      return showPictures(items, options, words)
    case 'cards':
      return showCards(items)
    case 'rating input':
      return showRating(options, words)
    case 'date input':
      return showDate(options, words)
    case 'file input':
      return { pictures: [], text: words.file, keeps: { kind: 'file' } }
    case 'payment input':
      return showPayment(input, words)
    default:
      return { pictures: [], text: '', keeps: { kind: 'text' } }
  }
}

const label = (...parts: readonly unknown[]) =>
  cut(parts.map((part) => textOf(part).trim()).find((text) => text !== '') ?? '', LABEL)
const numbered = (labels: readonly string[]) => labels.map((text, at) => `*${at + 1}.* ${text}`).join('\n')
const join = (...parts: readonly string[]) => cut(parts.filter((part) => part !== '').join('\n\n'), MOST_TEXT)

function showChoice(items: readonly Fields[], options: Fields, words: TypebotPhrases): ShownInput {
  const shown = items.flatMap((item) => {
    const text = label(item.content, item.value)
    return text === '' ? [] : [{ text, content: textOf(item.content).trim() || text, id: label(item.id) }]
  })
  return numberedChoice(shown, options, words)
}

type Item = { readonly text: string; readonly content: string; readonly id: string }

function numberedChoice(items: readonly Item[], options: Fields, words: TypebotPhrases): ShownInput {
  const labels = items.map(({ text }) => text)
  const isMultiple = options.isMultipleChoice === true
  if (labels.length === 0) return { pictures: [], text: '', keeps: { kind: 'text' } }
  return {
    pictures: [],
    text: join(numbered(labels), isMultiple ? words.several : ''),
    ...(!isMultiple && { choices: { prompt: '', options: labels.map((title) => ({ id: cut(title, 200), title })) } }),
    keeps: { kind: 'choice', labels, sends: isMultiple ? sendsOfSeveral(items) : sendsOfOne(items), isMultiple },
  }
}

/** Two items with the same content are told apart by their ids. So are those too long to keep. */
const sendsOfOne = (items: readonly Item[]) =>
  items.map(({ content, id }, at) => {
    const isAmbiguous = items.some((other, place) => place !== at && other.content === content)
    return id !== '' && (isAmbiguous || content.length > LABEL) ? id : cut(content, LABEL)
  })

/**
 * For several choices, a bot looks for contents between word boundaries that know no accents, so it gets positions
 * unless all contents are plain.
 */
const sendsOfSeveral = (items: readonly Item[]) =>
  items.every(({ content }) => /^\w(?:[\w ]*\w)?$/.test(content))
    ? items.map(({ content }) => content)
    : items.map((_, at) => String(at + 1))

function showPictures(items: readonly Fields[], options: Fields, words: TypebotPhrases): ShownInput {
  const all = items.map((item, at) => {
    const [title, description] = [label(item.title), label(item.description)]
    const url = webAddress(item.pictureSrc)
    const content = title || textOf(item.pictureSrc).trim()
    return { text: title || description || String(at + 1), description, url, content, id: label(item.id) }
  })
  const choice = numberedChoice(all, options, words)
  const pictures = all.slice(0, MOST_PICTURES).flatMap(({ url, text, description }, at) => {
    const caption = [`*${at + 1}.* ${text}`, description === text ? '' : description].filter(Boolean).join('\n')
    return url === undefined ? [] : [{ url, caption }]
  })
  // The captions are the list.
  const isWhole = pictures.length === all.length
  return {
    ...choice,
    pictures,
    text: isWhole ? (choice.text.includes(words.several) ? words.several : '') : choice.text,
  }
}

/** The buttons of all cards are numbered one after the other. A bot knows a button by its id. */
function showCards(items: readonly Fields[]): ShownInput {
  const labels: string[] = []
  const sends: string[] = []
  const cards = items.map((item) => {
    const title = label(item.title)
    const paths = objectsIn(item.paths, MOST_ITEMS)
    const buttons = paths.length > 0 ? paths : [{ id: title, text: title }]
    const lines = buttons.flatMap((button) => {
      const text = label(button.text, title)
      if (text === '' || labels.length >= MOST_ITEMS) return []
      // The same words on several cards name no button.
      labels.push(labels.includes(text) && title !== '' ? `${title} ${text}` : text)
      sends.push(label(button.id, text))
      return [`*${labels.length}.* ${text}`]
    })
    const heading = title === '' ? '' : `*${title}*`
    const text = join([heading, label(item.description)].filter(Boolean).join('\n'), lines.join('\n'))
    return { text, url: webAddress(item.imageUrl) }
  })
  const pictures = cards.flatMap(({ url, text }) => (url === undefined ? [] : [{ url, caption: text }]))
  const bare = cards.filter(({ url }) => url === undefined).map(({ text }) => text)
  const keeps: KeptInput = labels.length === 0 ? { kind: 'text' } : { kind: 'choice', labels, sends, isMultiple: false }
  const late = pictures.slice(MOST_PICTURES).map(({ caption }) => caption)
  return { pictures: pictures.slice(0, MOST_PICTURES), text: join(...bare, ...late), keeps }
}

const count = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100 ? value : otherwise

function showRating(options: Fields, words: TypebotPhrases): ShownInput {
  const from = count(options.startsAt, 1)
  const to = Math.max(from, count(options.length, 10))
  const text = words.rate.replace('{{from}}', String(from)).replace('{{to}}', String(to))
  return { pictures: [], text, keeps: { kind: 'rating', from, to } }
}

function showDate(options: Fields, words: TypebotPhrases): ShownInput {
  const text = options.isRange === true ? words.range : options.hasTime === true ? words.dateTime : words.date
  return { pictures: [], text, keeps: { kind: 'date', isDayFirst: words.isDayFirst } }
}

/** A payment needs a page: with its address the contact pays there, else people help. */
function showPayment(input: Fields, words: TypebotPhrases): ShownInput {
  const runtime = fieldsOf(input.runtimeOptions) ?? {}
  const amount = label(runtime.amountLabel)
  const address = [runtime.paymentLink, runtime.paymentUrl, runtime.url].map(webAddress).find(Boolean)
  return {
    pictures: [],
    text: join(amount === '' ? '' : words.pay.replace('{{amount}}', () => amount), address ?? ''),
    keeps: { kind: 'text' },
    isForPeople: address === undefined,
  }
}

export type Answer = {
  /** Null for messages without text. */
  readonly text: string | null
  readonly fileUrl: string | null
}

export type BotMessage =
  | string
  | { readonly type: 'text'; readonly text: string; readonly attachedFileUrls: readonly string[] }

/** As in the bot's own pages. */
export const LONGEST_MESSAGE = 4000
const noWays = { back: '\u0000', main: '\u0000' }

/** Undefined: nothing that the bot could be told. */
export function answerFor(input: KeptInput, { text, fileUrl }: Answer): BotMessage | undefined {
  const typed = cut(text ?? '', LONGEST_MESSAGE).trim()
  if (fileUrl !== null) {
    if (input.kind === 'file') return fileUrl
    return input.kind === 'text'
      ? { type: 'text', text: typed || fileUrl, attachedFileUrls: [fileUrl] }
      : typed || fileUrl
  }
  if (typed === '') return undefined
  switch (input.kind) {
    case 'choice':
      return input.isMultiple
        ? severalOf(input, typed)
        : (input.sends[indexOfLabel(input.labels, typed) ?? -1] ?? typed)
    case 'rating':
      return ratingIn(typed, input) ?? typed
    case 'date':
      return datesIn(typed, input.isDayFirst)
    default:
      return typed
  }
}

function indexOfLabel(labels: readonly string[], typed: string): number | undefined {
  const meaning = understand(typed, labels, noWays)
  return meaning.kind === 'choice' ? meaning.at : undefined
}

type Choice = Extract<KeptInput, { kind: 'choice' }>

/** Every part must be understood, or the bot decides. */
function severalOf({ labels, sends }: Choice, typed: string): string {
  const whole = indexOfLabel(labels, typed)
  const parts = typed
    .split(/^[\d\s]+$/.test(typed) ? /\s+/ : /[,;\n+&]|\s(?:e|and|y|ve)\s/i)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const places = parts.slice(0, MOST_ITEMS).map((part) => indexOfLabel(labels, part))
  const all = places.every((place) => place !== undefined) ? places : whole === undefined ? [] : [whole]
  const chosen = [...new Set(all)].sort((a, b) => a - b).flatMap((place) => sends[place] ?? [])
  return chosen.length === 0 ? typed : chosen.join(', ')
}

/** "nota 5", "5️⃣", or as many stars. */
function ratingIn(typed: string, { from, to }: { readonly from: number; readonly to: number }): string | undefined {
  const stars = typed.match(/[⭐★🌟]/gu)?.length ?? 0
  const digits = /^[^\p{N}]*(\d{1,3})[^\p{N}]*$/u.exec(typed.normalize('NFKC').replace(/[\uFE0F\u20E3]/g, ''))?.[1]
  const value = digits === undefined ? stars : Number(digits)
  return (digits !== undefined || stars > 0) && value >= from && value <= to ? String(value) : undefined
}

/** Dates as year, month, day: a bot reads others as an American does. Other words stay as typed. */
const datesIn = (typed: string, isDayFirst: boolean): string =>
  typed
    .replace(/\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/g, (written, one: string, two: string, year: string) => {
      const [day, month] = isDayFirst || Number(one) > 12 ? [one, two] : [two, one]
      const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
      return isDate ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : written
    })
    .replace(/(\d{4}-\d{2}-\d{2}.*?)\s+(?:a|até|ate|al|hasta|ile|-|–)\s+(?=\d{4}-)/i, '$1 to ')
    .replace(
      /(\d{4}-\d{2}-\d{2})(?:,|\s+(?:às|as|a las|saat))?\s+(\d{1,2})h(\d{2})?\b/gi,
      (_, day, hour, minute) =>
        `${String(day)} ${String(hour).padStart(2, '0')}:${typeof minute === 'string' ? minute : '00'}`,
    )
