/**
 * One connection that reads another file from time to time: a fleet's control.db is a copy here, and becomes the file itself
 * when this node owns it. Statements, triggers and functions that were made through it go on at the file of the moment.
 */
import type Sqlite from 'better-sqlite3'
import { isSqliteError, markTables, othersWrote, type Raw } from './sqlite'

export type Target = {
  readonly raw: Raw
  readonly isWritable: boolean
  /** Rises when one of the tables is changed by what writes the file. */
  readonly markOf?: ((tables: readonly string[]) => number) | undefined
}

/** Above what one file's data version and count of changes can add up to. */
const MARKS_PER_FILE = 2 ** 33
const DATA_VERSION = /^\s*PRAGMA data_version\s*$/i
const TEMPORARY = /^\s*CREATE TEMP/i

type Statement = Sqlite.Statement<unknown[], unknown>
/** Of a row; one excludes the others. */
const SHAPES = ['pluck', 'expand', 'raw'] as const
type Mode = (typeof SHAPES)[number] | 'safeIntegers'

export class Switchable {
  #target: Target
  #switches = 0
  #isClosed = false
  readonly #functions: Parameters<Raw['function']>[] = []
  readonly #temporary: string[] = []
  readonly #refuseWrite: () => never

  /** `refuseWrite` throws what people read when something writes to a copy. */
  constructor(first: Target, refuseWrite: () => never) {
    this.#target = first
    this.#refuseWrite = refuseWrite
    if (!first.isWritable) first.raw.pragma('query_only = ON')
    markTables(this.asRaw, (tables) => {
      const found = this.#target.markOf?.(tables)
      return found === undefined ? undefined : found + this.markOffset
    })
  }

  /** The same, as the rest of the program knows connections. */
  get asRaw(): Raw {
    return this as unknown as Raw // it has what the program uses of one; tests/fleet/control/switchable.test.ts lists that
  }

  /** Goes on with another file. Returns the connection to the one before, which the caller closes. */
  switchTo(target: Target): Raw {
    const before = this.#target.raw
    if (before.open && before.inTransaction) throw new Error(`${before.name} cannot be left within a transaction`)
    for (const given of this.#functions) target.raw.function(...given)
    for (const sql of this.#temporary) target.raw.exec(sql)
    if (!target.isWritable) target.raw.pragma('query_only = ON')
    this.#target = target
    this.#switches++
    othersWrote(this.asRaw)
    return before
  }

  /** Nothing can be written from now on; what was begun fails. */
  stopWriting(): void {
    this.#target.raw.pragma('query_only = ON')
    this.#target = { ...this.#target, isWritable: false }
  }

  get target(): Target {
    return this.#target
  }
  get markOffset(): number {
    return this.#switches * MARKS_PER_FILE
  }
  refuseWrite(): never {
    return this.#refuseWrite()
  }

  // What the program uses of a connection

  get name(): string {
    return this.#target.raw.name
  }
  get open(): boolean {
    return !this.#isClosed && this.#target.raw.open
  }
  get inTransaction(): boolean {
    return this.#target.raw.inTransaction
  }
  get memory(): boolean {
    return false
  }
  get readonly(): boolean {
    return !this.#target.isWritable
  }

  prepare(sql: string): SwitchableStatement {
    return new SwitchableStatement(this, sql)
  }

  exec(sql: string): this {
    const { raw, isWritable } = this.#target
    if (TEMPORARY.test(sql)) {
      if (!isWritable) raw.pragma('query_only = OFF')
      try {
        raw.exec(sql)
      } finally {
        if (!isWritable) raw.pragma('query_only = ON')
      }
      this.#temporary.push(sql)
    } else this.#guarded(() => raw.exec(sql))
    return this
  }

  transaction<T>(run: (...given: unknown[]) => T) {
    const as =
      (kind: 'default' | 'deferred' | 'immediate' | 'exclusive') =>
      (...given: unknown[]): T =>
        this.#guarded(() => this.#target.raw.transaction(run)[kind](...given))
    const kinds = { deferred: as('deferred'), immediate: as('immediate'), exclusive: as('exclusive') }
    return Object.assign(as('default'), { default: as('default'), ...kinds, database: this })
  }

  pragma(source: string, options?: Sqlite.PragmaOptions): unknown {
    const found = this.#guarded(() => this.#target.raw.pragma(source, options))
    return source.trim() === 'data_version' && options?.simple ? Number(found) + this.markOffset : found
  }

  function(...given: Parameters<Raw['function']>): this {
    this.#target.raw.function(...given)
    this.#functions.push(given)
    return this
  }

  serialize(options?: Sqlite.SerializeOptions): Buffer {
    return this.#target.raw.serialize(options)
  }

  backup(...given: Parameters<Raw['backup']>): ReturnType<Raw['backup']> {
    return this.#target.raw.backup(...given)
  }

  close(): this {
    this.#isClosed = true
    this.#target.raw.close()
    return this
  }

  #guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!this.#target.isWritable && isReadonly(error)) this.#refuseWrite()
      throw error
    }
  }
}

