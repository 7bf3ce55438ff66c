/**
 * Hands the journal of a company to our server: in order, a few parts in a transaction, with rests in between. What cannot
 * be applied yet holds back its conversation only; what cannot be read is set aside and stays in the journal.
 */
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { isRefused, type Raw } from '../../platform/sqlite'
import { SECOND, workedMs } from '../../platform/time'
import type { ChannelListener, ConnectionRef } from '../channel'
import { isStorageError } from '../storage-error'
import { isEcho, type JournalRow, listParts, PARTS_PER_BATCH, partOf, removeParts } from './journal'
import { recogniseOwn } from './own-messages'
import type { Product, Report, StoredPart } from './product'
import { report } from './report'

export type ApplyDeps = {
  openSessionStore(tenantUuid: string): Raw
  loadProduct(name: string): Promise<Product>
  /** Called before parts are read; ends within a few seconds. */
  prepare(tenantUuid: string, product: Product, parts: readonly StoredPart[]): Promise<void>
  /** Whether an echo in this conversation may be of a message of ours that Meta has not answered for yet. */
  isInDoubt(tenantUuid: string, row: JournalRow): boolean
  named(tenantUuid: string, connectionId: number, names: Extract<Report, { to: 'named' }>['what']): void
  trouble(ref: ConnectionRef, trouble: Extract<Report, { to: 'trouble' }>['what']): void
  readonly listener: ChannelListener
  readonly log: Log
}

/** After this many failures of one part, while the database works, it is set aside until the next start. */
const TRIES = 5
const SHORTEST_WAIT = SECOND
const LONGEST_WAIT = 60 * SECOND
/** Bots answer within a batch, too. The next one has as many parts as fitted into this time. */
const LONGEST_BATCH_MS = 50
/** The first has few, because nothing is known about it. */
const FIRST_BATCH = 4

export function createApplication(deps: ApplyDeps) {
  const companies = new Map<string, CompanyJournal>()
  const nextTurn = createTurns()
  const of = (tenantUuid: string) =>
    getOrMake(companies, tenantUuid, () => new CompanyJournal(tenantUuid, { ...deps, nextTurn }))

  async function stop(tenantUuid: string): Promise<void> {
    const stopped = companies.get(tenantUuid)?.stop()
    companies.delete(tenantUuid)
    await stopped
  }

  return {
    /** There are new parts. */
    wake: (tenantUuid: string): void => of(tenantUuid).wake(),
    /** What was held back may be applicable now. */
    retry: (tenantUuid: string): void => of(tenantUuid).retry(),
    /** Resolves when nothing is being applied any more. */
    stop,
    async stopAll(): Promise<void> {
      await Promise.all([...companies.keys()].map(stop))
    },
  }
}

/** Each call gets a turn of the event loop to itself, in order. */
function createTurns(): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const turn = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
    last = turn
    return turn
  }
}

type JournalDeps = ApplyDeps & {
  /** The batches of all companies take turns. */
  nextTurn(): Promise<void>
}

/** A part with what it reports. */
type ReadPart = { readonly row: JournalRow; readonly reports: readonly Report[] }

class CompanyJournal {
  readonly #uuid: string
  readonly #deps: JournalDeps
  readonly #setAside = new Set<number>()
  readonly #failures = new Map<number, number>()
  /** Conversations that wait. */
  readonly #held = new Set<string>()
  /** The last part that was looked at. */
  #after = 0
  #batchSize = FIRST_BATCH
  #wait = SHORTEST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #isStopped = false
  /** The disk or the file is unavailable. */
  #isBlocked = false
  /** To be looked at from the first part on. */
  #isAgain = false

  constructor(tenantUuid: string, deps: JournalDeps) {
    this.#uuid = tenantUuid
    this.#deps = deps
  }

