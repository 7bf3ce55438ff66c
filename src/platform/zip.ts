/** Streams a zip archive while it is written: files are compressed in chunks and nothing is buffered. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
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
export const streamZip = (as: ZipName, files: Iterable<ZipFile> | AsyncIterable<ZipFile>): Response =>
  answerZip(as, asStream(zip(files)))

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

type Entry = {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

async function* zip(files: Iterable<ZipFile> | AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = []
  let offset = 0
  for await (const file of files) {
    const name = Buffer.from(file.name)
    const head = localHead(name)
    yield head
    const { crc, size, packed } = yield* content(file)
    const end = behind({ crc, packed, size })
    yield end
    entries.push({ name, crc, packed, size, offset })
    offset += head.length + packed + end.length
  }
  yield directory(entries, offset)
}

type Content = Pick<Entry, 'crc' | 'size' | 'packed'>

async function* content({ pieces, isPacked = false }: ZipFile): AsyncGenerator<Uint8Array, Content> {
  let [crc, size, packed] = [0, 0, 0]
  async function* counted() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece)
      crc = crc32(bytes, crc)
      size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: isPacked ? 0 : 1 })
  // If the client disconnects or a file cannot be read, both sides end.
  const feeding = pipeline(Readable.from(counted()), deflate)
  feeding.catch(() => {})
  for await (const piece of deflate as AsyncIterable<Uint8Array>) {
    packed += piece.length
    yield piece
  }
  await feeding
  return { crc, size, packed }
}

const DEFLATED = 8
/** UTF-8 names; sizes follow the content. */
const FLAGS = 0x0808
/** 1980-01-01 for all files. */
const DATE = 0x0021

function localHead(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function behind({ crc, packed, size }: Content): Buffer {
  const end = Buffer.alloc(16)
  end.writeUInt32LE(0x08074b50, 0)
  end.writeUInt32LE(crc, 4)
  end.writeUInt32LE(packed, 8)
  end.writeUInt32LE(size, 12)
  return end
}

function directory(entries: readonly Entry[], start: number): Buffer {
  const lines = entries.map(({ name, crc, packed, size, offset }) => {
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(20, 4)
    line.writeUInt16LE(20, 6)
    line.writeUInt16LE(FLAGS, 8)
    line.writeUInt16LE(DEFLATED, 10)
    line.writeUInt16LE(DATE, 14)
    line.writeUInt32LE(crc, 16)
    line.writeUInt32LE(packed, 20)
    line.writeUInt32LE(size, 24)
    line.writeUInt16LE(name.length, 28)
    line.writeUInt32LE(offset, 42)
    return Buffer.concat([line, name])
  })
  const all = Buffer.concat(lines)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([all, end])
}
