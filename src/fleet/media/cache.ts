/**
 * Copies of files of companies that are not here. The object store has all of them; they stay for a day, in case the company
 * comes back, and so no file outlives its deletion elsewhere for longer.
 */
import { existsSync, statfsSync, statSync, utimesSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listHomes } from '../../platform/files'
import { DAY, HOUR } from '../../platform/time'
import type { Backlog } from './backlog'
import type { MediaContext } from './context'

const SHARE_OF_DISK = 0.1

export type CacheDeps = {
  readonly context: MediaContext
  readonly backlog: Backlog
  readonly now: () => number
  /** Usually a tenth of the disk. */
  readonly mostCachedBytes?: number | undefined
  isHere(company: string): boolean
}

type CompanyCopies = { readonly company: string; readonly since: number; readonly bytes: number }

export class Cache {
  readonly #deps: CacheDeps
  #timer: Timer | undefined
  #sweeping: Promise<void> | undefined

  constructor(deps: CacheDeps) {
    this.#deps = deps
  }

  /** A second call joins the first. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined
    })
    return this.#sweeping
  }

  async #sweep(): Promise<void> {
    const { now, context } = this.#deps
    const copies = await this.#listCopies()
    let bytes = copies.reduce((sum, one) => sum + one.bytes, 0)
    for (const one of copies.toSorted((a, b) => a.since - b.since)) {
      if (one.bytes === 0 || (bytes <= this.#mostBytes() && now() - one.since < DAY)) continue
      await this.#remove(one.company).catch((error: unknown) => context.failed('cache', one.company, error))
      bytes -= one.bytes
    }
  }

  /** Of companies that are elsewhere; the time of the mark says when they were last here. */
  async #listCopies(): Promise<CompanyCopies[]> {
    const { backlog, context, isHere, now } = this.#deps
    const found: CompanyCopies[] = []
    for (const company of await backlog.listCompanies()) {
      const mark = backlog.markOf(company)
      if (!backlog.isDone(company) || !existsSync(mark)) continue
      if (isHere(company)) utimesSync(mark, now() / 1000, now() / 1000)
      else
        found.push({
          company,
          since: statSync(mark).mtimeMs,
          bytes: await countBytes(context.folderOf(company)),
        })
    }
    return found
  }

  #mostBytes(): number {
    const { blocks, bsize } = statfsSync(this.#deps.context.dataDir)
    return this.#deps.mostCachedBytes ?? blocks * bsize * SHARE_OF_DISK
  }

  async #remove(company: string): Promise<void> {
    const folder = this.#deps.context.folderOf(company)
    for (const home of listHomes(folder)) {
      if (this.#deps.isHere(company)) return // it came back
      await rm(join(folder, 'media', home), { recursive: true, force: true })
    }
  }

  start(): void {
    const sweep = () => void this.sweep().catch((error: unknown) => this.#deps.context.failed('cache', '', error))
    this.#timer = setInterval(sweep, HOUR)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

async function countBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const home of listHomes(folder))
    for (const name of await readdir(join(folder, 'media', home)).catch(() => []))
      bytes += await stat(join(folder, 'media', home, name)).then(
        ({ size }) => size,
        () => 0, // it was removed meanwhile
      )
  return bytes
}
