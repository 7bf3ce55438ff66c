/** Receives one file at a time, in pieces: each request brings one, so that a broken connection loses only that. */
import { closeSync, openSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError, fail } from '../../errors'
import { leavesSpace } from '../../platform/disk-space'
import { fileName } from '../../platform/text'
import { type Clock, MINUTE } from '../../platform/time'
import { makeFolder } from '../backup/files'
import { type NewUpload, PIECE_BYTES, type Upload } from './contract'
import { movingInErrors } from './errors'
import { uploadPath, uploadsFolder } from './source-files'

/** Without a piece for this long, an unfinished upload goes away. */
const GIVEN_UP_AFTER = 15 * MINUTE

type Deps = { readonly dataDir: string; readonly clock: Clock; complete(upload: Upload): void }

/** `lastAt`: of its last piece. */
type Current = Upload & { lastAt: number }

export class Uploads {
  readonly #deps: Deps
  #current: Current | null = null
  #isReceiving = false

  constructor(deps: Deps) {
    this.#deps = deps
    rmSync(partPath(deps.dataDir), { force: true })
  }

  current(): Upload | null {
    if (!this.#current) return null
    const { kind, name, bytes, done } = this.#current
    return { kind, name, bytes, done }
  }

  isReceiving = (): boolean => this.#isReceiving

  /** Fails with ERR_STORAGE_FULL if it would not leave room for messages. */
  begin({ kind, name, bytes }: NewUpload): void {
    const { dataDir, clock } = this.#deps
    this.forgetOld()
    if (this.#current) fail(movingInErrors.ERR_MOVING_IN_UPLOADING)
    makeFolder(uploadsFolder(dataDir))
    if (!leavesSpace(dataDir, bytes)) fail('ERR_STORAGE_FULL', { needed: bytes, free: freeBytes(dataDir) })
    closeSync(openSync(partPath(dataDir), 'w', 0o600))
    this.#current = { kind, name: storedName(name) || kind, bytes, done: 0, lastAt: clock() }
  }

  /** Returns the bytes that have come. A piece that breaks off is forgotten. */
  async take(at: number, body: ReadableStream<Uint8Array> | null): Promise<number> {
    const current = this.#current ?? fail(movingInErrors.ERR_MOVING_IN_NO_SOURCE)
    if (this.#isReceiving) fail(movingInErrors.ERR_MOVING_IN_UPLOADING)
    if (at !== current.done) fail(movingInErrors.ERR_MOVING_IN_PIECE, { at: current.done })
    this.#isReceiving = true
    try {
      await this.#receive(current, body)
    } finally {
      this.#isReceiving = false
    }
    return current.done
  }

  async #receive(current: Current, body: ReadableStream<Uint8Array> | null): Promise<void> {
    const { dataDir, clock } = this.#deps
    const at = current.done
    const file = await open(partPath(dataDir), 'r+').catch((error: unknown) => {
      this.#requireCurrent(current)
      throw error
    })
    try {
      const most = Math.min(PIECE_BYTES, current.bytes - at)
      if (!leavesSpace(dataDir, most)) fail('ERR_STORAGE_FULL', { needed: most, free: freeBytes(dataDir) })
      const came = await write(file, { at, most, body })
      this.#requireCurrent(current)
      current.done = at + came
      current.lastAt = clock()
      if (current.done === current.bytes) await file.datasync()
    } catch (error) {
      await file.truncate(current.done).catch(() => {}) // the disk may be gone
      throw error instanceof AppError ? error : causeOf(error)
    } finally {
      await file.close()
    }
    if (current.done === current.bytes) this.#complete(current)
  }

  /** It may have been given up meanwhile. */
  #requireCurrent(upload: Current): void {
    if (this.#current !== upload) fail(movingInErrors.ERR_MOVING_IN_NO_SOURCE)
  }

  #complete(upload: Current): void {
    this.#requireCurrent(upload)
    const { dataDir, complete } = this.#deps
    const path = uploadPath(dataDir, upload.kind, upload.name)
    rmSync(dirname(path), { recursive: true, force: true })
    makeFolder(dirname(path))
    renameSync(partPath(dataDir), path)
    this.#current = null
    complete(upload)
  }

  /** Nobody sends it any more. Returns whether there was one. */
  forgetOld(): boolean {
    const isOld = this.#current !== null && this.#deps.clock() - this.#current.lastAt > GIVEN_UP_AFTER
    if (isOld) this.forget()
    return isOld
  }

  forget(): void {
    this.#current = null
    rmSync(partPath(this.#deps.dataDir), { force: true })
  }
}

/** Disks count bytes, at most 255. */
const NAME_BYTES = 200
const storedName = (name: string): string =>
  Buffer.from(fileName(name))
    .subarray(0, NAME_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '')

const partPath = (dataDir: string) => `${uploadsFolder(dataDir)}/upload.part`

export function freeBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

type Piece = { readonly at: number; readonly most: number; readonly body: ReadableStream<Uint8Array> | null }

async function write(file: FileHandle, { at, most, body }: Piece): Promise<number> {
  let came = 0
  for await (const chunk of body ?? []) {
    if (came + chunk.length > most) fail('ERR_PAYLOAD_TOO_LARGE', { most })
    await file.write(chunk, 0, chunk.length, at + came)
    came += chunk.length
  }
  return came
}

/** A body that breaks off is the sender's fault; a full disk is not. */
function causeOf(error: unknown): unknown {
  const isOfFile = error instanceof Error && 'syscall' in error
  return isOfFile ? error : new AppError('ERR_MEDIA_UNREADABLE')
}
