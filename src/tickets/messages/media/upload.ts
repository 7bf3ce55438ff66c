/** Files an attendant attaches: streamed to disk, inspected, and converted to what the messenger accepts. */
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { Outgoing } from '../../../channels/channel'
import type { MessageExtra } from '../../../channels/contract'
import { AppError, fail } from '../../../errors'
import { adoptFile, FileTooLarge, receiveFile, type StoredFile } from '../../../platform/files'
import type { Parse } from '../../../platform/parsing/parsing'
import { fileName } from '../../../platform/text'
import { DOCUMENT_LIMIT, MEDIA_LIMIT, STICKER_LIMIT } from '../contract'
import type { StoredMedia } from '../tables'
import { typeOf } from './file-type'
import { measure } from './measure'
import { readWaveform, toVoiceNote } from './voice'

const MOST_FILES = 10
const MOST_FIELDS = 20
/** Of all fields together: a text of the greatest length in four bytes a character, and what goes with it. */
const MOST_FIELD_BYTES = 300_000
/** Empty ones count too, which the parser calls neither file nor field. */
const MOST_PARTS = MOST_FILES + MOST_FIELDS
const MOST_HEADERS = 20
const MOST_HEADER_BYTES = 16 * 1024
/** The parser reads what it is given to the end, also when it has had enough. */
const AT_ONCE = 64 * 1024

export type Upload = {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly UploadedFile[]
  /** Gives the files their final names, where they stay for a day at least: only once it is certain that they are sent. */
  keep(): Promise<void>
}
export type UploadedFile = {
  readonly kind: Outgoing['kind']
  readonly media: StoredMedia
  readonly extra: MessageExtra | null
}

/** Where the files go, and who reads them. */
export type FilePlace = { readonly folder: string; readonly parse: Parse }
type SideFile = StoredFile & { readonly path: string }
type Part = SideFile & { readonly name: string }

/** Reads a multipart body: fields as text; each file sniffed and measured in a side file, without buffering it in memory. What `use` does not keep goes. */
export async function withUpload<T>(
  request: Request,
  place: FilePlace,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const { folder } = place
  const { fields, parts } = await readParts(request, folder)
  const leftover = new Set(parts.map(({ path }) => path))
  try {
    const files: (UploadedFile & SideFile)[] = []
    for (const part of parts) {
      const file = await accept(part, place, fields)
      leftover.add(file.path)
      files.push(file)
    }
    return await use({
      fields,
      files,
      async keep() {
        for (const { path, sha256 } of files) await adoptFile(folder, path, sha256)
      },
    })
  } finally {
    await discard([...leftover])
  }
}

async function readParts(request: Request, folder: string): Promise<{ fields: Record<string, string>; parts: Part[] }> {
  const body = request.body ?? fail('ERR_MESSAGE_EMPTY')
  const fields: Record<string, string> = {}
  const streams: Readable[] = []
  const receiving: Promise<Part>[] = []
  const busboy = openParser(request)
  busboy.on('field', (name, value) => {
    fields[name] = value
  })
  busboy.on('file', (_field, stream, name) => {
    streams.push(stream)
    stream.once('error', () => stream.destroy()) // a truncated body emits an error on its file's stream, which would end the process without a listener
    const part = receivePart(folder, stream, name)
    part.catch(() => {}) // handled below, when the whole body has been read
    receiving.push(part)
  })
  try {
    await parse(busboy, body)
    return { fields, parts: await Promise.all(receiving) }
  } catch (error) {
    for (const stream of streams) stream.destroy()
    const settled = await Promise.allSettled(receiving)
    await discard(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.path] : [])))
    throw error
  }
}

/** Resolves when the last byte was read. When the body turns out to be invalid or too much, the rest is not read. */
async function parse(busboy: ReturnType<typeof openParser>, body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    await new Promise<void>((resolve, reject) => {
      const unreadable = () => reject(new AppError('ERR_MEDIA_UNREADABLE'))
      const tooMuch = (details: object) => reject(new AppError('ERR_PAYLOAD_TOO_LARGE', details))
      let fieldBytes = 0
      busboy.on('finish', resolve)
      busboy.on('error', unreadable)
      busboy.on('filesLimit', () => reject(new AppError('ERR_MEDIA_TOO_LARGE', { files: MOST_FILES })))
      busboy.on('fieldsLimit', () => tooMuch({ fields: MOST_FIELDS }))
      busboy.on('partsLimit', () => tooMuch({ parts: MOST_PARTS }))
      busboy.on('field', (_name, value, _cutName, isCut) => {
        fieldBytes += Buffer.byteLength(value)
        if (isCut || fieldBytes > MOST_FIELD_BYTES) tooMuch({ fieldBytes: MOST_FIELD_BYTES })
      })
      pump(reader, busboy).catch(unreadable)
    })
  } catch (error) {
    reader.cancel().catch(() => {}) // the sender may have gone away
    busboy.destroy()
    throw error
  }
}

