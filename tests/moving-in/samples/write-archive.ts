/** Ticketz' own backup: an archive with the dump and the folders of files. */
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'

export type ArchiveFile = { readonly path: string; readonly content: string | Uint8Array }
export type ArchiveOptions = {
  /** The file with the SQL. */
  readonly dump: string
  /** Under `public/`. */
  readonly files?: readonly ArchiveFile[]
  /** In the order of the archive: the files come before the dump. */
  readonly isDumpLast?: boolean
  readonly isPacked?: boolean
}

export async function writeArchive(to: string, options: ArchiveOptions): Promise<void> {
  const { dump, files = [], isDumpLast = false, isPacked = true } = options
  const archive = pack()
  const output = createWriteStream(to)
  // streamx' streams have the methods that node's pipeline calls.
  const source = archive as unknown as NodeJS.ReadableStream
  const written = isPacked ? pipeline(source, createGzip({ level: 1 }), output) : pipeline(source, output)
  archive.entry({ name: 'backups/', type: 'directory' })
  if (!isDumpLast) await addDump(archive, dump)
  for (const { path, content } of files) archive.entry({ name: `backend-public/${path}` }, Buffer.from(content))
  archive.entry({ name: 'backend-private/', type: 'directory' })
  if (isDumpLast) await addDump(archive, dump)
  archive.finalize()
  await written
}

async function addDump(archive: Pack, dump: string): Promise<void> {
  const entry = archive.entry({ name: 'backups/db_dump.sql', size: statSync(dump).size })
  await pipeline(createReadStream(dump), entry as unknown as NodeJS.WritableStream)
}
