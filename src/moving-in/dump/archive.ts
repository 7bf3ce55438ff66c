/** Finds the dump in a tar archive: Ticketz' backup, or one that people made of their dump and files. */
import { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import { formatOf, peek } from './open'
import { refuse } from './refusal'

/** The files of an installation, among which customers may have sent something that looks like a dump. */
const isTheirs = (name: string): boolean => /(^|\/)(backend-public|backend-private|public|private|media)\//.test(name)

const MAX_ENTRIES = 10_000_000

/** The SQL, packed or not; 'pg_dump': it is an archive of pg_dump itself. */
export async function dumpIn(
  chunks: AsyncGenerator<Uint8Array>,
  label: string,
): Promise<AsyncGenerator<Uint8Array> | 'pg_dump'> {
  const entries = entriesOf(chunks, label)
  for (let n = 0; n < MAX_ENTRIES; n++) {
    const next = await entries.next()
    if (next.done) break
    const { name, type, content } = next.value
    if (n === 0 && name === 'toc.dat') {
      await entries.return(undefined)
      return 'pg_dump'
    }
    if (type !== 'file' || isTheirs(name)) continue
    const { head, all } = await peek(content)
    const format = formatOf(head)
    if (format === 'sql' || format === 'pg_dump' || (format === 'gzip' && /\.(sql|dump|dmp|bak)\.gz$/i.test(name)))
      return ending(all, entries)
    await all.return(undefined)
  }
  return refuse('noDumpInArchive', { path: label })
}

async function* ending(all: AsyncGenerator<Uint8Array>, entries: AsyncGenerator<unknown>) {
  try {
    yield* all
  } finally {
    await entries.return(undefined)
  }
}

export type ArchiveEntry = {
  readonly name: string
  readonly type: string
  readonly size: number
  /** To be read, or left, before the next entry. */
  readonly content: AsyncGenerator<Uint8Array>
}

/** Entries one after the other, of a tar that is unpacked already. */
export async function* entriesOf(chunks: AsyncGenerator<Uint8Array>, label: string): AsyncGenerator<ArchiveEntry> {
  const reading = extract()
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 2 })
  source.on('error', (error) => reading.destroy(error))
  source.pipe(reading as unknown as NodeJS.WritableStream) // streamx has the same methods
  try {
    for await (const entry of reading) {
      const { name, type, size } = entry.header
      yield {
        name: name.replace(/^(\.\/)+/, ''),
        type: type ?? 'file',
        size: size ?? 0,
        content: contentOf(entry, label),
      }
      entry.resume()
    }
  } catch (error) {
    refuseFault(error, label)
  } finally {
    source.destroy()
    reading.destroy()
  }
}

async function* contentOf(entry: AsyncIterable<unknown>, label: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of entry) yield chunk as Uint8Array // what tar-stream gives
  } catch (error) {
    refuseFault(error, label)
  }
}

function refuseFault(error: unknown, label: string): never {
  const why = error instanceof Error ? error.message : String(error)
  if (/unexpected end|premature|destroyed/i.test(why)) refuse('archiveCut', { path: label })
  if (/tar|header|checksum/i.test(why)) refuse('archiveDamaged', { path: label, why })
  throw error
}