/** Gives the parser one small piece after the other. */
async function pump(reader: ReadableStreamDefaultReader<Uint8Array>, busboy: ReturnType<typeof openParser>) {
  for (let read = await reader.read(); !read.done; read = await reader.read())
    for (let at = 0; at < read.value.length; at += AT_ONCE) {
      if (busboy.destroyed) return
      const piece = Buffer.from(
        read.value.buffer,
        read.value.byteOffset + at,
        Math.min(AT_ONCE, read.value.length - at),
      )
      await new Promise<void>((resolve, reject) => {
        busboy.write(piece, (error) => (error ? reject(error) : resolve()))
      })
    }
  busboy.end()
}

const discard = (paths: readonly string[]) => Promise.all(paths.map((path) => rm(path, { force: true })))

function openParser(request: Request) {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: {
        files: MOST_FILES,
        fields: MOST_FIELDS,
        parts: MOST_PARTS,
        fieldSize: MOST_FIELD_BYTES,
        fileSize: DOCUMENT_LIMIT + 1,
        headerPairs: MOST_HEADERS,
        headerSize: MOST_HEADER_BYTES,
      },
    })
  } catch {
    return fail('ERR_MEDIA_UNREADABLE') // a multipart body without a boundary
  }
}

async function receivePart(folder: string, stream: Readable, name: string): Promise<Part> {
  try {
    // On a full disk reading stops in the middle: the stream must be drained, or the body would never end.
    const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array> // busboy's file streams give buffers
    const stored = await receiveFile(folder, chunks, DOCUMENT_LIMIT)
    return { ...stored, name: fileName(name) || 'arquivo' }
  } catch (error) {
    stream.resume() // drain the body, so that the response can be sent
    throw error instanceof FileTooLarge
      ? new AppError('ERR_MEDIA_TOO_LARGE', { file: name, limit: DOCUMENT_LIMIT })
      : error
  }
}

/**
 * `ptt: true` with a recording makes a voice note; `waveform` is the recorder's own. `asSticker: true` makes a WebP picture
 * a sticker; `playback` says how a video plays.
 */
async function accept(
  part: Part,
  { folder, parse }: FilePlace,
  { ptt, waveform, asSticker, playback }: Record<string, string | undefined>,
): Promise<UploadedFile & SideFile> {
  const mimetype = await typeOf(parse, part.path, part.name)
  const isRecording = ptt === 'true' && part.size <= MEDIA_LIMIT && /^audio\/|^video\/webm/.test(mimetype)
  const voice = isRecording ? await toVoiceNote(part, { folder, parse }) : undefined
  const { path, sha256, size } = voice ?? part
  const isSticker = asSticker === 'true' && mimetype === 'image/webp' && size <= STICKER_LIMIT
  const kind = voice ? 'ptt' : isSticker ? 'sticker' : kindOf(mimetype, size)
  const facts = await measure(parse, path, kind)
  return {
    path,
    sha256,
    size,
    kind,
    extra: kind === 'video' && (playback === 'gif' || playback === 'note') ? { playback } : null,
    media: {
      name: part.name,
      mimetype: voice ? 'audio/ogg; codecs=opus' : mimetype,
      size,
      ...facts,
      ...(voice && { seconds: voice.seconds, waveform: readWaveform(waveform) }),
      state: 'ready',
      file: sha256,
      ticket: null,
    },
  }
}

/** Anything the messenger would not display, or only up to a smaller size, is sent as a document. */
function kindOf(mimetype: string, size: number): Outgoing['kind'] {
  if (size > MEDIA_LIMIT) return 'document'
  if (['image/jpeg', 'image/png'].includes(mimetype)) return 'image'
  if (mimetype === 'video/mp4') return 'video'
  if (['audio/mpeg', 'audio/ogg', 'audio/mp4', 'audio/aac', 'audio/x-m4a'].includes(mimetype)) return 'audio'
  return 'document'
}
