/**
 * Media of a fleet's companies in the object store, under `<company>/media/<file>`, encrypted under the fleet's key. The disk of
 * a node has copies: of what it stored, and of what was read there.
 *
 * A node opens it before its first company, lets the product use it (`addFileKeeper(media.keeper)`), starts it when the server
 * is open, and stops it after the server has closed. It calls `adopt` for a company whose files began a new log. Nodes ask each
 * other for what the store lacks (`askOthers`, `storeNow`): a company may move before all of its files are stored.
 */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type FileKeeper, KeeperUnreachable, readStoredName, type Sha256, type StoredFile } from '../../platform/files'
import type { Gate } from '../../platform/gate'
import { DAY, HOUR } from '../../platform/time'
import type { FoundObject, ObjectStore } from '../commit-log'
import { Backlog, type BacklogSize } from './backlog'
import { Cache } from './cache'
import { createContext, type MediaContext, type MediaFault, objectOf } from './context'
import { createDownloads } from './downloads'
import { isSound, putFile } from './uploading'

export type MediaStoreDeps = {
  readonly objects: ObjectStore
  readonly fleetKey: Uint8Array
  readonly dataDir: string
  readonly gate: Pick<Gate, 'wait'>
  readonly now: () => number
  /** Whether the company is open here. */
  isHere(company: string): boolean
  /** For the log. */
  failed(what: MediaFault, company: string, error: unknown): void
  /** Asks nodes that have files which the object store lacks. Whether one of them has stored this one now. */
  askOthers?(company: string, sha256: Sha256): Promise<boolean>
  /** Bytes that copies of companies elsewhere may take; usually a tenth of the disk. */
  readonly mostCachedBytes?: number
  /** Before another try to store a file. */
  readonly pause?: () => Promise<void>
}

/** What was stored so recently cannot be about to be removed, so it is not stored again. */
const SURELY_STAYS_MS = 12 * HOUR
const TRIES = 3
const PAUSE_MS = 500

/** Throws if the object store cannot be asked. */
export const openMediaStore = async (deps: MediaStoreDeps): Promise<MediaStore> =>
  new MediaStore(deps, await identify(deps.objects))

export class MediaStore {
  readonly #deps: MediaStoreDeps
  readonly #context: MediaContext
  readonly #inTurn = createTurns()
  readonly #downloads: ReturnType<typeof createDownloads>
  readonly #backlog: Backlog
  readonly #cache: Cache

  constructor(deps: MediaStoreDeps, storeId: string) {
    this.#deps = deps
    const context = createContext(deps)
    this.#context = context
    this.#downloads = createDownloads(context, deps.askOthers ?? (async () => false))
    const store = (company: string, sha256: Sha256) =>
      this.#inTurn(objectOf(company, sha256), () => this.#storeFormer(company, sha256))
    this.#backlog = new Backlog({ context, storeId, store })
    this.#cache = new Cache({ ...deps, context, backlog: this.#backlog })
  }

