/** Processes running imports in slices of a few milliseconds. Each transaction also stores the position in the file. */
import type { Cx } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { obtainStoredFile } from '../platform/files'
import type { Log } from '../platform/log'
import { defineService, type Services } from '../platform/module'
import type { Repair } from '../platform/spreadsheets/repairs'
import { execute } from '../platform/sql'
import { isFileError, statement } from '../platform/sqlite'
import { SECOND } from '../platform/time'
import { endImport, publishImport } from './actions'
import { BROKEN } from './errors'
import { findImport, nextUnderWay, targetOf } from './queries'
import { cleanersOf, fieldsOf, type PlacedRow, readHead, readRows, type Shape } from './rows'
import type { StoredImport } from './tables'
import type { Outcome } from './target'

/** Milliseconds per slice, before its commit. */
const SLICE = 3
/**
 * Milliseconds between slices: a request needs several turns of the event loop, and would otherwise wait for a slice in
 * each.
 */
const PAUSE = 1
/** Minimum milliseconds between progress events. */
const PROGRESS_EVERY = SECOND / 2

export type RunDeps = {
  readonly databases: Databases
  readonly log: Log
  readonly runningImports: Services['runningImports']
  cxOf(tenantUuid: string): Cx
  folderOf(tenantUuid: string): string
}

declare module '../platform/module' {
  interface Services {
    /** Imports being processed, by company. */
    readonly runningImports: Map<string, Promise<void>>
  }
}

export const runningImports = defineService('runningImports', { create: () => new Map() })

/** Resolves when the company has no running import left. A second call joins the first. */
export function runImports(deps: RunDeps, uuid: string): Promise<void> {
  const { runningImports } = deps
  const known = runningImports.get(uuid)
  if (known) return known
  const running = takeAll(deps, uuid)
    .catch((error: unknown) => deps.log.error({ err: error, tenant: uuid }, 'import failed: it will be retried'))
    .finally(() => runningImports.delete(uuid))
  runningImports.set(uuid, running)
  return running
}

async function takeAll(deps: RunDeps, uuid: string): Promise<void> {
  const isHere = () => deps.databases.isOpen(uuid) && deps.databases.isAvailable(uuid)
  while (isHere()) {
    const cx = deps.cxOf(uuid)
    const id = nextUnderWay(cx.db)
    const run = id === null ? undefined : findImport(cx.db, id)
    if (!run) return
    const path = (await obtainStoredFile(deps.folderOf(uuid), run.file))?.path
    if (!isHere()) return
    if (path === undefined) cx.transaction((cx) => endImport(cx, run, 'failed'))
    else await takeOne(cx, run, { path, isHere, log: deps.log })
  }
}

type Way = { readonly path: string; readonly log: Log; isHere(): boolean }

async function takeOne(
  cx: Cx,
  { id, position, headRows, columns, target }: StoredImport,
  { path, log, isHere }: Way,
): Promise<void> {
  const { heads, next } = await readHead(path, headRows)
  const cleaners = await cleanersOf(path, { next, columns, heads, target: targetOf(cx, target) })
  const shape = { columns, heads, cleaners }
  let place = Math.max(position, next)
  let publishedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const rows = await readRows(path, place)
    for (let at = 0; at < rows.length; ) {
      await Bun.sleep(PAUSE) // yields to the event loop
      if (!isHere()) return
      const isDue = performance.now() - publishedAt >= PROGRESS_EVERY
      if (isDue) publishedAt = performance.now()
      const taken = takeSlice(cx, id, { rows: rows.slice(at), shape, isPublished: isDue, log })
      if (taken === 0) return // it was cancelled
      at += taken
    }
    place = rows.at(-1)?.next ?? place
    if (rows.length > 0) continue
    if (isHere())
      cx.transaction((cx) => {
        const now = findImport(cx.db, id)
        if (now?.state === 'running') endImport(cx, now, 'done')
      })
    return
  }
}

type Slice = {
  readonly rows: readonly PlacedRow[]
  readonly shape: Shape
  readonly isPublished: boolean
  readonly log: Log
}

/** Returns the number of rows processed. A row that causes an internal error is skipped; its neighbours are imported. */
function takeSlice(cx: Cx, id: number, slice: Slice): number {
  try {
    return cx.transaction((cx) => takeRows(cx, id, slice, SLICE))
  } catch (error) {
    if (isFileError(error)) throw error
    if (slice.rows.length > 1) return takeSlice(cx, id, { ...slice, rows: slice.rows.slice(0, 1) })
    slice.log.error({ err: error, tenant: cx.tenant.uuid }, 'could not store a row of an import')
    return cx.transaction((cx) => takeRows(cx, id, slice, 0))
  }
}

/** A row that changes nothing has nothing to check. */
const repairsTold = (outcome: Outcome, repairs: readonly Repair[]): readonly Repair[] =>
  outcome === 'skipped' ? [] : repairs

/** `ms` 0 marks the row as broken. */
function takeRows(cx: Cx, id: number, { rows, shape, isPublished }: Slice, ms: number): number {
  const run = findImport(cx.db, id)
  if (run?.state !== 'running') return 0
  const target = targetOf(cx, run.target)
  const counts = { created: run.created, updated: run.updated, skipped: run.skipped, failed: run.failed }
  const note = statement(
    cx.db.$client,
    'INSERT OR REPLACE INTO import_errors (import_id, line, value, problem) VALUES (?, ?, ?, ?)',
  )
  const until = performance.now() + ms
  let taken = 0
  let position = run.position
  for (const { line, cells, repairs, next } of rows) {
    const outcome: Outcome =
      ms === 0 ? { problem: BROKEN, value: cells[0] ?? '' } : target.take(cx, fieldsOf(cells, shape), run)
    const isClean = typeof outcome === 'string'
    counts[isClean ? outcome : (outcome.taken ?? 'failed')] += 1
    const problems = [
      ...(isClean ? [] : [outcome.problem, ...(outcome.others ?? [])]),
      ...repairsTold(outcome, repairs),
    ]
    if (problems.length > 0)
      note.run(id, line, (isClean ? cells.filter(Boolean).join(' ') : outcome.value).slice(0, 200), problems.join(' '))
    taken += 1
    position = next
    if (performance.now() >= until) break
  }
  const now = { ...run, ...counts, position, done: run.done + taken }
  execute(
    cx.db,
    'UPDATE imports SET position = ?, done = ?, created = ?, updated = ?, skipped = ?, failed = ? WHERE id = ?',
    [position, now.done, now.created, now.updated, now.skipped, now.failed, id],
  )
  if (isPublished) publishImport(cx, now)
  return taken
}
