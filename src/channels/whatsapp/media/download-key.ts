/** All that is needed to fetch a file later, serialised as one string that only this folder reads. */
import type { proto, WAMessageKey } from '@whiskeysockets/baileys'
import { fileName } from '../../../platform/text'
import type { IncomingMedia } from '../../channel'
import { base64 } from '../base64'
import { thumbnailOf } from './thumbnail'

export type MediaType = 'image' | 'video' | 'audio' | 'document' | 'sticker'
export type DownloadKey = {
  /** The last two: a part of a history, and the account's settings. */
  readonly type: MediaType | 'md-msg-hist' | 'md-app-state'
  readonly url: string | null
  readonly directPath: string | null
  /** Base64, like the two hashes. */
  readonly mediaKey: string
  readonly fileSha256: string | null
  readonly fileEncSha256: string | null
  readonly size: number | null
  /** Its message, needed to request a new upload from the phone. */
  readonly message?: DownloadedMessage
}
export type DownloadedMessage = {
  readonly id: string
  readonly remoteJid: string
  readonly fromMe: boolean
  readonly participant?: string
}

type AnyMedia = Partial<
  proto.Message.IImageMessage &
    proto.Message.IVideoMessage &
    proto.Message.IAudioMessage &
    proto.Message.IDocumentMessage &
    proto.Message.IStickerMessage
>

/** Bytes of a voice note's waveform. */
const LEVELS = 64
const LONGEST_ADDRESS = 4_000
const KEY_BYTES = 64
/** Twice the maximum of phones. */
const LARGEST = 4 * 1024 ** 3
const LONGEST_SECONDS = 24 * 60 * 60
const MOST_PAGES = 100_000

/** Null when the file can never be fetched, e.g. without a key. */
export function mediaOf(type: MediaType, file: AnyMedia | null | undefined): IncomingMedia | null {
  const [url, directPath] = [addressIn(file?.url), addressIn(file?.directPath)]
  if (!file?.mediaKey?.length || file.mediaKey.length > KEY_BYTES || !(url || directPath)) return null
  const size = upTo(LARGEST, file.fileLength)
  return {
    mimetype: typeIn(file.mimetype),
    name: fileName(file.fileName ?? '') || null,
    size,
    seconds: upTo(LONGEST_SECONDS, file.seconds),
    width: file.width ?? null,
    height: file.height ?? null,
    waveform: file.waveform?.length ? levelsIn(file.waveform) : null,
    thumbnail: thumbnailOf(file.jpegThumbnail),
    ...(file.pageCount && { pages: upTo(MOST_PAGES, file.pageCount) }),
    downloadKey: writeKey({
      type,
      url,
      directPath,
      mediaKey: base64(file.mediaKey),
      fileSha256: isHash(file.fileSha256) ? base64(file.fileSha256) : null,
      fileEncSha256: isHash(file.fileEncSha256) ? base64(file.fileEncSha256) : null,
      size,
    }),
    sha256: isHash(file.fileSha256) ? Buffer.from(file.fileSha256).toString('hex') : null,
  }
}

/** Null: not declared, or impossible. The real value is known after the download. */
function upTo(most: number, declared: number | { toNumber(): number } | null | undefined): number | null {
  const value = declared === null || declared === undefined ? Number.NaN : Number(declared)
  return value >= 0 && value <= most ? value : null
}

const isHash = (declared: Uint8Array | null | undefined): declared is Uint8Array =>
  Boolean(declared?.length && declared.length <= KEY_BYTES)

const addressIn = (declared: string | null | undefined) =>
  declared && declared.length <= LONGEST_ADDRESS ? declared : null

const levelsIn = (waveform: Uint8Array) => Array.from(waveform.slice(0, LEVELS), (level) => Math.min(level, 100))

function typeIn(declared: string | null | undefined): string {
  return declared && declared.length <= 100 && /^[\w.+-]+\/[\w.+-]+(?:;[ -~]*)?$/.test(declared)
    ? declared
    : 'application/octet-stream'
}

/** The same for a message, with its key. */
export function withMessage(media: IncomingMedia, { id, remoteJid, fromMe, participant }: WAMessageKey): IncomingMedia {
  if (!id || !remoteJid) return media
  const message = { id, remoteJid, fromMe: Boolean(fromMe), ...(participant && { participant }) }
  return { ...media, downloadKey: writeKey({ ...readKey(media.downloadKey), message }) }
}

/** The only serialisation of handles: encryption at rest would be added here and in parsing/sealed.ts. */
export const writeKey = (key: DownloadKey): string => JSON.stringify(key)
export const readKey = (text: string): DownloadKey => JSON.parse(text) as DownloadKey // written by writeHandle alone
