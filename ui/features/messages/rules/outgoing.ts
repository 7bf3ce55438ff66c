/** Messages not yet acknowledged by the server: shown immediately, recognised by `clientId`, never twice. */
import type { MessageExtra, MessageKind } from '../../../../src/channels/contract'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { LastMessage } from '../../../../src/tickets/contract'
import { type Message, type SendMessage, signed } from '../../../../src/tickets/messages/contract'
import type { FileKind } from './attachments'
import type { MessageEntry } from './conversation'

export type OutgoingFile = {
  readonly file: File
  readonly url: string
  readonly kind: FileKind | 'sticker'
  /** A picture's size in pixels, once known. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly seconds?: number
  readonly waveform?: readonly number[]
}

/** Content besides text and file: mentions, a contact card, a location. */
export type CarriedDraft = {
  readonly kind: Extract<MessageKind, 'chat' | 'vcard' | 'location'>
  /** Sent to the server, which looks up cards and members by id. */
  readonly fields: Pick<SendMessage, 'contacts' | 'location' | 'mentionedContacts' | 'mentionsAll' | 'mentionedUsers'>
  /** Shown in the bubble until the server has answered. */
  readonly extra: MessageExtra
}

export type Outgoing = {
  readonly clientId: string
  readonly ticketId: number
  /** The contact's name, for toasts while the conversation is not on screen. */
  readonly contact?: string
  readonly body: string
  readonly isNote: boolean
  readonly quoted: Message | null
  readonly file: OutgoingFile | null
  readonly carried?: CarriedDraft | null
  /** The signature, if any. */
  readonly signature?: string | null
  readonly createdAt: string
  /** Id of the newest stored message when this one was written or refused. Higher ids came later. */
  readonly behind?: number
  /** Sequence of writing; missing in entries stored by an earlier version. */
  readonly place?: number
  /** `waiting` for the connection; `refused` by the server, with its reason. */
  readonly state: 'sending' | 'waiting' | 'refused'
  readonly reason: string | null
}

/** The part sent to the server. */
export type Sending = Omit<Outgoing, 'state' | 'reason' | 'behind' | 'place'>

export type Author = { readonly id: number; readonly name: string }

/** The stored messages of a conversation, followed by the pending ones. */
export function withOutgoing(
  stored: readonly Message[],
  outgoing: readonly Outgoing[],
  author: Author,
): MessageEntry[] {
  const known = new Set(stored.flatMap(({ clientId }) => clientId ?? []))
  const unanswered = outgoing.filter(({ clientId }) => !known.has(clientId))
  return [
    ...stored.map((message) => ({ message, pending: null })),
    ...unanswered.map((pending) => ({ message: asMessage(pending, author), pending })),
  ]
}

/** What the list row shows of a conversation. `isMarked`: an earlier message was refused. */
export type RowWords = { readonly last: LastMessage | null; readonly isMarked: boolean }

/**
 * The newest refused message, unless something was stored since; otherwise the newest that waits for the connection,
 * otherwise the last stored one. One that is just being sent is about to be stored.
 */
export function rowWords(stored: LastMessage | null, outgoing: readonly Outgoing[], author: Author): RowWords {
  const refused = outgoing.findLast(({ state }) => state === 'refused')
  const waiting = outgoing.findLast(({ state }) => state === 'waiting')
  const isMarked = refused?.behind !== undefined && stored !== null && stored.id > refused.behind
  const unsent = isMarked ? waiting : (refused ?? waiting)
  return { last: unsent ? lastOf(unsent, author) : stored, isMarked }
}

function lastOf(unsent: Outgoing, author: Author): LastMessage {
  const { id, body, fromMe, ack, mediaType, isDeleted } = asMessage(unsent, author)
  return { id, body, fromMe, ack, mediaType, isDeleted, author: author.name, origin: null }
}

/** Presents a pending message with a clock, or as failed once refused. */
export function asMessage(pending: Outgoing, author: Author): Message {
  const { file, carried = null } = pending
  return {
    id: 0,
    ticketId: pending.ticketId,
    contactId: 0,
    whatsappId: 0,
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
  ...(message.extra?.origin && { origin: message.extra.origin }),
  isDeleted: message.isDeleted,
})
