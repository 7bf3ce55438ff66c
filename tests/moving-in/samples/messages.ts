/** What each family writes into its `Messages` for a neutral message. */
import type { Family } from '../../../src/moving-in/source'
import type { NeutralFile, NeutralMessage } from './neutral'
import type { SampleValue } from './table'

/** What a message's row needs to know of its surroundings. */
export type MessageContext = {
  readonly family: Family
  readonly companyId: number
  readonly contactId: number | null
  readonly ticketId: number
  /** WhatsApp's id. */
  readonly externalId: string
  readonly chatJid: string
  /** In groups. */
  readonly participant: string | null
  readonly pushName: string
  /** Of the attendant. */
  readonly authorName: string | null
  readonly quoted: { readonly externalId: string; readonly participant: string; readonly message: object } | null
  readonly mention: (key: string) => { readonly id: number; readonly name: string; readonly number: string }
}

const scales = {
  baileys: { failed: 0, clock: 1, sent: 2, delivered: 3, read: 4, played: 5 },
  webjs: { failed: -1, clock: 0, sent: 1, delivered: 2, read: 3, played: 4 },
} as const
export const isWebJs = (family: Family) => family === 'community' || family === 'izing'

export function ackOf(family: Family, { by, delivery }: NeutralMessage): number {
  if (by.kind === 'contact') return family === 'saas2025' ? 2 : 0
  if (delivery === 'failed' && family === 'ticketz') return -1
  return scales[isWebJs(family) ? 'webjs' : 'baileys'][delivery ?? 'sent']
}

/** Kinds that a family cannot store, and so never has. */
export const isKept = (family: Family, { kind, isNote }: NeutralMessage): boolean => {
  if (isNote) return family === 'saas2025'
  if (kind === 'unknown') return family === 'ticketz'
  if (kind === 'cards' || kind === 'call') return !isWebJs(family)
  return true
}

/** What stands in the row: without edits where the product does not hear them. */
export const wordsOf = (family: Family, { text = '', formerly = [] }: NeutralMessage): string =>
  isWebJs(family) && formerly[0] ? formerly[0].text : text

export function bodyOf(message: NeutralMessage, context: MessageContext): string {
  const { family, authorName } = context
  const words = wordsOf(family, message)
  switch (message.kind) {
    case 'location':
      return locationBody(message, family)
    case 'card':
    case 'cards':
      return cardBody(message, family)
    case 'call':
      return family === 'ticketz' ? 'Chamada de voz/vídeo perdida' : 'Chamada de voz/vídeo perdida às 09:18'
    case 'unknown':
      return 'unsupported message: pollCreationMessageV3'
    case 'sticker':
      return isWebJs(family) ? (message.file?.name ?? '') : 'sticker'
    case 'voice':
    case 'audio':
      return family === 'ticketz' ? '🔊' : isWebJs(family) ? (message.file?.name ?? '') : 'Áudio'
    default:
      break
  }
  if (words === '' && message.file) return family === 'ticketz' ? '' : message.file.name
  return `${startOf(message, family, authorName)}${withMentions(words, message, context)}`
}

/** The signature of an attendant, or the sign of an automatic message. */
function startOf({ by, isNote }: NeutralMessage, family: Family, name: string | null): string {
  if (by.kind === 'bot') return family === 'saas' ? '\u200e ' : '\u200e'
  if (by.kind !== 'person' || isNote || name === null) return ''
  return family === 'izing' ? `*${name}*:\n ` : `*${name}:*\n`
}

