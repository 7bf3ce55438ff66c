/**
 * A follower's copies of a company's databases. Pages go to the journal first; now and then the journal is flushed,
 * written into the copies, and emptied. Killed at any moment, the copies are repaired from the journal, and what the
 * journal has not is read from the log again.
 *
 * SQLite must not have the copies open.
 */
import { closeSync, constants, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createBudget } from '../platform/budget'
import { type Link, LinkText } from './chain'
import { flush, flushFolder, readText, writeDurably, writeFully } from './durable'
import type { ShippedPage } from './frames'
import { type Entry, type EntryHead, Journal } from './journal'
import { XOR, xorInto, ZERO } from './pages'
import { BadRecord, FileState } from './records'
import { isSameLog } from './wal-index'

/** In a folder whose files are a follower's. */
export const STATE_NAME = 'follower.json'
export const JOURNAL_NAME = 'follower.journal'
/** Bytes of the journal at which it is written into the copies. */
const SETTLE_BYTES = 4 * 1024 * 1024
const NO_PAGE = -1

export const CopyText = v.strictObject({ company: v.string(), link: LinkText, files: v.array(FileState) })

/** Where the copies stand: the last record that is in them, and the state of the files then. */
export type CopyState = { readonly link: Link; readonly files: readonly FileState[] }

/** A whole record, just after it was applied. */
export type AppliedRecord = CopyState & { readonly pages: readonly AppliedPage[] }
export type AppliedPage = { readonly file: number; readonly number: number; readonly bytes: Uint8Array }

/** By file and number. */
const keyOf = (file: number, number: number) => file * 2 ** 32 + number

export class Copies {
  readonly #company: string
  readonly #folder: string
  readonly #journal: Journal
  readonly #fds: number[] = []
  #state: CopyState
  /** Offsets of pages in the journal that are newer than in the copies, and of the record that has not ended. */
  #overlay = new Map<number, number>()
  #pending = new Map<number, number>()
  #pendingCuts: [number, number][] = []
  /** End of the last whole record in the journal. */
  #wholeEnd = 0
  #observe: ((record: AppliedRecord) => Promise<void>) | undefined

  private constructor(company: string, folder: string, state: CopyState) {
    this.#company = company
    this.#folder = folder
    this.#state = state
    this.#journal = Journal.open(join(folder, JOURNAL_NAME))
  }

  /** Undefined if there are none. Repairs what a crash left half written. */
  static async open(company: string, folder: string): Promise<Copies | undefined> {
    const text = readText(join(folder, STATE_NAME))
    if (text === undefined) return undefined
    const state = v.parse(CopyText, JSON.parse(text))
    if (state.company !== company) throw new Error(`${folder} has copies of ${state.company}, not of ${company}`)
    const copies = new Copies(company, folder, state)
    await copies.#repair()
    return copies
  }

