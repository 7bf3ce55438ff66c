/** What is needed to fetch a file later, as one text. Only this chapter reads it. */
import type { proto } from '@whiskeysockets/baileys'
import type { IncomingMedia } from '../channel'

export type MediaType = 'image' | 'video' | 'audio' | 'document' | 'sticker'
export type Ticket = {
  readonly type: MediaType
  readonly url: string | null
  readonly directPath: string | null
  /** Base64, like the two hashes. */
  readonly mediaKey: string
  readonly fileSha256: string | null
  readonly fileEncSha256: string | null
  readonly size: number | null
}

type AnyMedia = Partial<
  proto.Message.IImageMessage &
    proto.Message.IVideoMessage &
    proto.Message.IAudioMessage &
    proto.Message.IDocumentMessage &
    proto.Message.IStickerMessage
>

/** Null when the file cannot be fetched at all, e.g. when its key is missing. */
export function mediaOf(type: MediaType, file: AnyMedia | null | undefined): IncomingMedia | null {
  if (!file?.mediaKey?.length || !(file.url || file.directPath)) return null
  const size = file.fileLength === null || file.fileLength === undefined ? null : Number(file.fileLength)
  return {
    mimetype: file.mimetype || 'application/octet-stream',
    name: file.fileName || null,
    size,
    seconds: file.seconds ?? null,
    width: file.width ?? null,
    height: file.height ?? null,
    waveform: file.waveform?.length ? [...file.waveform] : null,
    thumbnail: file.jpegThumbnail?.length ? `data:image/jpeg;base64,${base64(file.jpegThumbnail)}` : null,
    ticket: writeTicket({
      type,
      url: file.url || null,
      directPath: file.directPath || null,
      mediaKey: base64(file.mediaKey),
      fileSha256: file.fileSha256?.length ? base64(file.fileSha256) : null,
      fileEncSha256: file.fileEncSha256?.length ? base64(file.fileEncSha256) : null,
      size,
    }),
    sha256: file.fileSha256?.length ? Buffer.from(file.fileSha256).toString('hex') : null,
  }
}

/** The seam where tickets will be encrypted at rest, together with sealing.ts. */
export const writeTicket = (ticket: Ticket): string => JSON.stringify(ticket)
export const readTicket = (text: string): Ticket => JSON.parse(text) as Ticket // written by writeTicket alone

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