const isReadonly = (error: unknown): boolean => isSqliteError(error) && error.code.startsWith('SQLITE_READONLY')

/** Prepares itself anew after a switch, with what was chosen for it. */
class SwitchableStatement {
  readonly #file: Switchable
  readonly source: string
  readonly #isDataVersion: boolean
  readonly #modes = new Map<Mode, boolean>()
  #bound: unknown[] | undefined
  #of: Raw
  #statement: Statement

  constructor(file: Switchable, sql: string) {
    this.#file = file
    this.source = sql
    this.#isDataVersion = DATA_VERSION.test(sql)
    this.#of = file.target.raw
    this.#statement = this.#of.prepare(sql)
  }

  get #now(): Statement {
    const { raw } = this.#file.target
    if (raw !== this.#of) {
      const statement: Statement = raw.prepare(this.source)
      for (const [mode, isOn] of this.#modes) statement[mode](isOn)
      if (this.#bound) statement.bind(...this.#bound)
      this.#of = raw
      this.#statement = statement
    }
    return this.#statement
  }

  /** A statement that writes must not fail half way. */
  get #runnable(): Statement {
    const statement = this.#now
    if (!this.#file.target.isWritable && !statement.readonly) this.#file.refuseWrite()
    return statement
  }

  run = (...given: unknown[]) => this.#runnable.run(...given)
  get = (...given: unknown[]): unknown => this.#shown(this.#runnable.get(...given))
  all = (...given: unknown[]): unknown[] => this.#runnable.all(...given)
  /** Reads all at once: a file must not change while rows of it are still to come. */
  iterate = (...given: unknown[]): IterableIterator<unknown> => this.all(...given)[Symbol.iterator]()

  pluck = (isOn = true) => this.#choose('pluck', isOn)
  expand = (isOn = true) => this.#choose('expand', isOn)
  raw = (isOn = true) => this.#choose('raw', isOn)
  safeIntegers = (isOn = true) => this.#choose('safeIntegers', isOn)

  bind(...given: unknown[]): this {
    this.#now.bind(...given)
    this.#bound = given
    return this
  }

  columns = () => this.#now.columns()
  get reader(): boolean {
    return this.#now.reader
  }
  get readonly(): boolean {
    return this.#now.readonly
  }
  get busy(): boolean {
    return this.#now.busy
  }
  get database(): Raw {
    return this.#file.asRaw
  }

  #choose(mode: Mode, isOn: boolean): this {
    this.#now[mode](isOn)
    if (isOn && mode !== 'safeIntegers') for (const other of SHAPES) this.#modes.delete(other)
    this.#modes.set(mode, isOn)
    return this
  }

  #shown(row: unknown): unknown {
    return this.#isDataVersion && typeof row === 'number' ? row + this.#file.markOffset : row
  }
}
