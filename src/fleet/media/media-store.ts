/**
 * Media of a fleet's companies in the object store, under `<company>/media/<file>`, encrypted under the fleet's key. The disk of
 * a node has copies: of what it stored, and of what was read there.
 *
 * A node opens it before its first company (`openMediaStore`), lets the product use it (`useFileKeeper(media.keeper)`), starts it
 * when the server is open, and stops it after the server has closed. It calls `adopt` for a company whose files began a new
 * log, and asks `leftOf` before a company moves: what only this disk has would be missing elsewhere.
 */
import { basename, dirname, join } from 'node:path'
import { tenantFolder } from '../../platform/databases'
import {
  type FileKeeper,
  KeeperUnreachable,
  mediaPath,
  readStoredName,
  type Sha256,
  type StoredFile,
} from '../../platform/files'
import { CONTROL, type Gate } from '../../platform/gate'
import { operatorFolder } from '../../platform/operator-storage'
import { DAY, HOUR } from '../../platform/time'
import type { FoundObject, ObjectStore } from '../commit-log'
import { createSealing } from '../sealing'
import { createBacklog } from './backlog'
import { createCache } from './cache'
import { createDownloads } from './downloads'
import { putFile } from './uploading'

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
  /** Bytes of the disk that copies of companies elsewhere may take; usually a tenth of it. */
  readonly mostCachedBytes?: number
  readonly pause?: (tries: number) => Promise<void>
}

export type MediaFault = 'keep' | 'fetch' | 'remove' | 'backlog' | 'cache'
export type MediaStore = Awaited<ReturnType<typeof openMediaStore>>

/** What was stored so recently cannot be about to be removed, so it is not stored again. */
const SURELY_STAYS_MS = 12 * HOUR
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TRIES = 3
const PAUSE_MS = 500

export const objectOf = (company: string, sha256: Sha256): string => `${company}/media/${sha256}`

/** Throws if the object store cannot be asked. */
export async function openMediaStore(deps: MediaStoreDeps) {
  const storeId = await identify(deps.objects)
  const { objects, fleetKey, dataDir, gate, now, isHere, failed } = deps
  const pause = deps.pause ?? (() => Bun.sleep(PAUSE_MS))
  const operators = operatorFolder(dataDir)
  const folderOf = (company: string) => (company === CONTROL ? operators : tenantFolder(dataDir, company))
  const companyOf = (folder: string): string | undefined => {
    if (folder === operators) return CONTROL
    const company = basename(folder)
    return dirname(folder) === join(dataDir, 'tenants') && UUID.test(company) ? company : undefined
  }
  const requireCompany = (folder: string): string => {
    const company = companyOf(folder)
    if (company === undefined) throw new Error(`${folder} is no company's folder`)
    return company
  }
  const sealingOf = (company: string) => createSealing(fleetKey, company)
  const inTurn = createTurns()

  /** Stores a file that is in its folder, unless it is in the store and stays. Throws if it cannot be stored now. */
  async function store(company: string, sha256: Sha256, isNew: boolean): Promise<void> {
    const name = objectOf(company, sha256)
    const found = await objects.find(name)
    if (found && (!isNew || now() - found.at < SURELY_STAYS_MS)) return
    const path = mediaPath(folderOf(company), sha256)
    await putFile({ objects, sealing: sealingOf(company), isUrgent: isNew }, { name, path, sha256 })
  }

  async function tryOften<T>(company: string, fault: MediaFault, work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        failed(fault, company, error)
        if (tries === TRIES || !isHere(company))
          throw new KeeperUnreachable('the object store does not take the file', { cause: error })
        await pause(tries)
      }
    }
  }

  const downloads = createDownloads({ objects, sealingOf, folderOf, objectOf, failed })

  async function remove(company: string, sha256: Sha256): Promise<void> {
    // The commit that names it no more may be lost: then the next owner needs the file.
    await gate.wait(company)
    await objects.remove(objectOf(company, sha256), now() - DAY)
  }

  async function* list(company: string, isOlder: (found: FoundObject) => boolean): AsyncGenerator<StoredFile> {
    const prefix = objectOf(company, '' as Sha256) // names begin with it
    for await (const { name, ...found } of objects.list(company)) {
      const sha256 = name.startsWith(prefix) ? readStoredName(name.slice(prefix.length)) : null
      if (sha256 && isOlder(found)) yield { sha256, size: found.contentSize ?? found.size }
    }
  }

  const keeper: FileKeeper = {
    has: (folder) => companyOf(folder) !== undefined,
    keep(folder, sha256) {
      const company = requireCompany(folder)
      return inTurn(objectOf(company, sha256), () => tryOften(company, 'keep', () => store(company, sha256, true)))
    },
    open: (folder, sha256) => downloads.open(requireCompany(folder), sha256),
    remove(folder, sha256) {
      const company = requireCompany(folder)
      inTurn(objectOf(company, sha256), () => remove(company, sha256)).catch((error: unknown) =>
        failed('remove', company, error),
      )
    },
    list: (folder) => list(requireCompany(folder), ({ at }) => at < now() - DAY),
    async countBytes(folder) {
      const company = requireCompany(folder)
      const stored = new Set<Sha256>()
      let bytes = 0
      for await (const { sha256, size } of list(company, () => true)) {
        stored.add(sha256)
        bytes += size
      }
      return bytes + (await backlog.countBytesWithout(company, stored))
    },
  }

  const backlog = createBacklog({
    dataDir,
    storeId,
    folderOf,
    companyOf,
    store: (company, sha256) =>
      inTurn(objectOf(company, sha256), () => store(company, sha256, false)).then(() => undefined),
    failed,
  })
  const cache = createCache({ ...deps, folderOf, listCompanies: backlog.listCompanies, isStored: backlog.isDone })

  return {
    keeper,
    /** Files of the company that only this disk has; null if there are none, or they were not counted yet. */
    leftOf: backlog.leftOf,
    /** Of all companies in this folder. */
    left: backlog.left,
    /** Stores what the folder of the company has, if that was not done before. Resolves when all of it is stored. */
    storeAll: backlog.storeAll,
    /** The company's folder is new here, or another process stored files in it: all of them are looked at again. */
    adopt: backlog.begin,
    /** Brings files that this disk lacks, one after the other. Returns those that nobody has. */
    async bring(company: string, files: Iterable<Sha256>): Promise<Sha256[]> {
      const missing: Sha256[] = []
      for (const sha256 of files) {
        const found = await downloads.open(company, sha256)
        if (found) await found.whole()
        else missing.push(sha256)
      }
      return missing
    },
    /** Deletes all that the store has of the company, its snapshots too. */
    forget: (company: string): Promise<void> => objects.removeAll(company),
    start() {
      backlog.start()
      cache.start()
    },
    async stop() {
      cache.stop()
      await backlog.stop()
    },
    /** For tests, and after a company has gone. */
    sweep: cache.sweep,
  }
}

/** Differs from that of every other object store, also of one that was made anew. Of nodes that begin together, one names it. */
async function identify(objects: ObjectStore): Promise<string> {
  for await (const { name } of objects.list(NAMES)) return name
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
    const running = before ? before.then(work, work) : work()
    const ended = running
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === ended) last.delete(name)
      })
    last.set(name, ended)
    return running
  }
}
