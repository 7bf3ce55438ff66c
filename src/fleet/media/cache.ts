/**
 * Copies of files of companies that are not here. The object store has all of them; they stay for a day, in case the company
 * comes back, and so no file outlives its deletion elsewhere for longer.
 */
import { existsSync, statfsSync, statSync, utimesSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listHomes } from '../../platform/files'
import { DAY, HOUR } from '../../platform/time'
import { MARK } from './backlog'
import type { MediaFault } from './media-store'

const SHARE_OF_DISK = 0.1

export type CacheDeps = {
  readonly dataDir: string
  readonly now: () => number
  readonly mostCachedBytes?: number
  isHere(company: string): boolean
  folderOf(company: string): string
  listCompanies(): Promise<string[]>
  /** Whether the store has all that the folder has. */
  isStored(company: string): boolean
  failed(what: MediaFault, company: string, error: unknown): void
}

type Cached = { readonly company: string; readonly since: number; readonly bytes: number }

export function createCache(deps: CacheDeps) {
  const { dataDir, now, isHere, folderOf, listCompanies, isStored, failed } = deps
  let timer: Timer | undefined
  let sweeping: Promise<void> | undefined

  const markOf = (company: string) => join(folderOf(company), 'media', MARK)
  const mostBytes = () => {
    const { blocks, bsize } = statfsSync(dataDir)
    return deps.mostCachedBytes ?? blocks * bsize * SHARE_OF_DISK
  }

  async function removeCopies(company: string): Promise<void> {
    for (const home of listHomes(folderOf(company))) {
      if (isHere(company)) return // it came back
      await rm(join(folderOf(company), 'media', home), { recursive: true, force: true })
    }
  }

  async function run(): Promise<void> {
    const cached: Cached[] = []
    for (const company of await listCompanies()) {
      if (!isStored(company) || !existsSync(markOf(company))) continue
      if (isHere(company)) {
        const at = now() / 1000
        utimesSync(markOf(company), at, at)
        continue
      }
      const since = statSync(markOf(company)).mtimeMs
      cached.push({ company, since, bytes: await countBytes(folderOf(company)) })
    }
    let bytes = cached.reduce((sum, one) => sum + one.bytes, 0)
    const most = mostBytes()
    for (const one of cached.toSorted((a, b) => a.since - b.since)) {
      if (one.bytes === 0 || (bytes <= most && now() - one.since < DAY)) continue
      await removeCopies(one.company).catch((error: unknown) => failed('cache', one.company, error))
      bytes -= one.bytes
    }
  }

  /** A second call joins the first. */
  const sweep = (): Promise<void> => {
    sweeping ??= run().finally(() => {
      sweeping = undefined
    })
    return sweeping
  }

  return {
    sweep,
    start() {
      timer = setInterval(() => void sweep().catch((error: unknown) => failed('cache', '', error)), HOUR)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

async function countBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const home of listHomes(folder))
    for (const name of await readdir(join(folder, 'media', home)).catch(() => []))
      bytes += await stat(join(folder, 'media', home, name)).then(
        ({ size }) => size,
        () => 0,
      )
  return bytes
}
