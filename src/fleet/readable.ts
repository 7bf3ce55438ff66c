/**
 * A database file that SQLite reads while a follower applies records: beside the follower's copy, which SQLite must not
 * open. It is made from the copy, has no write-ahead log, and gets the pages of each record in one turn of the event loop.
 */
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import Sqlite from 'better-sqlite3'
import type { AppliedPage } from './copies'
import { writeFully } from './durable'
import type { FileState } from './records'
import { TablePages } from './table-pages'

// Fields of the first page
const READ_WRITE_VERSIONS = 18
const CHANGES = 24
const SIZE = 28
const CHANGES_OF_SIZE = 92
const ROLLBACK_JOURNAL = Buffer.from([1, 1])

/** Milliseconds before a file that another process reads is tried again. */
const BUSY_PAUSE_MS = 5

export class ReadableFile {
  readonly #fd: number
  /** SQLite reads a page again when this has changed. */
  #changes: number
  /** The connection that reads it. */
  readonly raw: Sqlite.Database
  readonly #tables: TablePages

  private constructor(path: string, { pages, pageSize }: Size) {
    this.#fd = openSync(path, constants.O_RDWR)
    const counter = Buffer.alloc(4)
    readSync(this.#fd, counter, 0, 4, CHANGES)
    this.#changes = counter.readUInt32BE(0)
    this.#sign(pages, pageSize)
    this.raw = new Sqlite(path, { fileMustExist: true, timeout: 50 })
    this.raw.pragma('foreign_keys = ON')
    this.raw.pragma('temp_store = MEMORY')
    this.#tables = new TablePages(this.raw)
  }

  /** Rises when one of the tables changes. */
  readonly markOf = (tables: readonly string[]): number => this.#tables.mark(tables)

  /** Replaces what is at `path`. `from`: the path of a copy that nothing is applied to meanwhile, or the bytes of a database. */
  static async create(path: string, from: string | Uint8Array, size: Size): Promise<ReadableFile> {
    const made = `${path}.new`
    if (typeof from === 'string') await copyFile(from, made)
    else await writeFile(made, from, { mode: 0o600 })
    chmodSync(made, 0o600)
    for (const end of ['-journal', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    renameSync(made, path)
    return new ReadableFile(path, size)
  }

  /** Writes pages of a record. Waits while another process reads the file. */
  async apply(pages: readonly AppliedPage[], { pages: count, pageSize }: FileState): Promise<void> {
    while (!this.#lock()) await Bun.sleep(BUSY_PAUSE_MS)
    try {
      for (const { number, bytes } of pages) writeFully(this.#fd, bytes, (number - 1) * pageSize)
      this.#sign(count, pageSize)
    } finally {
      this.raw.exec('ROLLBACK')
      this.raw.pragma('query_only = ON')
    }
    this.#tables.written(pages.map(({ number }) => number))
  }

  /** Keeps out other processes, and tells whether none reads. */
  #lock(): boolean {
    this.raw.pragma('query_only = OFF')
    try {
      this.raw.exec('BEGIN EXCLUSIVE')
      return true
    } catch (error) {
      this.raw.pragma('query_only = ON')
      if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
      throw error
    }
  }

  /** As SQLite does at the end of a transaction. What is beyond the size stays: the owner's file may keep it, too. */
  #sign(pages: number, pageSize: number): void {
    this.#changes = (this.#changes + 1) >>> 0
    const fields = Buffer.alloc(8)
    fields.writeUInt32BE(this.#changes, 0)
    fields.writeUInt32BE(pages, SIZE - CHANGES)
    writeFully(this.#fd, ROLLBACK_JOURNAL, READ_WRITE_VERSIONS)
    writeFully(this.#fd, fields, CHANGES)
    writeFully(this.#fd, fields.subarray(0, 4), CHANGES_OF_SIZE)
    if (fstatSync(this.#fd).size < pages * pageSize) ftruncateSync(this.#fd, pages * pageSize)
  }

  /** Closes SQLite's connection first: a descriptor that is closed takes the locks of the whole process with it. */
  close(): void {
    this.raw.close()
    closeSync(this.#fd)
  }
}

type Size = Pick<FileState, 'pages' | 'pageSize'>
