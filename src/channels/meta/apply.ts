/**
 * Hands the journal of a company to our server: in order, a few parts in a transaction, with rests in between. What cannot
 * be applied yet holds back its conversation only; what cannot be read is set aside and stays in the journal.
 */
import type { Log } from '../../platform/log'
import { getOrMake } from '../../platform/maps'
import { isRefused, type Raw } from '../../platform/sqlite'
import { SECOND, workedMs } from '../../platform/time'
import { isStorageError } from '../whatsapp/storage/storage-error'
import { isEcho, type JournalRow, listParts, PARTS_PER_BATCH, partOf, removeParts } from './journal'
import { recognized } from './own-messages'
import type { Product, Report, StoredPart } from './product'
import { type ReportTarget, report } from './report'

export type ApplyDeps = {
  openSessionStore(tenantUuid: string): Raw
  loadProduct(name: string): Promise<Product>
  /** Called before parts are read; ends within a few seconds. */
  prepare(tenantUuid: string, product: Product, parts: readonly StoredPart[]): Promise<void>
  /** Whether an echo in this conversation may be of a message of ours whose answer is awaited. */
  isInDoubt(tenantUuid: string, row: JournalRow): boolean
  named(tenantUuid: string, connectionId: number, names: Extract<Report, { to: 'named' }>['what']): void
  readonly target: ReportTarget
  readonly log: Log
}

/** After this many failures of one part, while the database works, it is set aside until the next start. */
const TRIES = 5
const SHORTEST_WAIT = SECOND
const LONGEST_WAIT = 60 * SECOND
/** A batch is answered by bots, too. The next one has as many parts as fitted into this time. */
const LONGEST_BATCH_MS = 50

type Read = { readonly row: JournalRow; readonly reports: readonly Report[] }

export function createApplication(deps: ApplyDeps) {
  const companies = new Map<string, ReturnType<typeof applyCompany>>()
  const of = (tenantUuid: string) => getOrMake(companies, tenantUuid, () => applyCompany(tenantUuid, deps))
  return {
    /** There are new parts. */
    wake: (tenantUuid: string): void => of(tenantUuid).wake(),
    /** What was held back may be applicable now. */
    retry: (tenantUuid: string): void => of(tenantUuid).retry(),
    /** Resolves when nothing is being applied any more. */
    async stop(tenantUuid: string): Promise<void> {
      const stopped = companies.get(tenantUuid)?.stop()
      companies.delete(tenantUuid)
      await stopped
    },
    async stopAll(): Promise<void> {
      await Promise.all([...companies.keys()].map(this.stop))
    },
  }
}

