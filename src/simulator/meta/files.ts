/** Files at Meta: uploaded media of WhatsApp, and addresses of the image hosts, both of which end. */
import { createHash } from 'node:crypto'
import { GraphError, type UploadedFile } from './graph'
import type { MetaWorld } from './world'

const MEDIA_URL_MS = 5 * 60_000
const UPLOADED_MS = 30 * 86_400_000
const RECEIVED_MS = 7 * 86_400_000
const HOST_URL_MS = 3_600_000
const FETCH_TIMEOUT_MS = 10_000

export type MetaMedia = {
  readonly kind: 'media'
  readonly id: string
  /** The number it belongs to. */
  readonly numberId: string
  readonly bytes: Uint8Array
  readonly mimetype: string
  readonly sha256: string
  readonly expiresAt: number
}

export class MetaFiles {
  readonly media = new Map<string, MetaMedia>()
  readonly #world: MetaWorld
  readonly #downloads = new Map<string, { readonly media: MetaMedia; readonly expiresAt: number }>()
  readonly #hosted = new Map<string, { readonly file: UploadedFile; readonly expiresAt: number }>()
  constructor(world: MetaWorld) {
    this.#world = world
  }

  addMedia(
    numberId: string,
    { bytes, mimetype }: Pick<UploadedFile, 'bytes' | 'mimetype'>,
    isReceived: boolean,
  ): MetaMedia {
    const media: MetaMedia = {
      kind: 'media',
      id: this.#world.newId(),
      numberId,
      bytes,
      mimetype,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      expiresAt: this.#world.now() + (isReceived ? RECEIVED_MS : UPLOADED_MS),
    }
    this.media.set(media.id, media)
    return media
  }

  findMedia(id: string): MetaMedia | undefined {
    const media = this.media.get(id)
    return media && media.expiresAt > this.#world.now() ? media : undefined
  }

  /** The address of a medium; it needs the token. */
  downloadUrl(media: MetaMedia): string {
    const hash = crypto.randomUUID()
    this.#downloads.set(hash, { media, expiresAt: this.#world.now() + MEDIA_URL_MS })
    return `${this.#world.url}/whatsapp_business/attachments/?mid=${media.id}&ext=${Math.floor(this.#world.now() / 1000) + 300}&hash=${hash}`
  }

  download(hash: string | null, isAllowed: (media: MetaMedia) => boolean): Response {
    const found = this.#downloads.get(hash ?? '')
    if (!found || found.expiresAt <= this.#world.now()) return new Response('', { status: 404 })
    if (!isAllowed(found.media)) return new Response('', { status: 401 })
    const { bytes, mimetype } = found.media
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': mimetype } })
  }

  /** An address of the image host, open to everybody until it ends. */
  hostedUrl(file: UploadedFile): string {
    const key = crypto.randomUUID()
    this.#hosted.set(key, { file, expiresAt: this.#world.now() + HOST_URL_MS })
    return `${this.#world.url}/cdn/${key}?oe=${(Math.floor(this.#world.now() / 1000) + 3600).toString(16)}&_nc_cat=1`
  }

  hosted(key: string): Response {
    const found = this.#hosted.get(key)
    if (!found) return new Response('Not found', { status: 404 })
    if (found.expiresAt <= this.#world.now()) return new Response('URL signature expired', { status: 403 })
    const { bytes, mimetype } = found.file
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': mimetype } })
  }
}

/** Fetches a file as Meta's servers do. Undefined: it cannot be had. */
export async function fetchedFile(url: string, maxBytes: number): Promise<UploadedFile | 'tooLarge' | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (answer.status !== 200 || !answer.body) return undefined
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of answer.body) {
      size += piece.length
      if (size > maxBytes) return 'tooLarge'
      pieces.push(piece)
    }
    const mimetype = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
    return { bytes: new Uint8Array(Buffer.concat(pieces)), mimetype, name }
  } catch {
    return undefined
  }
}

export const mediaGone = (id: string) =>
  new GraphError(
    400,
    100,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33, type: 'GraphMethodException' },
  )
