/** Reads multipart bodies: fields as text; files are hashed and streamed to side files without buffering. */
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { AppError, fail } from '../errors'
import { FileTooLarge, receiveFile, type StoredFile } from './files'
import { fileName } from './text'
import { announcedBytes, counted, type RunningUpload } from './upload-room'
import type { UploadTarget } from './uploads'

const MOST_FIELDS = 20
/** Limit for all fields together: the longest text at four bytes per character, plus the other fields. */
const MOST_FIELD_BYTES = 300_000
const MOST_HEADERS = 20
const MOST_HEADER_BYTES = 16 * 1024
/** Bytes per write: the parser processes its whole input even after an error. */
const CHUNK_BYTES = 64 * 1024

/** `bytes` limits each file. */
export type Limits = { readonly files: number; readonly bytes: number }
/** A complete file that has no final name yet. */
export type SideFile = StoredFile & { readonly path: string }
export type NamedFile = SideFile & { readonly name: string }
type Form = {
  readonly fields: Record<string, string>
  readonly parts: readonly NamedFile[]
  /** Removes the side files, and those of `others`: call it in any case. */
  release(others?: Iterable<string>): Promise<void>
}

/**
 * Fails with ERR_MEDIA_UNREADABLE, ERR_MEDIA_TOO_LARGE (file too large, or too many files), ERR_PAYLOAD_TOO_LARGE
 * (fields) or as the uploader's room does, and then leaves no files.
 */
export async function readMultipart(
  request: Request,
  { folder, room }: Pick<UploadTarget, 'folder' | 'room'>,
  limits: Limits,
): Promise<Form> {
  const upload = room.begin(announcedBytes(request))
  try {
    const form = await readParts(request, { folder, upload }, limits)
    return {
      ...form,
      async release(others = []) {
        await discard([...form.parts.map(({ path }) => path), ...others])
        upload.end()
      },
    }
  } catch (error) {
    upload.end()
    throw error
  }
}

type Receiving = { readonly folder: string; readonly upload: RunningUpload }

async function readParts(
  request: Request,
  { folder, upload }: Receiving,
  limits: Limits,
): Promise<Omit<Form, 'release'>> {
  const body = request.body ?? fail('ERR_MEDIA_UNREADABLE')
  const fields: Record<string, string> = {}
  const streams: Readable[] = []
  const receiving: Promise<NamedFile>[] = []
  const busboy = openParser(request, limits)
  busboy.on('field', (name, value) => {
    fields[name] = value
  })
  busboy.on('file', (_field, stream, name) => {
    streams.push(stream)
    stream.once('error', () => stream.destroy()) // a truncated body emits an error on its file's stream, which would end the process without a listener
    const part = receivePart(folder, stream, { name, limit: limits.bytes })
    part.catch(() => {}) // handled below, when the whole body has been read
    receiving.push(part)
  })
  try {
    await parse(busboy, { body, upload }, limits)
    return { fields, parts: await Promise.all(receiving) }
  } catch (error) {
    for (const stream of streams) stream.destroy()
    const settled = await Promise.allSettled(receiving)
    await discard(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.path] : [])))
    throw error
  }
}

type Body = { readonly body: ReadableStream<Uint8Array>; readonly upload: RunningUpload }

/** Resolves when the last byte was read. Stops reading when the body is invalid or too large. */
async function parse(busboy: ReturnType<typeof openParser>, { body, upload }: Body, { files }: Limits) {
  const source = Readable.fromWeb(body as unknown as Parameters<typeof Readable.fromWeb>[0]) // the same stream under two type names
  try {
    await new Promise<void>((resolve, reject) => {
      const unreadable = () => reject(new AppError('ERR_MEDIA_UNREADABLE'))
      const tooMuch = (details: object) => reject(new AppError('ERR_PAYLOAD_TOO_LARGE', details))
      let fieldBytes = 0
      busboy.on('finish', resolve)
      busboy.on('error', unreadable)
      busboy.on('filesLimit', () => reject(new AppError('ERR_MEDIA_TOO_LARGE', { files })))
      busboy.on('fieldsLimit', () => tooMuch({ fields: MOST_FIELDS }))
      busboy.on('partsLimit', () => tooMuch({ parts: files + MOST_FIELDS }))
      busboy.on('field', (_name, value, _cutName, isCut) => {
        fieldBytes += Buffer.byteLength(value)
        if (isCut || fieldBytes > MOST_FIELD_BYTES) tooMuch({ fieldBytes: MOST_FIELD_BYTES })
      })
      pump(counted(source, upload), busboy).catch((error: unknown) =>
        error instanceof AppError ? reject(error) : unreadable(),
      )
    })
  } catch (error) {
    source.destroy()
    busboy.destroy()
    throw error
  }
}

/** Feeds the parser in small pieces. */
async function pump(source: AsyncIterable<Uint8Array>, busboy: ReturnType<typeof openParser>) {
  for await (const chunk of source)
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES) {
      if (busboy.destroyed) return
      const piece = Buffer.from(chunk.buffer, chunk.byteOffset + at, Math.min(CHUNK_BYTES, chunk.length - at))
      await new Promise<void>((resolve, reject) => {
        busboy.write(piece, (error) => (error ? reject(error) : resolve()))
      })
    }
  busboy.end()
}

export const discard = (paths: readonly string[]) => Promise.all(paths.map((path) => rm(path, { force: true })))

function openParser(request: Request, { files, bytes }: Limits) {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: {
        files,
        fields: MOST_FIELDS,
        parts: files + MOST_FIELDS, // includes empty parts, which the parser counts as neither file nor field
        fieldSize: MOST_FIELD_BYTES,
        fileSize: bytes + 1,
        headerPairs: MOST_HEADERS,
        headerSize: MOST_HEADER_BYTES,
      },
    })
  } catch {
    return fail('ERR_MEDIA_UNREADABLE') // a multipart body without a boundary
  }
}

type PartLimit = { readonly name: string; readonly limit: number }

async function receivePart(folder: string, stream: Readable, { name, limit }: PartLimit): Promise<NamedFile> {
  try {
    // On a full disk reading stops early. The stream must still be drained, or the body would never end.
    const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array> // busboy's file streams give buffers
    const stored = await receiveFile(folder, chunks, limit)
    return { ...stored, name: fileName(name) || 'arquivo' }
  } catch (error) {
    stream.resume() // drain the body, so that the response can be sent
    throw error instanceof FileTooLarge ? new AppError('ERR_MEDIA_TOO_LARGE', { file: name, limit }) : error
  }
}