  wake(): void {
    if (this.#isStopped || this.#isBlocked) return
    this.#running ??= this.#run()
      .catch((error: unknown) => {
        this.#isBlocked = true
        this.#deps.log.warn({ err: error, tenant: this.#uuid }, 'meta: the journal could not be applied')
        this.#tryLater()
      })
      .finally(() => {
        this.#running = undefined
        if (this.#isAgain) this.wake()
      })
  }

  retry(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isBlocked = false
    this.#isAgain = true
    this.wake()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #tryLater(): void {
    this.#timer ??= setTimeout(() => this.retry(), this.#wait)
    this.#wait = Math.min(LONGEST_WAIT, 2 * this.#wait)
  }

  async #run(): Promise<void> {
    for (await this.#deps.nextTurn(); !this.#isStopped; await this.#deps.nextTurn()) {
      if (this.#isAgain) this.#beginAnew()
      const rows = listParts(this.#store(), this.#after).slice(0, this.#batchSize)
      const last = rows.at(-1)
      if (!last) return
      const parts = await this.#readAll(rows.filter((row) => this.#isDue(row)))
      if (this.#isStopped) return
      this.#applyBatch(parts)
      this.#after = last.id
    }
  }

  #beginAnew(): void {
    this.#isAgain = false
    this.#held.clear()
    this.#after = 0
  }

  #store = (): Raw => this.#deps.openSessionStore(this.#uuid)
  #refOf = ({ connectionId }: JournalRow): ConnectionRef => ({ tenantUuid: this.#uuid, connectionId })

  /** In order: what comes after a held part of the same conversation is held, too. */
  #isDue(row: JournalRow): boolean {
    if (this.#setAside.has(row.id)) return false
    if (!this.#isHeld(row) && !(isEcho(row) && this.#deps.isInDoubt(this.#uuid, row))) return true
    this.#hold(row)
    return false
  }

  #isHeld = (row: JournalRow): boolean => this.#held.has(conversationOf(row))

  #hold(row: JournalRow): void {
    this.#held.add(conversationOf(row))
    this.#tryLater()
  }

  async #readAll(rows: readonly JournalRow[]): Promise<readonly ReadPart[]> {
    const parts = rows.flatMap((row) => this.#readSafely(row, () => ({ row, ...partOf(row) })) ?? [])
    const products = new Map<string, Product>()
    for (const name of new Set(parts.map(({ product }) => product))) {
      const product = await this.#deps.loadProduct(name)
      products.set(name, product)
      const own = parts.filter((one) => one.product === name).map(({ part }) => part)
      await this.#deps.prepare(this.#uuid, product, own)
    }
    return parts.flatMap(({ row, product, part }) => {
      const reports = this.#readSafely(row, () => products.get(product)?.read(part, this.#refOf(row)) ?? [])
      return reports ? [{ row, reports }] : []
    })
  }

  /** Undefined if it cannot be read: it stays in the journal, because a later version may be able to. */
  #readSafely<T>(row: JournalRow, read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      this.#setAside.add(row.id)
      this.#deps.log.error(
        { err: error, tenant: this.#uuid, part: row.id },
        'meta: a part of a webhook could not be read',
      )
      return undefined
    }
  }

  #applyBatch(parts: readonly ReadPart[]): void {
    if (parts.length === 0) return
    const worked = workedMs()
    const isApplied = this.#attempt(parts)
    const fitting = Math.floor((LONGEST_BATCH_MS / (workedMs() - worked)) * parts.length)
    this.#batchSize = Math.max(1, Math.min(PARTS_PER_BATCH, fitting))
    // One part may be the cause: they are applied one by one.
    const applied = isApplied ? parts : parts.length === 1 ? [] : parts.filter((one) => this.#applyAlone(one))
    if (applied.length === 0) return
    this.#wait = SHORTEST_WAIT
    removeParts(
      this.#store(),
      applied.map(({ row }) => row.id),
    )
  }

  #applyAlone = (one: ReadPart): boolean => !this.#isHeld(one.row) && this.#attempt([one])

  /** Throws when the disk or a file is unavailable. */
  #attempt(parts: readonly ReadPart[]): boolean {
    try {
      for (const group of ofOneConnection(parts)) this.#report(group)
      return true
    } catch (error) {
      if (isStorageError(error)) throw error
      const { log } = this.#deps
      log.error({ err: error, tenant: this.#uuid, parts: parts.length }, 'meta: parts of webhooks could not be applied')
      const [only] = parts
      if (only && parts.length === 1) this.#failed(only.row, error)
      return false
    }
  }

  #report(group: readonly ReadPart[]): void {
    const row = group[0]?.row
    if (!row) return
    const { connectionId } = row
    const all = group.flatMap((one) => one.reports)
    const reports = recogniseOwn(this.#store(), connectionId, all)
    for (const one of reports) if (one.to === 'named') this.#deps.named(this.#uuid, connectionId, one.what)
    report(this.#deps.listener, this.#refOf(row), reports)
    for (const one of reports) if (one.to === 'trouble') this.#deps.trouble(this.#refOf(row), one.what)
  }

  #failed(row: JournalRow, error: unknown): void {
    const times = (this.#failures.get(row.id) ?? 0) + (isRefused(error) ? TRIES : 1)
    this.#failures.set(row.id, times)
    if (times < TRIES) {
      this.#hold(row)
      return
    }
    this.#setAside.add(row.id)
    this.#failures.delete(row.id)
    const { log } = this.#deps
    log.error({ tenant: this.#uuid, part: row.id }, 'meta: a part of a webhook is set aside, it stays in the journal')
  }
}

const conversationOf = ({ connectionId, chat }: JournalRow): string => `${connectionId}/${chat}`

/** Consecutive parts of one connection. */
function ofOneConnection(parts: readonly ReadPart[]): readonly (readonly ReadPart[])[] {
  const groups: ReadPart[][] = []
  for (const one of parts) {
    const last = groups.at(-1)
    if (last?.[0]?.row.connectionId === one.row.connectionId) last.push(one)
    else groups.push([one])
  }
  return groups
}
