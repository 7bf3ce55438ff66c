/** Brings files from the object store to the disk, each once for all who read it meanwhile, and lets them read what is there. */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail } from '../../errors'
import { leavesSpace } from '../../platform/disk-space'
import { createFairQueues } from '../../platform/fair-queues'
import { KeeperUnreachable, type KeptFile, type Sha256, sidePath } from '../../platform/files'
import { flushFolder } from '../durable'
import { BadRecord } from '../records'
import { type MediaContext, objectOf } from './context'

const CONCURRENT_DOWNLOADS = 6
const CONCURRENT_PER_COMPANY = 3
const PART_BYTES = 64 * 1024
/** A file may be stored anew while it is read. */
const TRIES = 2

export function createDownloads(
  { objects, sealingOf, folderOf, pathOf, failed }: MediaContext,
  askOthers: (company: string, sha256: Sha256) => Promise<boolean>,
) {
  const queues = createFairQueues({ atOnce: CONCURRENT_DOWNLOADS, each: CONCURRENT_PER_COMPANY })
  const running = new Map<string, Promise<Download | undefined>>()

  const reached = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw new KeeperUnreachable('the object store does not answer', { cause: error })
    })

  const findAtOthers = async (company: string, sha256: Sha256) =>
    (await askOthers(company, sha256)) ? reached(objects.find(objectOf(company, sha256))) : undefined

  async function begin(company: string, sha256: Sha256): Promise<Download | undefined> {
    const name = objectOf(company, sha256)
    const found = (await reached(objects.find(name))) ?? (await findAtOthers(company, sha256))
    if (!found) return undefined
    const size = found.contentSize ?? found.size
    const folder = folderOf(company)
    if (!leavesSpace(folder, size)) fail('ERR_STORAGE_FULL')
    const download = new Download(sidePath(folder), pathOf(company, sha256), size)
    const getBytes = async () => {
      const bytes = await reached(objects.get(name))
      return bytes && sealingOf(company).openObject(name, bytes)
    }
    queues
      .run(company, () => download.run(sha256, getBytes))
      .catch((error: unknown) => failed('fetch', company, error))
      .finally(() => running.delete(name))
    return download
  }

  return {
    /** Undefined if the store does not have it. Throws `KeeperUnreachable`. */
    async open(company: string, sha256: Sha256): Promise<KeptFile | undefined> {
      const name = objectOf(company, sha256)
      const known = running.get(name)
      if (known) return known
      const beginning = begin(company, sha256)
      running.set(name, beginning)
      beginning.then(
        (download) => download ?? running.delete(name),
        () => running.delete(name),
      )
      return beginning
    },
  }
}

class Download implements KeptFile {
  readonly size: number
  readonly #side: string
  readonly #path: string
  #written = 0
  #outcome: 'running' | 'stored' | { readonly error: unknown } = 'running'
  #grown = Promise.withResolvers<void>()

  constructor(side: string, path: string, size: number) {
    this.#side = side
    this.#path = path
    this.size = size
  }

  #notify(): void {
    this.#grown.resolve()
    this.#grown = Promise.withResolvers()
  }

  /** Throws if the file could not be stored; then those who read it get the error, too. */
  async run(sha256: Sha256, getBytes: () => Promise<AsyncGenerator<Uint8Array> | undefined>): Promise<void> {
    try {
      await this.#store(sha256, getBytes)
      this.#outcome = 'stored'
    } catch (error) {
      this.#outcome = { error }
      throw error
    } finally {
      this.#notify()
      await rm(this.#side, { force: true })
    }
  }

  async #store(sha256: Sha256, getBytes: () => Promise<AsyncGenerator<Uint8Array> | undefined>): Promise<void> {
    const file = await open(this.#side, 'wx', 0o600)
    try {
      for (let tries = 1; ; tries++) {
        try {
          await this.#fill(file, sha256, await getBytes())
          break
        } catch (error) {
          // Bytes that somebody may have read must come again as they were, which the hash shows at the end.
          if (tries === TRIES) throw error
        }
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
    await rename(this.#side, this.#path)
    await flushFolder(dirname(this.#path))
  }

  async #fill(file: FileHandle, sha256: Sha256, bytes: AsyncGenerator<Uint8Array> | undefined): Promise<void> {
    if (!bytes) throw new BadRecord('the object was removed while it was read')
    const hash = createHash('sha256')
    let at = 0
    for await (const chunk of bytes) {
      if (at + chunk.length > this.size) throw new BadRecord('the object is longer than it was')
      hash.update(chunk)
      for (let done = 0; done < chunk.length; )
        done += (await file.write(chunk, done, chunk.length - done, at + done)).bytesWritten
      at += chunk.length
      if (at > this.#written) {
        this.#written = at
        this.#notify()
      }
    }
    if (at !== this.size || hash.digest('hex') !== sha256) throw new BadRecord('the object is not what its name says')
  }

  /** Until so many bytes are there. */
  async #until(bytes: number): Promise<void> {
    while (this.#outcome === 'running' && this.#written < bytes) await this.#grown.promise
    if (typeof this.#outcome === 'object') throw this.#outcome.error
  }

  async whole(): Promise<void> {
    while (this.#outcome === 'running') await this.#grown.promise
    if (typeof this.#outcome === 'object') throw this.#outcome.error
  }

  async *read(from: number, to: number): AsyncGenerator<Uint8Array> {
    if (to < from) return
    await this.#until(from + 1)
    // Once it is stored it has its final name; what is open is read to its end under either.
    const file = await open(this.#side, 'r').catch(() => open(this.#path, 'r'))
    try {
      for (let at = from; at <= to; ) {
        await this.#until(at + 1)
        const length = Math.min(PART_BYTES, to + 1 - at, this.#written - at)
        const part = Buffer.allocUnsafe(length)
        const { bytesRead } = await file.read(part, 0, length, at)
        if (bytesRead === 0) throw new Error(`${this.#path} is shorter than it was`)
        yield part.subarray(0, bytesRead)
        at += bytesRead
      }
    } finally {
      await file.close()
    }
  }
}
