/** Streams a zip archive while it is written: files are compressed in chunks and nothing is buffered. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import type { Wait } from './gate'
import { asStream } from './streams'

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

export type ZipFile = {
  readonly name: string
  readonly pieces: Pieces
  /** Stored without compression, such as pictures. */
  readonly isPacked?: boolean
}

/** Limits that all zip readers support, in bytes and files. Callers must leave something out beyond them. */
export const ZIP_LIMIT = { bytes: 0xffff_ffff - 1_000_000_000, files: 60_000 } as const

/** Starts at once: the first file's header is sent before its content is read. */
export const streamZip = (as: ZipName, files: Iterable<ZipFile> | AsyncIterable<ZipFile>, wait: Wait): Response =>
  answerZip(as, asStream(zip(files), wait))

/** The whole archive, for a small one. */
export const zipBytes = async (files: Iterable<ZipFile>): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(zip(files)))

type ZipName = { readonly name: string; readonly type?: string }

export const answerZip = (
  { name, type = 'application/zip' }: ZipName,
  content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
): Response =>
  new Response(content, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })

/** Method 8 of a zip entry. */
const DEFLATED = 8
/** The earliest date a zip knows, for all files: the same files give the same archive. */
const DATE = new Date(1980, 0, 1)
const NOTHING = new Uint8Array()

async function* zip(files: Iterable<ZipFile> | AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  function* takeWritten() {
    const bytes = written
    written = []
    yield* bytes
  }
  for await (const file of files) {
    const entry: ZipInputFile = { filename: file.name, compression: DEFLATED, mtime: DATE, crc: 0, size: 0 }
    archive.add(entry)
    entry.ondata?.(null, NOTHING, false)
    yield* takeWritten()
    for await (const piece of deflated(file, entry)) {
      entry.ondata?.(null, piece, false)
      yield* takeWritten()
    }
    entry.ondata?.(null, NOTHING, true)
    yield* takeWritten()
  }
  archive.end()
  yield* takeWritten()
}

/** Compressed by node, in a thread of its own; counts size and checksum in the entry. */
async function* deflated(
  { pieces, isPacked = false }: ZipFile,
  entry: ZipInputFile,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  async function* counted() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: isPacked ? 0 : 1 })
  // If the client disconnects or a file cannot be read, both sides end.
  const feeding = pipeline(Readable.from(counted()), deflate)
  feeding.catch(() => {})
  yield* deflate as AsyncIterable<Uint8Array<ArrayBuffer>>
  await feeding
}
