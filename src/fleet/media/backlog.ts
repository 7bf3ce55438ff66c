/**
 * Files that only this disk has: of an installation that entered the fleet, or of a folder that was put in place. They are
 * stored in the background; a mark in the folder says in which store all of them are, so a restart goes on where it ended.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listHomes, namesBeginning, type Sha256 } from '../../platform/files'
import { CONTROL } from '../../platform/gate'
import { MINUTE } from '../../platform/time'
import { writeDurably } from '../durable'
import type { MediaContext } from './context'

const LOOK_EVERY_MS = MINUTE
const CONCURRENT_UPLOADS = 4

/** What only this disk has. */
export type BacklogSize = { readonly files: number; readonly bytes: number }

export type BacklogDeps = {
  readonly context: MediaContext
  /** Differs from that of any other object store. */
  readonly storeId: string
  store(company: string, sha256: Sha256): Promise<void>
}

export class Backlog {
  readonly #deps: BacklogDeps
  readonly #left = new Map<string, BacklogSize>()
  readonly #running = new Map<string, Promise<void>>()
  /** Marks that were read, by company: a folder that is put in place has another. */
  readonly #known = new Map<string, number>()
  /** How often each was begun anew: what was listed before may lack files. */
  readonly #begun = new Map<string, number>()
  #isOver = false
  #timer: Timer | undefined
  #round: Promise<void> | undefined

  constructor(deps: BacklogDeps) {
    this.#deps = deps
  }

  #mediaOf = (company: string) => join(this.#deps.context.folderOf(company), 'media')
  markOf = (company: string): string => join(this.#mediaOf(company), 'in-store')

  /** Whether the store has all that the folder has. */
  isDone(company: string): boolean {
    const mark = statSync(this.markOf(company), { throwIfNoEntry: false })
    if (!mark) return !existsSync(this.#mediaOf(company))
    if (this.#known.get(company) === mark.ino) return true
    if (readFileSync(this.markOf(company), 'utf8') !== this.#deps.storeId) return false
    this.#known.set(company, mark.ino)
    return true
  }

  /** All files of the company are looked at again. */
  begin(company: string): void {
    this.#begun.set(company, (this.#begun.get(company) ?? 0) + 1)
    rmSync(this.markOf(company), { force: true })
    this.#known.delete(company)
  }

  leftOf(company: string): BacklogSize | null {
    return this.#left.get(company) ?? null
  }

  left(): BacklogSize {
    const all = [...this.#left.values()]
    const sum = (of: (one: BacklogSize) => number) => all.reduce((total, one) => total + of(one), 0)
    return { files: sum(({ files }) => files), bytes: sum(({ bytes }) => bytes) }
  }

  /** Companies with a folder here. */
  async listCompanies(): Promise<string[]> {
    const { dataDir, companyOf } = this.#deps.context
    const tenants = join(dataDir, 'tenants')
    const names = await readdir(tenants).catch(() => [])
    const companies = names.flatMap((name) => companyOf(join(tenants, name)) ?? [])
    return existsSync(this.#mediaOf(CONTROL)) ? [CONTROL, ...companies] : companies
  }

  #listNames(company: string): Sha256[] {
    const folder = this.#deps.context.folderOf(company)
    return listHomes(folder).flatMap((home) => namesBeginning(folder, home))
  }

  #sizeOf = (company: string, sha256: Sha256): Promise<number> =>
    stat(this.#deps.context.pathOf(company, sha256)).then(
      ({ size }) => size,
      () => 0, // it was removed meanwhile
    )

  /** Bytes of what is here and not among these. */
  async countBytesWithout(company: string, stored: ReadonlySet<Sha256>): Promise<number> {
    if (this.isDone(company)) return 0
    let bytes = 0
    for (const name of this.#listNames(company)) if (!stored.has(name)) bytes += await this.#sizeOf(company, name)
    return bytes
  }

  /** Stores what the folder of the company has, if that was not done before. A second call joins the first. */
  storeAll(company: string): Promise<void> {
    if (this.isDone(company)) return Promise.resolve()
    const before = this.#running.get(company)
    if (before) return before
    const storing = this.#storeAll(company).finally(() => this.#running.delete(company))
    this.#running.set(company, storing)
    return storing
  }

  async #storeAll(company: string): Promise<void> {
    const begun = this.#begun.get(company)
    const names = this.#listNames(company)
    let bytes = 0
    for (const name of names) bytes += await this.#sizeOf(company, name)
    this.#left.set(company, { files: names.length, bytes })
    let isWhole = true
    const work = async () => {
      for (let name = names.pop(); name !== undefined && !this.#isOver; name = names.pop())
        isWhole = (await this.#storeOne(company, name)) && isWhole
    }
    await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, work))
    if (this.#isOver || !isWhole || this.#begun.get(company) !== begun) return
    await writeDurably(this.markOf(company), this.#deps.storeId)
    this.#left.delete(company)
  }

  async #storeOne(company: string, name: Sha256): Promise<boolean> {
    const { context, store } = this.#deps
    const size = await this.#sizeOf(company, name)
    try {
      await store(company, name)
    } catch (error) {
      if (existsSync(context.pathOf(company, name))) {
        context.failed('backlog', company, error)
        return false
      }
    }
    const left = this.#left.get(company)
    if (left) this.#left.set(company, { files: left.files - 1, bytes: Math.max(0, left.bytes - size) })
    return true
  }

  async #look(): Promise<void> {
    for (const company of await this.listCompanies()) {
      if (this.#isOver) return
      await this.storeAll(company).catch((error: unknown) => this.#deps.context.failed('backlog', company, error))
    }
  }

  start(): void {
    const look = () => {
      this.#round ??= this.#look().finally(() => {
        this.#round = undefined
      })
    }
    look()
    this.#timer = setInterval(look, LOOK_EVERY_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#isOver = true
    clearInterval(this.#timer)
    await this.#round
    await Promise.allSettled(this.#running.values())
  }
}
