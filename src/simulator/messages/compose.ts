/** Messages as phones write them. */
import type { proto } from '@whiskeysockets/baileys'
import { type Account, findMessage, jidOf, type Message } from '../account'
import type { Command, MediaKind } from '../contract'
import { fileUrl } from '../media/server'
import type { File } from '../media/store'
import type { World } from '../world'
import { contentOf } from './book'

export type FileDraft = {
  kind: MediaKind
  file: File
  caption?: string | undefined
  seconds?: number | undefined
  width?: number | undefined
  height?: number | undefined
  ptt?: boolean | undefined
  viewOnce?: boolean | undefined
  contextInfo?: proto.IContextInfo | undefined
}

export const textContent = (text: string, contextInfo?: proto.IContextInfo): proto.IMessage =>
  contextInfo ? { extendedTextMessage: { text, contextInfo } } : { conversation: text }

/** Undefined: there is no such message in the chat. */
export function quoting(world: World, account: Account, { chat, id }: InChat): proto.IContextInfo | undefined {
  const message = findMessage(account, chat, id)
  const author = message && world.accounts.get(message.author)
  if (!message || !author) return undefined
  return { stanzaId: id, participant: jidOf(author, account.habits.addressing), quotedMessage: contentOf(message) }
}

export async function fileContent(
  world: World,
  { kind, file, contextInfo, ...draft }: FileDraft,
): Promise<proto.IMessage> {
  const { blob, ...stored } = await world.media.store(kind, file)
  // Without a direct path clients take the address as it is, and need not be told that this one is plain http.
  const about = { ...stored, url: fileUrl(world, blob), mediaKeyTimestamp: Math.floor(world.now() / 1000), contextInfo }
  const { caption, seconds, width, height } = draft
  switch (kind) {
    case 'image':
      return once(draft, { imageMessage: clean({ ...about, caption, width, height }) })
    case 'video':
      return once(draft, { videoMessage: clean({ ...about, caption, width, height, seconds }) })
    case 'audio':
      return { audioMessage: clean({ ...about, seconds, ptt: draft.ptt ?? false, waveform: waveOf(draft, file) }) }
    case 'document':
      return { documentMessage: clean({ ...about, caption, fileName: file.name, title: file.name }) }
    case 'sticker':
      return { stickerMessage: clean({ ...about, width, height }) }
  }
}

export function reactionContent(
  account: Account,
  message: Message,
  { emoji, at }: { emoji: string; at: number },
): proto.IMessage {
  return { reactionMessage: { key: keyOf(account, message), text: emoji, senderTimestampMs: at } }
}

export function editContent(
  account: Account,
  message: Message,
  { text, at }: { text: string; at: number },
): proto.IMessage {
  const editedMessage = { conversation: text }
  return { protocolMessage: { type: EDIT, key: keyOf(account, message), editedMessage, timestampMs: at } }
}

export const revokeContent = (account: Account, message: Message): proto.IMessage => ({
  protocolMessage: { type: REVOKE, key: keyOf(account, message) },
})

export type Card = Extract<Command, { do: 'sendContact' | 'sendLocation' | 'sendPoll' }>

export function cardContent(world: World, card: Card): proto.IMessage {
  switch (card.do) {
    case 'sendContact': {
      const { name, phone } = card
      const lines = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `TEL;type=CELL;waid=${phone}:+${phone}`, 'END:VCARD']
      return { contactMessage: { displayName: name, vcard: lines.join('\n') } }
    }
    case 'sendLocation':
      return {
        locationMessage: { degreesLatitude: card.latitude, degreesLongitude: card.longitude, name: card.name ?? null },
      }
    case 'sendPoll':
      return {
        messageContextInfo: { messageSecret: world.random.bytes(32) },
        pollCreationMessageV3: {
          name: card.question,
          options: card.options.map((optionName) => ({ optionName })),
          selectableOptionsCount: 1,
        },
      }
  }
}

type InChat = { chat: string; id: string }

const EDIT = 14
const REVOKE = 0
const WAVE_LEVELS = 64

/** From the sender's point of view: its chat, and whether it wrote that message itself. */
function keyOf(account: Account, { id, fromMe, chat, author }: Message): proto.IMessageKey {
  const isGroup = chat !== author && !fromMe
  const remoteJid = isGroup ? `${chat}@g.us` : `${chat}@s.whatsapp.net`
  const participant = isGroup ? { participant: `${author}@s.whatsapp.net` } : {}
  return { remoteJid, fromMe, id, ...(fromMe || account.phone === author ? {} : participant) }
}

const once = ({ viewOnce }: { viewOnce?: boolean | undefined }, message: proto.IMessage): proto.IMessage =>
  viewOnce ? { viewOnceMessageV2: { message } } : message

/** No recording is decoded here; the same file always gives the same hills. */
function waveOf({ ptt }: { ptt?: boolean | undefined }, { bytes }: File): Uint8Array | undefined {
  if (!ptt) return undefined
  const step = Math.max(1, Math.floor(bytes.length / WAVE_LEVELS))
  return Uint8Array.from({ length: WAVE_LEVELS }, (_, index) => 10 + ((bytes[index * step] ?? 0) % 90))
}

/** The encoder stumbles over keys that are there and undefined. */
function clean<Fields extends object>(fields: Fields): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }
}
