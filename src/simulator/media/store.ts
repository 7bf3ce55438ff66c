/** Files: stored encrypted, as on the media server, and decrypted only when a screen shows them. */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { proto } from '@whiskeysockets/baileys'
import type { MediaKind } from '../contract'
import { derive, sha256 } from '../wire/keys'
import type { Random } from '../wire/random'

export type File = { bytes: Buffer; mimetype: string; name: string }
/** Fields of a message about its file. */
export type Attachment = { id: string; blob: string; kind: MediaKind; mediaKey: Buffer; mimetype: string; name: string }

/** Storage of encrypted files by the last part of their path on the media server: in memory or in a folder. */
export type Blobs = {
  get(blob: string): Promise<Buffer | undefined> | Buffer | undefined
  set(blob: string, bytes: Buffer): unknown
}

export class MediaStore {
  readonly attachments = new Map<string, Attachment>()
  /** Deleted from the media server; phones still have them. */
  readonly expired = new Set<string>()
  /** Uploaded by a screen, to be sent by a phone. */
  readonly uploads = new Map<string, File>()
  /** Pictures of people and groups: id and type. Stored unencrypted on the media server. */
  readonly pictures = new Map<string, string>()

  constructor(
    readonly random: Random,
    readonly blobs: Blobs = new Map(),
  ) {}

  /** Uploads a phone's file to the media server. Returns the fields for its message. */
  async store(kind: EncryptedKind, { bytes, mimetype }: Omit<File, 'name'>) {
    const mediaKey = this.random.bytes(32)
    const encrypted = encryptFile(kind, mediaKey, bytes)
    const fileEncSha256 = sha256(encrypted)
    const blob = fileEncSha256.toString('base64url')
    await this.blobs.set(blob, encrypted)
    return { blob, mediaKey, fileEncSha256, fileSha256: sha256(bytes), fileLength: bytes.length, mimetype }
  }

  async keepPicture(bytes: Buffer): Promise<string> {
    const id = `p${sha256(bytes).toString('hex').slice(0, 23)}`
    this.pictures.set(id, bytes[0] === PNG_STARTS_WITH ? 'image/png' : 'image/jpeg')
    await this.blobs.set(id, bytes)
    return id
  }

  /** Registers the file of a message, so that it can be shown by the returned id. */
  attach(kind: MediaKind, described: DescribedFile, fallbackName: string): Attachment | undefined {
    const path = described.directPath ?? described.url
    const blob = path?.split('?')[0]?.split('/').at(-1)
    if (!blob || !described.mediaKey) return undefined
    const id = sha256(Buffer.from(blob)).toString('hex').slice(0, 24)
    const name = described.fileName ?? fallbackName
    const mimetype = described.mimetype ?? 'application/octet-stream'
    const attachment = { id, blob, kind, mediaKey: Buffer.from(described.mediaKey), mimetype, name }
    this.attachments.set(id, attachment)
    return attachment
  }

  /** Undefined when the file never reached the media server, or differs from its declaration. */
  async read(id: string): Promise<File | undefined> {
    const upload = this.uploads.get(id)
    if (upload) return upload
    const picture = this.pictures.get(id)
    if (picture) return this.#open(id, picture)
    const attachment = this.attachments.get(id)
    const blob = attachment && (await this.blobs.get(attachment.blob))
    const bytes = blob && decryptFile(attachment.kind, attachment.mediaKey, blob)
    return bytes && { bytes, mimetype: attachment.mimetype, name: attachment.name }
  }

  async #open(id: string, mimetype: string): Promise<File | undefined> {
    const bytes = await this.blobs.get(id)
    return bytes && { bytes, mimetype, name: id }
  }
}

export type DescribedFile = Pick<
  proto.Message.IDocumentMessage,
  'url' | 'directPath' | 'mediaKey' | 'mimetype' | 'fileName'
>

type EncryptedKind = MediaKind | 'history' | 'collection'
const PNG_STARTS_WITH = 0x89
const NAMES = {
  history: 'History',
  collection: 'App State',
  image: 'Image',
  sticker: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
}
const MAC_LENGTH = 10

function keysOf(kind: EncryptedKind, mediaKey: Buffer) {
  const keys = derive(mediaKey, 112, { info: `WhatsApp ${NAMES[kind]} Keys` })
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), macKey: keys.subarray(48, 80) }
}

export function encryptFile(kind: EncryptedKind, mediaKey: Buffer, bytes: Buffer): Buffer {
  const { iv, cipherKey, macKey } = keysOf(kind, mediaKey)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  const mac = createHmac('sha256', macKey).update(iv).update(encrypted).digest()
  return Buffer.concat([encrypted, mac.subarray(0, MAC_LENGTH)])
}

function decryptFile(kind: EncryptedKind, mediaKey: Buffer, blob: Buffer): Buffer | undefined {
  const { iv, cipherKey, macKey } = keysOf(kind, mediaKey)
  const encrypted = blob.subarray(0, -MAC_LENGTH)
  const mac = createHmac('sha256', macKey).update(iv).update(encrypted).digest()
  if (!mac.subarray(0, MAC_LENGTH).equals(blob.subarray(-MAC_LENGTH))) return undefined
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}
