/**
 * Opens what people have: SQL in a file or a pipe, packed by gzip or not, or an archive with the SQL in it. It is
 * recognised by its content, never by its name, and everything else is refused with what to do instead.
 */
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { refuse } from './refusal'

type DumpSource = {
  /** For messages: the name of the file. */
  readonly label: string
  /** Bytes; null for a pipe. */
  readonly size: number | null
  /** Bytes of it that were read so far. */
  readonly bytesRead: () => number
  /** Whether the SQL is in an archive, which may contain their files, too. Known once reading has begun. */
  readonly isArchive: () => boolean
  /** The same for the same content: what was staged need not be staged again. A pipe has none until it was read. */
  readonly fingerprint: () => string
  /** The SQL. Can be called once. */
  read(): AsyncGenerator<Uint8Array>
}

export type OpenOptions = {
  /** Instead of standard input. */
  readonly stdin?: AsyncIterable<Uint8Array>
  /** Undefined: looked up in the path. Null: there is none. */
  readonly pgRestore?: string | null
}

const STDIN = '-'
const CHUNK_BYTES = 256 * 1024
const HEAD_BYTES = 64 * 1024
const FINGERPRINT_BYTES = 1024 * 1024
/** A dump in gzip in an archive in gzip. */
const MAX_LAYERS = 4

type Chunks = AsyncIterator<Uint8Array>

/** Throws a `DumpRefusal` if there is nothing to read; other faults are found by `read`. */
export function openDump(path: string, options: OpenOptions = {}): DumpSource {
  return path === STDIN ? openPipe(options.stdin ?? Bun.stdin.stream()) : openFile(path, options)
}

function openPipe(stdin: AsyncIterable<Uint8Array>): DumpSource {
  const hash = createHash('sha256')
  let bytesRead = 0
  async function* counted() {
    for await (const chunk of stdin) {
      bytesRead += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  return {
    label: 'standard input',
    size: null,
    bytesRead: () => bytesRead,
    isArchive: () => false,
    fingerprint: () => hash.copy().digest('hex'),
    read: () =>
      unpack(counted(), { label: 'standard input', isPipe: true, pgRestore: null, path: STDIN, sawArchive: () => {} }),
  }
}

function openFile(given: string, { pgRestore = Bun.which('pg_restore') }: OpenOptions): DumpSource {
  const path = findDump(given)
  const label = basename(path)
  let bytesRead = 0
  let isArchive = false
  const isFolder = statSync(path).isDirectory()
  async function* counted() {
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
        bytesRead += chunk.length
        yield chunk as Uint8Array
      }
    } catch (error) {
      refuse('notReadable', { path: label, why: error instanceof Error ? error.message : String(error) })
    }
  }
  const sawArchive = () => {
    isArchive = true
  }
  return {
    label,
    size: isFolder ? null : statSync(path).size,
    bytesRead: () => bytesRead,
    isArchive: () => isArchive,
    fingerprint: () => fingerprintOf(isFolder ? join(path, 'toc.dat') : path),
    read: () =>
      isFolder
        ? restored({ label, path, pgRestore, format: 'directory' })
        : unpack(counted(), { label, path, isPipe: false, pgRestore, sawArchive }),
  }
}

/** In a folder: a dump of pg_dump's directory format, or the dump of an unpacked backup. */
export function findDump(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) refuse('notFound', { path })
  if (!found.isDirectory()) return path
  if (existsSync(join(path, 'toc.dat'))) return path
  for (const name of ['backups/db_dump.sql', 'db_dump.sql']) if (existsSync(join(path, name))) return join(path, name)
  return refuse('isFolder', { path })
}

/** Of the size, the beginning and the end: all of it takes minutes. */
function fingerprintOf(path: string): string {
  const { size, mtimeMs } = statSync(path)
  const hash = createHash('sha256').update(`${size} ${mtimeMs} `)
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(size, FINGERPRINT_BYTES))
    hash.update(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)))
    hash.update(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, size - bytes.length)))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

type Unpacking = {
  readonly label: string
  readonly path: string
  readonly isPipe: boolean
  readonly pgRestore: string | null
  readonly sawArchive: () => void
}

async function* unpack(
  chunks: Chunks & AsyncIterable<Uint8Array>,
  how: Unpacking,
  layer = 0,
): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(chunks)
  const { label } = how
  const format = formatOf(head)
  switch (format) {
    case 'empty':
      return refuse('empty', { path: label })
    case 'gzip':
      if (layer >= MAX_LAYERS) refuse('notSql', notSql(head, label))
      return yield* unpack(gunzip(all, label), how, layer + 1)
    case 'tar': {
      if (how.isPipe) refuse('pipedArchive')
      how.sawArchive()
      const { dumpIn } = await import('./archive')
      const found = await dumpIn(all, label)
      if (found === 'pg_dump') return yield* restored({ ...how, format: 'tar' })
      return yield* unpack(found, how, layer + 1)
    }
    case 'pg_dump':
      return yield* restored({ ...how, format: 'custom' })
    case 'zip':
      return refuse('zip', { path: label, command: `unzip -p ${label} | balcao import -` })
    case 'zstd':
    case 'xz':
    case 'bzip2':
      return refuse('packed', { path: label, format, command: `${programs[format]} -dc ${label} | balcao import -` })
    case 'sqlite':
      return refuse('sqlite', { path: label })
    case 'utf16':
      return refuse('utf16', { path: label })
    case 'html':
      return refuse('html', { path: label, begins: beginningOf(head) })
    case 'other':
      return refuse('notSql', notSql(head, label))
    case 'sql':
      return yield* all
  }
}

