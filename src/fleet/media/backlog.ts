/**
 * Files that only this disk has: of an installation that entered the fleet, or of a folder that was put in place. They are
 * stored in the background; a mark in the folder says in which store all of them are, so a restart goes on where it ended.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listHomes, mediaPath, namesBeginning, type Sha256 } from '../../platform/files'
import { CONTROL } from '../../platform/gate'
import { MINUTE } from '../../platform/time'
import { writeDurably } from '../durable'
import type { MediaFault } from './media-store'

export const MARK = 'in-store'
const LOOK_EVERY_MS = MINUTE
const CONCURRENT = 4

export type Left = { readonly files: number; readonly bytes: number }

export type BacklogDeps = {
  readonly dataDir: string
  readonly storeId: string
  folderOf(company: string): string
  companyOf(folder: string): string | undefined
  store(company: string, sha256: Sha256): Promise<void>
  failed(what: MediaFault, company: string, error: unknown): void
}

export function createBacklog({ dataDir, storeId, folderOf, companyOf, store, failed }: BacklogDeps) {
  const left = new Map<string, { files: number; bytes: number }>()
  const running = new Map<string, Promise<void>>()
  let isOver = false
  let timer: Timer | undefined
  let round: Promise<void> | undefined

  const mediaOf = (company: string) => join(folderOf(company), 'media')
  const markOf = (company: string) => join(mediaOf(company), MARK)
  /** Marks that were read, by company: a folder that is put in place has another. */
  const known = new Map<string, number>()

  function isDone(company: string): boolean {
    const mark = statSync(markOf(company), { throwIfNoEntry: false })
    if (!mark) return !existsSync(mediaOf(company))
    if (known.get(company) === mark.ino) return true
    if (readFileSync(markOf(company), 'utf8') !== storeId) return false
    known.set(company, mark.ino)
    return true
  }

  /** Companies with a folder here. */
  async function listCompanies(): Promise<string[]> {
    const tenants = join(dataDir, 'tenants')
    const names = await readdir(tenants).catch(() => [])
    const companies = names.flatMap((name) => companyOf(join(tenants, name)) ?? [])
    return existsSync(mediaOf(CONTROL)) ? [CONTROL, ...companies] : companies
  }

  async function count(company: string): Promise<Sha256[]> {
    const folder = folderOf(company)
    const names = listHomes(folder).flatMap((home) => namesBeginning(folder, home))
    let bytes = 0
    for (const name of names) bytes += await sizeOf(mediaPath(folder, name))
    left.set(company, { files: names.length, bytes })
    return names
  }

  /** Bytes of what is here and not stored yet. */
  async function countBytesWithout(company: string, stored: ReadonlySet<Sha256>): Promise<number> {
    if (isDone(company)) return 0
    const folder = folderOf(company)
    let bytes = 0
    for (const home of listHomes(folder))
      for (const name of namesBeginning(folder, home))
        if (!stored.has(name)) bytes += await sizeOf(mediaPath(folder, name))
    return bytes
  }

  async function storeCompany(company: string): Promise<void> {
    const folder = folderOf(company)
    const names = await count(company)
    let isWhole = true
    const take = async () => {
      for (let name = names.pop(); name !== undefined && !isOver; name = names.pop()) {
        const bytes = await sizeOf(mediaPath(folder, name))
        try {
          await store(company, name)
        } catch (error) {
          // A file that was removed meanwhile needs no place.
          if (!existsSync(mediaPath(folder, name))) continue
          isWhole = false
          failed('backlog', company, error)
        }
        const counted = left.get(company)
        if (counted) left.set(company, { files: counted.files - 1, bytes: Math.max(0, counted.bytes - bytes) })
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT }, take))
    if (isOver || !isWhole) return
    await writeDurably(markOf(company), storeId)
    left.delete(company)
  }

  /** A second call joins the first. */
  function storeAll(company: string): Promise<void> {
    if (isDone(company)) return Promise.resolve()
    const before = running.get(company)
    if (before) return before
    const storing = storeCompany(company).finally(() => running.delete(company))
    running.set(company, storing)
    return storing
  }

  async function look(): Promise<void> {
    for (const company of await listCompanies()) {
      if (isOver) return
      await storeAll(company).catch((error: unknown) => failed('backlog', company, error))
    }
  }

  return {
    listCompanies,
    isDone,
    countBytesWithout,
    storeAll,
    begin(company: string) {
      rmSync(markOf(company), { force: true })
      known.delete(company)
    },
    leftOf: (company: string): Left | null => left.get(company) ?? null,
    left(): Left {
      const all = [...left.values()]
      return {
        files: all.reduce((sum, { files }) => sum + files, 0),
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    },
    start() {
      const again = () => {
        round ??= look().finally(() => {
          round = undefined
        })
      }
      again()
      timer = setInterval(again, LOOK_EVERY_MS)
      timer.unref()
    },
    async stop() {
      isOver = true
      clearInterval(timer)
      await round
      await Promise.allSettled(running.values())
    },
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