function applyCompany(tenantUuid: string, deps: ApplyDeps) {
  const { log } = deps
  const setAside = new Set<number>()
  const failures = new Map<number, number>()
  const held = new Set<string>()
  let after = 0
  let most = PARTS_PER_BATCH
  let wait = SHORTEST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  /** The disk or the file is unavailable. */
  let isBlocked = false
  /** To be applied from the first part on. */
  let isAgain = false

  const conversationOf = ({ connectionId, chat }: JournalRow) => `${connectionId}/${chat}`
  const refOf = ({ connectionId }: JournalRow) => ({ tenantUuid, connectionId })

  function wake(): void {
    if (isStopped || isBlocked) return
    running ??= run()
      .catch((error: unknown) => {
        isBlocked = true
        log.warn({ err: error, tenant: tenantUuid }, 'meta: the journal could not be applied')
        tryLater()
      })
      .finally(() => {
        running = undefined
      })
  }

  function retry(): void {
    clearTimeout(timer)
    timer = undefined
    isBlocked = false
    isAgain = true
    wake()
  }

  function tryLater(): void {
    timer ??= setTimeout(retry, wait)
    wait = Math.min(LONGEST_WAIT, 2 * wait)
  }

  async function run(): Promise<void> {
    await new Promise(setImmediate)
    while (!isStopped) {
      if (isAgain) {
        isAgain = false
        held.clear()
        after = 0
      }
      const rows = listParts(deps.openSessionStore(tenantUuid), after).slice(0, most)
      const last = rows.at(-1)
      if (!last && !isAgain) return
      if (!last) continue
      const due = rows.filter((row) => isDue(row))
      const read = await readAll(due)
      if (isStopped) return
      applyBatch(read)
      after = Math.max(after, last.id)
      await new Promise(setImmediate)
    }
  }

  /** In order: what comes after a held part of the same conversation is held, too. */
  function isDue(row: JournalRow): boolean {
    if (setAside.has(row.id)) return false
    if (!held.has(conversationOf(row)) && !(isEcho(row) && deps.isInDoubt(tenantUuid, row))) return true
    hold(row)
    return false
  }

  function hold(row: JournalRow): void {
    held.add(conversationOf(row))
    tryLater()
  }

  async function readAll(rows: readonly JournalRow[]): Promise<readonly Read[]> {
    const parts = rows.flatMap((row) => readSafely(row, () => ({ row, ...partOf(row) })) ?? [])
    const products = new Map<string, Product>()
    for (const name of new Set(parts.map(({ product }) => product))) {
      const product = await deps.loadProduct(name)
      products.set(name, product)
      const own = parts.filter((one) => one.product === name).map(({ part }) => part)
      await deps.prepare(tenantUuid, product, own)
    }
    return parts.flatMap(({ row, product, part }) => {
      const reports = readSafely(row, () => products.get(product)?.read(part, refOf(row)) ?? [])
      return reports ? [{ row, reports }] : []
    })
  }

  /** Undefined if it cannot be read: it stays in the journal, because a later version may be able to. */
  function readSafely<T>(row: JournalRow, read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      setAside.add(row.id)
      log.error({ err: error, tenant: tenantUuid, part: row.id }, 'meta: a part of a webhook could not be read')
      return undefined
    }
  }

  function applyBatch(batch: readonly Read[]): void {
    if (batch.length === 0) return
    const worked = workedMs()
    const isApplied = attempt(batch)
    most = Math.max(1, Math.min(PARTS_PER_BATCH, Math.floor((LONGEST_BATCH_MS / (workedMs() - worked)) * batch.length)))
    // One part may be the cause: they are applied one by one.
    const applied = isApplied ? batch : batch.length === 1 ? [] : batch.filter((one) => applyAlone(one))
    if (applied.length === 0) return
    wait = SHORTEST_WAIT
    removeParts(
      deps.openSessionStore(tenantUuid),
      applied.map(({ row }) => row.id),
    )
  }

  const applyAlone = (one: Read): boolean => !held.has(conversationOf(one.row)) && attempt([one])

  function attempt(batch: readonly Read[]): boolean {
    try {
      for (const group of ofOneConnection(batch)) {
        const [first] = group
        if (first) applyReports(first.row, group)
      }
      return true
    } catch (error) {
      if (isStorageError(error)) throw error
      const [only] = batch
      log.error({ err: error, tenant: tenantUuid, parts: batch.length }, 'meta: parts of webhooks could not be applied')
      if (only && batch.length === 1) failed(only.row, error)
      return false
    }
  }

  function applyReports(row: JournalRow, group: readonly Read[]): void {
    const all = group.flatMap((one) => one.reports)
    const reports = recognized(deps.openSessionStore(tenantUuid), row.connectionId, all)
    for (const one of reports) if (one.to === 'named') deps.named(tenantUuid, row.connectionId, one.what)
    report(deps.target, refOf(row), reports)
  }

  function failed(row: JournalRow, error: unknown): void {
    const times = (failures.get(row.id) ?? 0) + (isRefused(error) ? TRIES : 1)
    failures.set(row.id, times)
    if (times < TRIES) {
      hold(row)
      return
    }
    setAside.add(row.id)
    failures.delete(row.id)
    log.error({ tenant: tenantUuid, part: row.id }, 'meta: a part of a webhook is set aside, it stays in the journal')
  }

  return {
    wake,
    retry,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Consecutive parts of one connection. */
function ofOneConnection(batch: readonly Read[]): readonly (readonly Read[])[] {
  const groups: Read[][] = []
  for (const one of batch) {
    const last = groups.at(-1)
    if (last?.[0]?.row.connectionId === one.row.connectionId) last.push(one)
    else groups.push([one])
  }
  return groups
}