const programs = { zstd: 'zstd', xz: 'xz', bzip2: 'bzip2' } as const
const notSql = (head: Buffer, label: string) => ({
  path: label,
  command: 'pg_dump (PostgreSQL) or mysqldump (MySQL, MariaDB)',
  begins: beginningOf(head),
})
const beginningOf = (head: Buffer) => JSON.stringify(head.toString('utf8', 0, 80).trim())

type Format =
  | 'empty'
  | 'gzip'
  | 'tar'
  | 'pg_dump'
  | 'zip'
  | 'zstd'
  | 'xz'
  | 'bzip2'
  | 'sqlite'
  | 'utf16'
  | 'html'
  | 'sql'
  | 'other'

const marks: readonly (readonly [Format, string])[] = [
  ['gzip', '\x1f\x8b'],
  ['pg_dump', 'PGDMP'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['xz', '\xfd7zXZ\0'],
  ['bzip2', 'BZh'],
  ['sqlite', 'SQLite format 3\0'],
  ['utf16', '\xff\xfe'],
  ['utf16', '\xfe\xff'],
]

export function formatOf(head: Buffer): Format {
  const start = head.toString('latin1', 0, 1024)
  const marked = marks.find(([, mark]) => start.startsWith(mark))
  if (marked) return marked[0]
  if (head.toString('latin1', 257, 262) === 'ustar' || isOldTar(head)) return 'tar'
  const text = head
    .toString('utf8', 0, HEAD_BYTES)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '') return 'empty'
  if (/^.(\0.){8}|^\0./s.test(start)) return 'utf16'
  if (/^<(!doctype|html|head|body|!--)/i.test(text)) return 'html'
  return looksLikeSql(text) ? 'sql' : 'other'
}

const looksLikeSql = (text: string): boolean =>
  !text.includes('\0') &&
  /^(--|\/\*|#|\\(restrict|connect|c)\b|(set|create|insert|copy|drop|begin|alter|use|lock|start|select|delimiter|replace|comment|grant|revoke|delete|truncate)\b|(mysqldump|pg_dump|pg_dumpall|mariadb-dump|mysql): |warning: )/i.test(
    text,
  )

/** Without a mark, a tar has the sum of its header in the header. */
function isOldTar(head: Buffer): boolean {
  if (head.length < 512) return false
  const wanted = Number.parseInt(head.toString('latin1', 148, 156).replace(/\0.*/s, '').trim(), 8)
  let sum = 0
  for (let at = 0; at < 512; at++) sum += at >= 148 && at < 156 ? 32 : (head[at] ?? 0)
  return sum === wanted && head[0] !== 0
}

/** The first bytes, and all of them once more. */
export async function peek(chunks: Chunks): Promise<{ head: Buffer; all: AsyncGenerator<Uint8Array> }> {
  const first: Uint8Array[] = []
  let length = 0
  while (length < HEAD_BYTES) {
    const next = await chunks.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  async function* all() {
    try {
      yield* first.splice(0)
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  return { head: Buffer.concat(first), all: all() }
}

export async function* gunzip(chunks: AsyncGenerator<Uint8Array>, label: string): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip({ chunkSize: CHUNK_BYTES })
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 2 })
  source.on('error', (error) => unpacking.destroy(error))
  source.pipe(unpacking)
  try {
    for await (const chunk of unpacking) yield chunk as Uint8Array
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'Z_BUF_ERROR') refuse('archiveCut', { path: label })
    if (typeof code === 'string' && code.startsWith('Z_'))
      refuse('archiveDamaged', { path: label, why: error instanceof Error ? error.message : '' })
    throw error
  } finally {
    source.destroy()
    unpacking.destroy()
  }
}

type Restoring = Pick<Unpacking, 'label' | 'path' | 'pgRestore'> & { readonly format: string }

/** Reads PostgreSQL's own formats through its program, if it is there. */
async function* restored({ label, path, pgRestore, format }: Restoring): AsyncGenerator<Uint8Array> {
  const command = path === STDIN ? 'pg_restore -f - | balcao import -' : `pg_restore -f - ${label} | balcao import -`
  if (pgRestore === null || path === STDIN) return refuse('customFormat', { path: label, format, command })
  const child = Bun.spawn([pgRestore, '-f', '-', path], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const said = new Response(child.stderr).text()
  try {
    for await (const chunk of child.stdout) yield chunk
    if ((await child.exited) !== 0) {
      const why = (await said).trim().split('\n').at(-1) ?? ''
      refuse('pgRestoreFailed', { path: label, why, command: 'pg_dump -f dump.sql' })
    }
  } finally {
    child.kill()
  }
}