function withMentions(words: string, { mentions = [] }: NeutralMessage, { family, mention }: MessageContext): string {
  return mentions.reduce((text, key) => {
    const { id, name, number } = mention(key)
    const payload = Buffer.from(JSON.stringify({ contactId: id, name, number })).toString('base64')
    return text.replace(`@${name}`, family === 'ticketz' ? `@[${payload}]` : `@${number}`)
  }, words)
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

function locationBody({ location }: NeutralMessage, family: Family): string {
  if (!location) return ''
  const { latitude, longitude, name } = location
  const maps = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`
  if (family === 'ticketz') return `📍\n${name ? `*${name}*\n` : ''}${maps}\n`
  if (isWebJs(family)) return `data:image/png;base64,${pixel}|${maps}|${name ?? `${latitude}, ${longitude}`}`
  return `data:image/png;base64, ${pixel} | ${maps}|${latitude}, ${longitude} `
}

const vcard = ({ name, number }: { name: string; number: string }) =>
  `BEGIN:VCARD\nVERSION:3.0\nN:;${name};;;\nFN:${name}\nTEL;type=CELL;type=VOICE;waid=${number}:+${number}\nEND:VCARD`

function cardBody({ cards = [] }: NeutralMessage, family: Family): string {
  if (family === 'ticketz') {
    return JSON.stringify({ ticketzvCard: cards.map((card) => ({ displayName: card.name, vcard: vcard(card) })) })
  }
  const [only] = cards
  return cards.length === 1 && only ? vcard(only) : cards.map((card) => ` ${card.name}: 📞${card.number}\n`).join('')
}

export function mediaTypeOf(message: NeutralMessage, family: Family): string | null {
  const mime = message.file?.mimetype.split('/')[0] ?? null
  if (message.kind === 'call') return 'call_log'
  if (message.file) return family === 'saas2025' && mime === 'application' ? 'document' : mime
  if (family === 'ticketz') return null
  const { kind } = message
  if (isWebJs(family)) return kind === 'location' ? 'location' : kind === 'card' ? 'vcard' : 'chat'
  if (kind === 'location') return 'locationMessage'
  if (kind === 'card') return 'contactMessage'
  if (kind === 'cards') return 'contactsArrayMessage'
  return message.quotes || message.text?.startsWith('http') ? 'extendedTextMessage' : 'conversation'
}

/** Under `public/`, and what the column holds. */
export function fileOf(
  file: NeutralFile,
  { family, companyId, contactId, ticketId, externalId }: MessageContext,
): { column: string; path: string } {
  const own = externalId.slice(-10)
  if (family === 'ticketz') {
    const path = `media/${companyId}/${contactId ?? 0}/${ticketId}/${own}/${file.name}`
    return { column: path, path }
  }
  const column = file.name.startsWith('..') ? file.name : `${own}_${file.name}`
  return { column, path: family === 'saas2025' ? `company${companyId}/${column}` : column }
}

/** WhatsApp's message, as Baileys' JSON holds it. */
export function contentOf(message: NeutralMessage, context: MessageContext): object {
  const contextInfo = {
    ...(message.isForwarded ? { isForwarded: true, forwardingScore: 1 } : {}),
    ...(context.quoted
      ? {
          stanzaId: context.quoted.externalId,
          participant: context.quoted.participant,
          quotedMessage: context.quoted.message,
        }
      : {}),
  }
  const info = Object.keys(contextInfo).length > 0 ? { contextInfo } : {}
  const file = {
    mimetype: message.file?.mimetype,
    fileLength: '16',
    mediaKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    fileSha256: { type: 'Buffer', data: [1, 2, 3] },
    ...info,
  }
  const words = message.formerly?.[0]?.text ?? message.text
  switch (message.kind) {
    case 'image':
      return { imageMessage: { ...file, caption: words } }
    case 'video':
      return { videoMessage: { ...file, caption: words, seconds: 12 } }
    case 'voice':
      return { audioMessage: { ...file, seconds: 7, ptt: true, waveform: 'AAAA' } }
    case 'audio':
      return { audioMessage: { ...file, seconds: 7, ptt: false } }
    case 'document':
      return { documentMessage: { ...file, fileName: message.file?.name, title: message.file?.name } }
    case 'sticker':
      return { stickerMessage: file }
    case 'location':
      return {
        locationMessage: {
          degreesLatitude: message.location?.latitude,
          degreesLongitude: message.location?.longitude,
          name: message.location?.name,
          jpegThumbnail: pixel,
        },
      }
    case 'card':
      return {
        contactMessage: {
          displayName: message.cards?.[0]?.name,
          vcard: vcard(message.cards?.[0] ?? { name: '', number: '' }),
        },
      }
    case 'cards':
      return {
        contactsArrayMessage: {
          contacts: message.cards?.map((card) => ({ displayName: card.name, vcard: vcard(card) })),
        },
      }
    case 'unknown':
      return {
        pollCreationMessageV3: { name: 'Que bolo?', options: [{ optionName: 'Cenoura' }, { optionName: 'Fubá' }] },
      }
    default:
      return message.quotes || message.isForwarded
        ? { extendedTextMessage: { text: words, ...info } }
        : { conversation: words }
  }
}

/** `messageTimestamp` is a number, a text, or the two halves of a Long, as the library of the day stored it. */
function timestampOf(message: NeutralMessage): SampleValue | object {
  const seconds = Math.floor(Date.parse(message.at) / 1000)
  if (message.by.kind === 'phone') return { low: seconds, high: 0, unsigned: true }
  return message.by.kind === 'contact' ? seconds : String(seconds)
}

export function dataJsonOf(message: NeutralMessage, context: MessageContext): string | null {
  if (message.isOld || message.kind === 'call' || isWebJs(context.family)) return null
  const fromMe = message.by.kind !== 'contact'
  return JSON.stringify({
    key: {
      remoteJid: context.chatJid,
      fromMe,
      id: context.externalId,
      ...(context.participant ? { participant: context.participant } : {}),
    },
    messageTimestamp: timestampOf(message),
    pushName: fromMe ? undefined : context.pushName,
    broadcast: false,
    message: contentOf(message, context),
    ...(fromMe ? { status: 'PENDING' } : {}),
  })
}

/** The SaaS fork replaces a message by the edit's own: its id and time are the edit's. */
export function editJsonOf(message: NeutralMessage, context: MessageContext): string | null {
  const last = message.formerly?.at(-1)
  if (!last) return null
  const seconds = Math.floor(Date.parse(last.until) / 1000)
  return JSON.stringify({
    key: { remoteJid: context.chatJid, fromMe: false, id: `${context.externalId.slice(0, -2)}ED` },
    messageTimestamp: seconds,
    pushName: context.pushName,
    message: {
      editedMessage: {
        message: {
          protocolMessage: {
            key: { id: context.externalId },
            type: 'MESSAGE_EDIT',
            editedMessage: { conversation: message.text },
          },
        },
      },
    },
  })
}