  /** Declares that the files in the folder are what the chain has up to and with `link`. They must be flushed. */
  static async create(company: string, folder: string, state: CopyState): Promise<Copies> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const copies = new Copies(company, folder, state)
    copies.#journal.truncate(0)
    await copies.#writeState()
    return copies
  }

  /** The last whole record that was applied. */
  get state(): CopyState {
    return this.#state
  }

  /** Has `observe` called with each record that is applied from now on, before the next one is. */
  observe(observe: (record: AppliedRecord) => Promise<void>): void {
    this.#observe = observe
  }

  /** Takes over a message. A record takes effect with its last part. Throws `BadRecord`. */
  async apply(link: Link, files: readonly FileState[] | undefined, pages: readonly ShippedPage[]): Promise<void> {
    if (link.part === 1) this.#dropPending()
    const now = files ?? this.#state.files
    const cuts = link.part === 1 && files ? this.#cutsBefore(files) : []
    const { head, bytes } = this.#resolve(link, now, cuts, pages)
    const entry = this.#journal.append(head, bytes)
    this.#note(entry, this.#pending)
    this.#pendingCuts.push(...cuts)
    if (!head.isLast) return
    const applied = this.#observe && this.#pagesOf(entry.files)
    this.#commit(entry)
    if (applied) await this.#observe?.({ link: entry.link, files: entry.files, pages: applied })
    if (this.#journal.bytes >= SETTLE_BYTES) await this.settle()
  }

  /**
   * An owner's file is cut when all of its log is moved into it, which shows in a new log. Until then its pages beyond the
   * end stay, and come to light when it grows again.
   */
  #cutsBefore(files: readonly FileState[]): [number, number][] {
    return files.flatMap((file, index) => {
      const before = this.#state.files[index]
      if (before && (before.name !== file.name || before.pageSize !== file.pageSize))
        throw new BadRecord(`file ${index} was ${before.name} with pages of ${before.pageSize} bytes`)
      const isCut = before !== undefined && !isSameLog(before, file)
      return isCut ? [[index, before.pages] satisfies [number, number]] : []
    })
  }

  #resolve(link: Link, files: readonly FileState[], cuts: [number, number][], pages: readonly ShippedPage[]) {
    const bytes: Uint8Array[] = []
    let offset = 0
    const placed: EntryHead['pages'] = []
    for (const { file, number, kind, bytes: shipped } of pages) {
      if (kind === ZERO) {
        placed.push([file, number, NO_PAGE])
        continue
      }
      const page = kind === XOR ? this.#before(file, number, shipped.length) : shipped
      if (kind === XOR) xorInto(page, shipped)
      placed.push([file, number, offset])
      bytes.push(page)
      offset += page.length
    }
    return { head: { link, isLast: link.part === link.parts, cuts, pages: placed, files: [...files] }, bytes }
  }

  /** The newest version of a page, in memory of its own. */
  #before(file: number, number: number, size: number): Uint8Array {
    const key = keyOf(file, number)
    const at = this.#pending.get(key) ?? this.#overlay.get(key)
    if (at === NO_PAGE) return new Uint8Array(size)
    if (at !== undefined) return this.#journal.read(at, size)
    const page = Buffer.alloc(size)
    readSync(this.#fd(file), page, 0, size, (number - 1) * size)
    return page
  }

  /** Of the record that ends now. */
  #pagesOf(files: readonly FileState[]): AppliedPage[] {
    return [...this.#pending].map(([key, at]) => {
      const file = Math.floor(key / 2 ** 32)
      const size = files[file]?.pageSize ?? 0
      const bytes = at === NO_PAGE ? new Uint8Array(size) : this.#journal.read(at, size)
      return { file, number: key % 2 ** 32, bytes }
    })
  }

  #note(entry: Entry, into: Map<number, number>): void {
    for (const [file, number, offset] of entry.pages)
      into.set(keyOf(file, number), offset === NO_PAGE ? NO_PAGE : entry.start + offset)
  }

  #commit(entry: Entry): void {
    for (const [file, size] of this.#pendingCuts)
      for (const key of this.#overlay.keys())
        if (Math.floor(key / 2 ** 32) === file && key % 2 ** 32 > size) this.#overlay.delete(key)
    for (const [key, at] of this.#pending) this.#overlay.set(key, at)
    this.#forgetPending()
    this.#wholeEnd = entry.end
    this.#state = { link: entry.link, files: entry.files }
  }

  /** A record without its last part is void. */
  #dropPending(): void {
    if (this.#journal.bytes > this.#wholeEnd) this.#journal.truncate(this.#wholeEnd)
    this.#forgetPending()
  }

  #forgetPending(): void {
    this.#pending.clear()
    this.#pendingCuts = []
  }

  /** Reads the journal as it was left, and writes it into the copies. */
  async #repair(): Promise<void> {
    const settled = this.#state.link.seq
    for (const entry of this.#journal.entries()) {
      if (entry.link.part === 1) this.#forgetPending()
      this.#note(entry, this.#pending)
      this.#pendingCuts.push(...entry.cuts)
      if (!entry.isLast) continue
      if (entry.link.seq > settled) this.#commit(entry)
      else this.#forgetPending()
    }
    // Killed after the copies were written, nothing is newer than they are: to write it again would cut them again.
    this.#dropPending()
    await this.settle()
  }

  /** Writes the journal into the copies and empties it. What was applied before is safe from a power loss then. */
  async settle(): Promise<void> {
    this.#dropPending()
    if (this.#journal.bytes === 0) return
    await this.#journal.flush()
    const budget = createBudget()
    for (const entry of this.#journal.entries()) {
      for (const [file, pages] of entry.cuts) this.#cut(file, pages)
      for (const [file, number, offset] of entry.pages) {
        this.#write(file, number, offset === NO_PAGE ? NO_PAGE : entry.start + offset)
        await budget.rest()
      }
    }
    await Promise.all(this.#fds.flatMap((fd) => (fd === undefined ? [] : flush(fd))))
    await this.#writeState()
    await this.#journal.empty()
    this.#wholeEnd = 0
    this.#overlay.clear()
  }

  #write(file: number, number: number, at: number): void {
    if (this.#overlay.get(keyOf(file, number)) !== at) return // written again later, or cut off
    const { pageSize } = this.#fileAt(file)
    const page = at === NO_PAGE ? new Uint8Array(pageSize) : this.#journal.read(at, pageSize)
    writeFully(this.#fd(file), page, (number - 1) * pageSize)
  }

  #cut(file: number, pages: number): void {
    const size = pages * this.#fileAt(file).pageSize
    const fd = this.#fd(file)
    if (fstatSync(fd).size > size) ftruncateSync(fd, size)
  }

  #fileAt(file: number): FileState {
    const state = this.#state.files[file]
    if (!state) throw new BadRecord(`there is no file ${file}`)
    return state
  }

  #fd(file: number): number {
    const known = this.#fds[file]
    if (known !== undefined) return known
    const path = join(this.#folder, this.#fileAt(file).name)
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    this.#fds[file] = fd
    return fd
  }

  async #writeState(): Promise<void> {
    const text = JSON.stringify({ company: this.#company, ...this.#state })
    await writeDurably(join(this.#folder, STATE_NAME), text)
  }

  /** Cuts the copies to their sizes, so that SQLite may open them. */
  async finish(): Promise<void> {
    await this.settle()
    const flushes: Promise<void>[] = []
    for (const [file, { pages, pageSize }] of this.#state.files.entries()) {
      const fd = this.#fd(file)
      if (fstatSync(fd).size === pages * pageSize) continue
      ftruncateSync(fd, pages * pageSize)
      flushes.push(flush(fd))
    }
    await Promise.all(flushes)
    // Left by a node that was killed before its claim: they have no commits.
    for (const { name } of this.#state.files)
      for (const end of ['-wal', '-shm']) rmSync(join(this.#folder, `${name}${end}`), { force: true })
    await flushFolder(this.#folder)
  }

  close(): void {
    for (const fd of this.#fds) if (fd !== undefined) closeSync(fd)
    this.#fds.length = 0
    this.#journal.close()
  }
}
