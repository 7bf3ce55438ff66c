/**
 * The slices of a move. Each is one transaction with what it counted and how far it came (`moved_steps`), so that a
 * killed run goes on behind the last slice that was committed.
 */

import type { Move, MovedIds, MoveReport, Mover } from '../../moving-in/mover'
import type { Kind } from '../../moving-in/source'
import type { Cx } from '../../platform/cx'
import { execute, getOnlyValue, getRow, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { addDetails, addTally, type Details, emptyTally, reportInto, type Tally } from './tally'
import { type ChangingRows, watchRows } from './touched'

const ROWS_IN_A_SLICE = 500
/** Where a mover's counts are that belong to no slice. They are replaced whenever the mover runs again. */
const LOOSE = 'mover'
const DETAILS = 'details'
const RUN = 'run'

export type Progress = {
  /** Rows of a step that are done, and how many there are if that is known. */
  at(step: string, done: number): void
  /** Throws when the run is to stop. */
  check(): void
}

export type Steps = Pick<Move, 'inSlices' | 'inPreparedSlices'> & {
  readonly report: MoveReport
  readonly ids: MovedIds
  /** Runs what a mover has to do, once. */
  run(mover: Mover, work: () => Promise<void> | void): Promise<void>
}

type StepOptions = {
  /** Steps of another run are forgotten. */
  readonly runId: string
  /** Rows that were brought earlier may be deleted here. */
  readonly isAgain: boolean
  readonly progress: Progress
  /** Notes the rows that change something. */
  readonly touched: ChangingRows | null
}

export function openSteps(cx: Cx, { runId, isAgain, progress, touched }: StepOptions): Steps {
  forgetOtherRuns(cx, runId)
  let loose = emptyCount()
  let current: Count | undefined
  const report = reportInto(() => current ?? loose)

  async function inPreparedSlices<T, P>(
    name: string,
    rows: Iterable<T>,
    prepare: (slice: readonly T[]) => Promise<P> | P,
    take: (slice: readonly T[], prepared: P) => void,
    size = ROWS_IN_A_SLICE,
  ): Promise<void> {
    const step = findStep(cx.db, name)
    if (step?.done) return progress.at(name, step.position)
    const tally = step ? step.tally : emptyTally()
    let position = step?.position ?? 0
    for (const slice of slicesOf(rows, { size, skip: position })) {
      progress.check()
      const prepared = await prepare(slice)
      const counted = emptyCount()
      const watched = touched && watchRows(slice, () => countChanges(cx.db))
      current = counted
      try {
        cx.transaction((cx) => {
          take(watched?.rows ?? slice, prepared)
          if (watched) touched?.add(name, watched.changing())
          addTally(tally, counted.tally)
          keepStep(cx.db, name, { position: position + slice.length, tally, done: 0 })
          keepDetails(cx.db, name, counted.details)
        })
      } finally {
        current = undefined
      }
      position += slice.length
      progress.at(name, position)
      await new Promise(setImmediate)
    }
    cx.transaction(({ db }) => keepStep(db, name, { position, tally, done: 1 }))
  }

  return {
    report,
    ids: idsIn(cx, isAgain),
    inPreparedSlices,
    inSlices: (name, rows, take, size) => inPreparedSlices(name, rows, () => undefined, take, size),
    async run(mover, work) {
      const name = `${LOOSE} ${mover.name}`
      if (findStep(cx.db, name)?.done) return
      loose = emptyCount()
      await work()
      cx.transaction(({ db }) => {
        keepStep(db, name, { position: 0, tally: loose.tally, done: 1 })
        keepDetails(db, name, loose.details)
      })
      loose = emptyCount()
    },
  }
}

const countChanges = (db: Db): number => getOnlyValue<number>(db, 'SELECT total_changes()')

/**
 * Takes the rows that changed something in a copy once more, in the caller's transaction; all rows without a list of
 * them. Counts nothing: the run over the copy has.
 */
export function repeatSteps(
  cx: Cx,
  { touched, isAgain, progress }: Pick<StepOptions, 'touched' | 'isAgain' | 'progress'>,
): Steps {
  async function inPreparedSlices<T, P>(
    name: string,
    rows: Iterable<T>,
    prepare: (slice: readonly T[]) => Promise<P> | P,
    take: (slice: readonly T[], prepared: P) => void,
    size = ROWS_IN_A_SLICE,
  ): Promise<void> {
    let position = 0
    for (const slice of slicesOf(touched?.list<T>(name) ?? rows, { size, skip: 0 })) {
      progress.check()
      take(slice, await prepare(slice))
      position += slice.length
      progress.at(name, position)
    }
  }
  return {
    report: reportInto(emptyCount),
    ids: idsIn(cx, isAgain),
    inPreparedSlices,
    inSlices: (name, rows, take, size) => inPreparedSlices(name, rows, () => undefined, take, size),
    run: async (_, work) => void (await work()),
  }
}

/** All steps of this run are done in this database. */
export const hasStepsOf = (db: Db, runId: string): boolean =>
  getValue(db, 'SELECT 1 FROM moved_steps WHERE step = ?', `${RUN} ${runId}`) !== undefined

type Count = { readonly tally: Tally; readonly details: Details }
const emptyCount = (): Count => ({ tally: emptyTally(), details: {} })

/** What all steps have counted. */
export function readCounts(db: Db): Count {
  const count = emptyCount()
  for (const { step, counts } of getRows<{ step: string; counts: string }>(db, 'SELECT step, counts FROM moved_steps'))
    if (step.startsWith(`${DETAILS} `))
      addDetails(count.details, JSON.parse(counts) as Details) // as `keepDetails` wrote it
    else if (!step.startsWith(`${RUN} `)) addTally(count.tally, JSON.parse(counts) as Tally) // as `keepStep` wrote it
  return count
}

export const forgetSteps = (db: Db): unknown => execute(db, 'DELETE FROM moved_steps')

function forgetOtherRuns(cx: Cx, runId: string): void {
  const name = `${RUN} ${runId}`
  if (getValue(cx.db, 'SELECT 1 FROM moved_steps WHERE step = ?', name) !== undefined) return
  cx.transaction(({ db }) => {
    forgetSteps(db)
    execute(db, 'INSERT INTO moved_steps (step, position) VALUES (?, 0)', name)
  })
}

type Step = { readonly position: number; readonly tally: Tally; readonly done: number }

function findStep(db: Db, name: string): Step | undefined {
  const found = getRow<{ position: number; counts: string; done: number }>(
    db,
    'SELECT position, counts, done FROM moved_steps WHERE step = ?',
    name,
  )
  return found && { position: found.position, done: found.done, tally: JSON.parse(found.counts) as Tally } // likewise
}

function keepStep(db: Db, name: string, { position, tally, done }: Step): void {
  execute(
    db,
    `INSERT INTO moved_steps (step, position, counts, done) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET position = excluded.position, counts = excluded.counts, done = excluded.done`,
    [name, position, JSON.stringify(tally), done],
  )
}

/** Lines are many, so each kind and reason of a step has a row of its own, written only when it grows. */
function keepDetails(db: Db, step: string, details: Details): void {
  for (const key of Object.keys(details)) {
    const name = `${DETAILS} ${step} ${key}`
    const known = getValue<string>(db, 'SELECT counts FROM moved_steps WHERE step = ?', name)
    const all: Details = known === undefined ? {} : (JSON.parse(known) as Details) // as written below
    const before = all[key]?.length ?? 0
    addDetails(all, { [key]: details[key] ?? [] })
    if (all[key]?.length === before) continue
    execute(
      db,
      'INSERT INTO moved_steps (step, position, counts) VALUES (?, 0, ?) ON CONFLICT DO UPDATE SET counts = excluded.counts',
      [name, JSON.stringify(all)],
    )
  }
}

function* slicesOf<T>(rows: Iterable<T>, { size, skip }: { size: number; skip: number }): Generator<readonly T[]> {
  let slice: T[] = []
  let at = 0
  for (const row of rows) {
    at += 1
    if (at <= skip) continue
    slice.push(row)
    if (slice.length < size) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

/** The table of each kind whose rows have ids. */
const tables: Readonly<Partial<Record<Kind, string>>> = {
  users: 'users WHERE id = ?',
  queues: 'queues WHERE id = ?',
  queueOptions: 'queue_options WHERE id = ?',
  connections: 'connections WHERE id = ?',
  contacts: 'contacts WHERE id = ?',
  tags: 'tags WHERE id = ?',
  tickets: 'tickets WHERE id = ?',
  messages: 'messages WHERE id = ?',
  campaigns: 'campaigns WHERE id = ?',
  contactLists: 'contact_lists WHERE id = ?',
  contactListItems: 'contact_list_items WHERE id = ?',
  chats: 'chats WHERE id = ?',
}

function idsIn(cx: Cx, isAgain: boolean): MovedIds {
  const kept = (kind: Kind, theirs: string) =>
    getValue<number>(cx.db, 'SELECT ours FROM moved_ids WHERE kind = ? AND theirs = ?', [kind, theirs])
  return {
    find(kind, theirs) {
      const ours = theirs === null ? undefined : kept(kind, theirs)
      const table = tables[kind]
      if (ours === undefined || !isAgain || table === undefined) return ours
      return getValue(cx.db, `SELECT 1 FROM ${table}`, ours) === undefined ? undefined : ours
    },
    has: (kind, theirs) => kept(kind, theirs) !== undefined,
    add(kind, theirs, ours) {
      if (!cx.db.$client.inTransaction) throw new Error(`the id of ${kind} ${theirs} is kept outside a slice`)
      execute(
        cx.db,
        'INSERT INTO moved_ids (kind, theirs, ours) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET ours = excluded.ours',
        [kind, theirs, ours],
      )
    },
  }
}