  readonly keeper: FileKeeper = {
    has: (folder) => this.#context.companyOf(folder) !== undefined,
    keep: (folder, sha256) => this.#keep(this.#companyOf(folder), sha256),
    open: (folder, sha256) => this.#downloads.open(this.#companyOf(folder), sha256),
    remove: (folder, sha256) => this.#remove(this.#companyOf(folder), sha256),
    list: (folder) => this.#list(this.#companyOf(folder), ({ at }) => at < this.#deps.now() - DAY),
    countBytes: (folder) => this.#countBytes(this.#companyOf(folder)),
    forget: (folder) => this.forget(this.#companyOf(folder)),
  }

  /** Files of the company that only this disk has; null if there are none, or they were not counted yet. */
  leftOf(company: string): BacklogSize | null {
    return this.#backlog.leftOf(company)
  }

  /** Of all companies with a folder here. */
  left(): BacklogSize {
    return this.#backlog.left()
  }

  /** The company's folder is new here, or another process stored files in it: all of them are looked at again. */
  adopt(company: string): void {
    this.#backlog.begin(company)
  }

  /** Whether the store has all files that the company's folder has. */
  hasAllOf(company: string): boolean {
    return this.#backlog.isDone(company)
  }

  /** Resolves when all that the company's folder has is stored, or could not be. */
  storeAll(company: string): Promise<void> {
    return this.#backlog.storeAll(company)
  }

  /** For another node that lacks a file. Whether it is in the store now; false also if this disk does not have it alone. */
  async storeNow(company: string, sha256: Sha256): Promise<boolean> {
    if (this.#backlog.isDone(company) || !existsSync(this.#context.pathOf(company, sha256))) return false
    await this.#inTurn(objectOf(company, sha256), () => this.#storeFormer(company, sha256))
    return true
  }

  /** Brings files that this disk lacks, one after the other. Returns those that nobody has. */
  async bring(company: string, files: Iterable<Sha256>): Promise<Sha256[]> {
    const missing: Sha256[] = []
    for (const sha256 of files) {
      const found = await this.#downloads.open(company, sha256)
      if (found) await found.whole()
      else missing.push(sha256)
    }
    return missing
  }

  /** The company's log has gone, and its files may come back. */
  async forgetSnapshots(company: string): Promise<void> {
    const { objects } = this.#deps
    for await (const { name } of objects.list(company))
      if (name.startsWith(`${company}/snapshots/`)) await objects.remove(name)
  }

  /** Deletes all that the store has of the company, its snapshots too. */
  forget(company: string): Promise<void> {
    return this.#deps.objects.removeAll(company)
  }

  /** Removes copies of companies that are elsewhere, as every hour. */
  sweep(): Promise<void> {
    return this.#cache.sweep()
  }

  start(): void {
    this.#backlog.start()
    this.#cache.start()
  }

  async stop(): Promise<void> {
    this.#cache.stop()
    await this.#backlog.stop()
  }

  #companyOf(folder: string): string {
    const company = this.#context.companyOf(folder)
    if (company === undefined) throw new Error(`${folder} is no company's folder`)
    return company
  }

  #keep(company: string, sha256: Sha256): Promise<void> {
    return this.#inTurn(objectOf(company, sha256), async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await this.#storeNew(company, sha256)
        } catch (error) {
          this.#deps.failed('keep', company, error)
          if (tries === TRIES || !this.#deps.isHere(company))
            throw new KeeperUnreachable('the object store does not take the file', { cause: error })
          await (this.#deps.pause?.() ?? Bun.sleep(PAUSE_MS))
        }
      }
    })
  }

  /** A row is about to name it. */
  async #storeNew(company: string, sha256: Sha256): Promise<void> {
    const { upload, file } = this.#uploadOf(company, sha256, true)
    const found = await upload.objects.find(file.name)
    const stays = found !== undefined && this.#deps.now() - found.at < SURELY_STAYS_MS
    if (stays && (await isSound(upload, file).catch(() => false))) return
    await putFile(upload, file)
  }

  /** Rows name it since before it was to be stored. */
  async #storeFormer(company: string, sha256: Sha256): Promise<void> {
    const { upload, file } = this.#uploadOf(company, sha256, false)
    const found = await upload.objects.find(file.name)
    if (found === undefined || found.contentSize !== (await stat(file.path)).size) await putFile(upload, file)
  }

  #uploadOf(company: string, sha256: Sha256, isUrgent: boolean) {
    const { objects, sealingOf, pathOf } = this.#context
    return {
      upload: { objects, sealing: sealingOf(company), isUrgent },
      file: { name: objectOf(company, sha256), path: pathOf(company, sha256), sha256 },
    }
  }

  #remove(company: string, sha256: Sha256): void {
    const { gate, objects, now, failed } = this.#deps
    const name = objectOf(company, sha256)
    this.#inTurn(name, async () => {
      // The commit that names it no more may be lost: then the next owner needs the file.
      await gate.wait(company)
      await objects.remove(name, now() - DAY)
    }).catch((error: unknown) => failed('remove', company, error))
  }

  async *#list(company: string, isWanted: (found: FoundObject) => boolean): AsyncGenerator<StoredFile> {
    const prefix = `${company}/media/`
    for await (const { name, ...found } of this.#deps.objects.list(company)) {
      const sha256 = name.startsWith(prefix) ? readStoredName(name.slice(prefix.length)) : null
      if (sha256 && isWanted(found)) yield { sha256, size: found.contentSize ?? found.size }
    }
  }

  async #countBytes(company: string): Promise<number> {
    const stored = new Set<Sha256>()
    let bytes = 0
    for await (const { sha256, size } of this.#list(company, () => true)) {
      stored.add(sha256)
      bytes += size
    }
    return bytes + (await this.#backlog.countBytesWithout(company, stored))
  }
}

/** Differs from that of every other object store, also of one that was made anew. Of nodes that begin together, one names it. */
async function identify(objects: ObjectStore): Promise<string> {
  const names = await Array.fromAsync(objects.list(NAMES))
  const [first] = names.toSorted((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1))
  if (first) return first.name
  async function* nothing() {}
  await objects.put(`${NAMES}/${crypto.randomUUID()}`, nothing(), { isUrgent: true })
  return identify(objects)
}
const NAMES = 'names'

/** Work of the same name runs one after the other. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(name)
    const running = before ? before.then(work) : work()
    const ended = running
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === ended) last.delete(name)
      })
    last.set(name, ended)
    return running
  }
}
