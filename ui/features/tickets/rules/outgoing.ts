/** What was sent from here and the server has not answered yet. Shown at once, recognised by `clientId`, never twice. */
import type { MessageExtra, MessageKind } from '../../../../src/channels/contract'
import { spoken } from '../../../../src/channels/mentions/contract'
import { type Message, type SendMessage, signed } from '../../../../src/tickets/messages/contract'
import type { FileKind } from './attachments'
import type { Line } from './conversation'

export type OutgoingFile = {
  readonly file: File
  readonly url: string
  readonly kind: FileKind | 'sticker'
  /** Of a picture, in pixels, once known. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly seconds?: number
  readonly waveform?: readonly number[]
}

/** What goes besides words and file: who is meant, whose card, which place. */
export type Carried = {
  readonly kind: Extract<MessageKind, 'chat' | 'vcard' | 'location'>
  /** For the server, which reads cards and people by their ids. */
  readonly fields: Pick<SendMessage, 'contacts' | 'location' | 'mentionedContacts' | 'mentionsAll'>
  /** For the bubble, until the server has answered. */
  readonly extra: MessageExtra
}

export type Outgoing = {
  readonly clientId: string
  readonly ticketId: number
  /** Whose conversation it is, for when it is not on screen. */
  readonly contact?: string
  readonly body: string
  readonly isNote: boolean
  readonly quoted: Message | null
  readonly file: OutgoingFile | null
  readonly carried?: Carried | null
  /** Whose name goes above the words, if one is to. */
  readonly signature?: string | null
  readonly createdAt: string
  /** `waiting` for the line to come back; `refused` with the server's words. */
  readonly state: 'sending' | 'waiting' | 'refused'
  readonly reason: string | null
}

/** What travels of it. */
export type Sending = Omit<Outgoing, 'state' | 'reason'>

export type Author = { readonly id: number; readonly name: string }

/** The stored messages of a conversation with the unanswered ones behind them. */
export function withOutgoing(stored: readonly Message[], outgoing: readonly Outgoing[], author: Author): Line[] {
  const known = new Set(stored.flatMap(({ clientId }) => clientId ?? []))
  const unanswered = outgoing.filter(({ clientId }) => !known.has(clientId))
  return [
    ...stored.map((message) => ({ message, pending: null })),
    ...unanswered.map((pending) => ({ message: asMessage(pending, author), pending })),
  ]
}

/** How an unanswered message looks: a clock, or a red mark once refused. */
export function asMessage(pending: Outgoing, author: Author): Message {
  const { file, carried = null } = pending
  return {
    id: 0,
    ticketId: pending.ticketId,
    contactId: 0,
    body: signed(pending.body, pending.signature),
    fromMe: true,
    mediaType: pending.isNote ? 'note' : file ? mediaType(file) : (carried?.kind ?? 'chat'),
    mediaUrl: file?.url ?? null,
    media: file && {
      name: file.file.name,
      mimetype: file.file.type,
      size: file.file.size,
      seconds: file.seconds ?? null,
      width: file.size?.width ?? null,
      height: file.size?.height ?? null,
      waveform: file.waveform ? [...file.waveform] : null,
      thumbnail: null,
      state: 'ready',
    },
    isDeleted: false,
    isEdited: false,
    oldMessages: [],
    reactions: [],
    refused: null,
    revision: 0,
    ack: pending.state === 'refused' ? 0 : 1,
    failure: null,
    quotedMsg: pending.quoted && quoteOf(pending.quoted),
    contact: null,
    user: author,
    clientId: pending.clientId,
    extra: extraOf(pending),
    createdAt: pending.createdAt,
  }
}

function extraOf({ body, signature, carried }: Outgoing): MessageExtra | null {
  return body && signature ? { ...carried?.extra, signature } : (carried?.extra ?? null)
}

const mediaType = (file: OutgoingFile) => (file.waveform ? 'ptt' : file.kind)

export const quoteOf = (message: Message): NonNullable<Message['quotedMsg']> => ({
  id: message.id,
  body: spoken(message.body, message.extra?.mentions),
  fromMe: message.fromMe,
  mediaType: message.mediaType,
  author: message.fromMe ? (message.user?.name ?? null) : (message.contact?.name ?? null),
  isDeleted: message.isDeleted,
})
