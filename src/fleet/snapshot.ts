/** Copies of a company's whole databases in the object store, which make the records before them needless. */
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Link } from './chain'
import type { CommitLog, ObjectStore } from './commit-log'
import { flush, writeFully } from './durable'
import type { OwnerFiles } from './owner-files'
import { BadRecord, type FileState, readHead, readSnapshot, type SnapshotBody } from './records'
import type { Sealing } from './sealing'

/** Bytes a second that are uploaded: more would slow the log of all companies. */
export const UPLOAD_BYTES_PER_SECOND = 8 * 1024 * 1024
const CHUNK_BYTES = 128 * 1024
const PAUSE_MS = 20
const STAGING_NAMES = ['snapshot', 'snapshot-anew'] as const
export type Staging = (typeof STAGING_NAMES)[number]

export type StagedFile = {
  readonly state: FileState
  readonly path: string
  readonly sha256: string
  readonly size: number
}

/**
 * Copies the database files by another process: to close a descriptor of them here would drop SQLite's locks. All of
 * `states` must be in the files, and stay as the last of it until this ends. Undefined if another process moved more.
 */
export async function stageFiles(
  files: OwnerFiles,
  states: readonly FileState[],
  folder: string,
  name: Staging,
): Promise<readonly StagedFile[] | undefined> {
  const staging = join(folder, name)
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true, mode: 0o700 })
  const staged: StagedFile[] = []
  for (const [at, { name: file, path }] of files.paths.entries()) {
    const state = states[at]
    if (!state) throw new Error(`${file} has no state`)
    const copy = join(staging, file)
    await copyFile(path, copy)
    const size = statSync(copy).size
    if (size !== state.pages * state.pageSize) return undefined
    staged.push({ state, path: copy, size, sha256: await hashOfFile(copy) })
  }
  return files.areFilesStill(states) ? staged : undefined
}

async function copyFile(from: string, to: string): Promise<void> {
  const copying = Bun.spawn(['cp', '--', from, to], { stdout: 'ignore', stderr: 'pipe' })
  if ((await copying.exited) !== 0)
    throw new Error(`${from} cannot be copied: ${(await new Response(copying.stderr).text()).trim()}`)
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hash.update(bytes)
  return hash.digest('hex')
}

/** Reads as fast as it may be uploaded. */
async function* readPaced(
  path: string,
  { bytesPerSecond, requireGoingOn, uploaded }: Upload,
): AsyncGenerator<Uint8Array> {
  const began = performance.now()
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    requireGoingOn()
    yield chunk
    bytes += chunk.length
    uploaded(chunk.length)
    const until = began + (bytes / bytesPerSecond) * 1000
    for (let early = until - performance.now(); early > PAUSE_MS; early = until - performance.now()) {
      await Bun.sleep(Math.min(early, 5 * PAUSE_MS))
      requireGoingOn()
    }
  }
}

type Upload = {
  readonly objects: ObjectStore
  readonly sealing: Sealing
  readonly bytesPerSecond: number
  /** Throws when the snapshot is not wanted any more. */
  requireGoingOn(): void
  /** Called with so many bytes that are on their way. */
  uploaded(bytes: number): void
}

/** Stores staged files and reads them back. Throws if the store holds something else. */
export async function uploadSnapshot(
  upload: Upload,
  prefix: string,
  staged: readonly StagedFile[],
  { contains, owner }: { readonly contains: Link | undefined; readonly owner: SnapshotBody['owner'] },
): Promise<SnapshotBody> {
  const { objects, sealing } = upload
  const files: SnapshotBody['files'] = []
  for (const { state, path, size, sha256 } of staged) {
    const object = `${prefix}/${state.name}`
    await objects.put(object, sealing.sealObject(object, readPaced(path, upload)))
    const found = await hashOfObject(objects, sealing, object)
    if (found?.sha256 !== sha256 || found.size !== size)
      throw new Error(`the object ${object} is not what was uploaded: the store lost or changed it`)
    files.push({ ...state, object, size, sha256 })
  }
  return { contains: contains ? { seq: contains.seq, hash: contains.hash } : null, owner, files }
}

async function hashOfObject(
  objects: ObjectStore,
  sealing: Sealing,
  name: string,
): Promise<{ size: number; sha256: string } | undefined> {
  const bytes = await objects.get(name)
  if (!bytes) return undefined
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of sealing.openObject(name, bytes)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Writes an object to a file, and checks it. Throws `BadRecord`. */
export async function downloadFile(
  objects: ObjectStore,
  sealing: Sealing,
  file: SnapshotBody['files'][number],
  path: string,
): Promise<void> {
  const bytes = await objects.get(file.object)
  if (!bytes) throw new BadRecord(`the object ${file.object} is missing`)
  const fd = openSync(path, 'w', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of sealing.openObject(file.object, bytes)) {
      hash.update(chunk)
      writeFully(fd, chunk, size)
      size += chunk.length
    }
    if (size !== file.size || hash.digest('hex') !== file.sha256)
      throw new BadRecord(`the object ${file.object} is not what the snapshot names`)
    await flush(fd)
  } finally {
    closeSync(fd)
  }
}

/** Objects of all snapshots that the log names. */
export async function listSnapshotObjects(log: CommitLog, company: string, sealing: Sealing): Promise<string[]> {
  const found: string[] = []
  for await (const message of log.read(company, 0)) {
    const head = readHead(message)
    if (head.kind !== 'snapshot') continue
    found.push(...readSnapshot(sealing.open(head, message.body)).files.map(({ object }) => object))
  }
  return found
}

export const removeStaging = (folder: string, names: readonly Staging[] = STAGING_NAMES): void => {
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Records since the last snapshot at which another is due. */
export const isSnapshotDue = (recordBytes: number, states: readonly FileState[]): boolean => {
  const databaseBytes = states.reduce((sum, { pages, pageSize }) => sum + pages * pageSize, 0)
  return recordBytes > Math.max(MIN_RECORD_BYTES, databaseBytes / 2)
}
const MIN_RECORD_BYTES = 16 * 1024 * 1024
