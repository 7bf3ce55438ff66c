/** Moves one company's rows into its database, which stands aside, and later what belongs into control.db. */
import { kinds } from '../../moving-in/contract'
import type { Move, MoveFiles, Mover, Settling } from '../../moving-in/mover'
import type { Kind, Source, SourceCompany } from '../../moving-in/source'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { execute, getValue } from '../../platform/sql'
import { begin, type WritableControl } from '../../platform/sqlite'
import type { Claims } from '../../tenancy/claims'
import { openSteps, type Progress, readCounts, repeatSteps, type Steps } from './steps'
import { addDetails, addSkipped, addTally, countedOf, type Details, emptyTally, reportInto, type Tally } from './tally'
import type { ChangingRows } from './touched'

export type CompanyMove = {
  /** Of the company's database, aside. */
  readonly cx: Cx
  readonly control: WritableControl
  readonly claims: Claims
  readonly source: Source
  readonly company: SourceCompany
  readonly files: MoveFiles
  readonly movers: readonly Mover[]
  readonly runId: string
  readonly isAgain: boolean
  readonly becomesOperator: boolean
  readonly progress: Progress
  /** Notes the rows that change something; null for a company that nobody uses meanwhile. */
  readonly touched: ChangingRows | null
  encryptionFor(purpose: string): Encryption
}

export type Count = { readonly tally: Tally; readonly details: Details }

export function moveCompany({ runId, progress, touched, ...move }: CompanyMove): Promise<void> {
  const { cx, isAgain } = move
  return callMovers(move, openSteps(cx, { runId, isAgain, progress, touched }))
}

/** What `moveCompany` did to a copy, and `finish`, in one transaction: a kill leaves the company as it was. */
export function repeatMove(
  { progress, touched, ...move }: Omit<CompanyMove, 'runId'>,
  finish: (cx: Cx) => void,
): Promise<void> {
  return inOneTransaction(move.cx, async (cx) => {
    await callMovers({ ...move, cx }, repeatSteps(cx, { touched, isAgain: move.isAgain, progress }))
    finish(cx)
  })
}

/** Nobody else has the database open, so that the transaction may last across `await`. */
async function inOneTransaction(cx: Cx, work: (cx: Cx) => Promise<void>): Promise<void> {
  const { db } = cx
  const joined: Cx = { ...cx, db, transaction: (run) => run(joined) }
  begin(db.$client)
  try {
    await work(joined)
    db.$client.exec('COMMIT')
  } catch (error) {
    if (db.$client.inTransaction) db.$client.exec('ROLLBACK')
    throw error
  }
}

type Moving = Omit<CompanyMove, 'runId' | 'progress' | 'touched'>

async function callMovers({ movers, ...move }: Moving, { run, ...steps }: Steps): Promise<void> {
  const given: Move = { ...move, ...steps }
  for (const mover of movers) if (mover.move) await run(mover, () => mover.move?.(given))
}

/** In the transaction that puts the company in place, and again in each later run. Returns what it counted. */
export function settleCompany(
  movers: readonly Mover[],
  { control, cx, ...rest }: Omit<Settling, 'ids' | 'report'>,
): Count {
  const counted: Count = { tally: emptyTally(), details: {} }
  const settling: Settling = {
    ...rest,
    control,
    cx,
    ids: controlIds(control, cx.tenant.id),
    report: reportInto(() => counted),
  }
  for (const { settle } of movers) settle?.(settling)
  return counted
}

/**
 * Everything that was counted of a company. Rows that nobody counted are skipped as `leftOut`, and rows of tables that
 * have no counterpart as such, so that the sums agree.
 */
export function countCompany(cx: Cx, source: Source, company: SourceCompany, settled: Count): Count {
  const all = readCounts(cx.db)
  addTally(all.tally, settled.tally)
  addDetails(all.details, settled.details)
  for (const [kind, missing] of listMissing(source, company, all.tally)) addSkipped(all.tally, kind, 'leftOut', missing)
  for (const { table, companyId, count, reason = 'noCounterpart', names = [] } of source.listLeft()) {
    if (companyId !== company.id) continue
    addSkipped(all.tally, table, reason, count)
    addDetails(all.details, { [`${table} ${reason}`]: [...names] })
  }
  return all
}

/** Kinds of which fewer rows are counted than there are, or (negative) more. */
export const listMissing = (source: Source, company: SourceCompany, tally: Tally): [Kind, number][] =>
  kinds.flatMap((kind): [Kind, number][] => {
    const missing = source.count(kind, company.id) - countedOf(tally, kind)
    return missing === 0 ? [] : [[kind, missing]]
  })

const controlIds = (control: WritableControl, companyId: number): Settling['ids'] => {
  const find = (kind: Kind, theirs: string | null) =>
    theirs === null
      ? undefined
      : getValue<number>(control, 'SELECT ours FROM moved_rows WHERE company_id = ? AND kind = ? AND theirs = ?', [
          companyId,
          kind,
          theirs,
        ])
  return {
    find,
    has: (kind, theirs) => find(kind, theirs) !== undefined,
    add: (kind, theirs, ours) =>
      void execute(
        control,
        `INSERT INTO moved_rows (company_id, kind, theirs, ours) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET ours = excluded.ours`,
        [companyId, kind, theirs, ours],
      ),
  }
}
