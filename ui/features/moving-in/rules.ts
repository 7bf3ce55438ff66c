/** What the page makes of the report and of the run. Pure. */
import {
  type CompanySummary,
  FILES,
  type ImportSummary,
  type MovedCount,
  type Reason,
  reportOrder,
} from '../../../src/moving-in/contract'
import type { Choice, MovingIn, MovingRun } from '../../../src/operator/moving-in/contract'

export const steps = ['source', 'dryRun', 'move', 'result'] as const
export type Step = (typeof steps)[number]

/** Where the move is. A dry run that could not read its source leads back to the source. */
export function stepOf({ run, dryRun, result, source }: MovingIn): Step {
  if (run && run.state !== 'done' && !run.isDryRun) return 'move'
  if (run && run.state !== 'done') return run.state === 'failed' ? 'source' : 'dryRun'
  if (result && run && !run.isDryRun) return 'result'
  return source && dryRun ? 'dryRun' : 'source'
}

/** Names of products are the same everywhere. */
const products: Readonly<Record<string, string>> = {
  ticketz: 'Ticketz',
  community: 'Whaticket Community',
  saas: 'Whaticket SaaS',
  saas2025: 'Whaticket SaaS (2025)',
  izing: 'Izing',
}
export const productOf = (family: string): string => products[family] ?? family

type Counts = Pick<CompanySummary, 'imported' | 'merged' | 'skipped'>

const sumOf = (counts: readonly MovedCount[], what: string): number =>
  counts.reduce((sum, one) => sum + (one.what === what ? one.count : 0), 0)

/** Rows of this kind that are there. */
export const countThere = ({ imported, merged, skipped }: Counts, what: string): number =>
  (imported[what] ?? 0) + sumOf(merged, what) + sumOf(skipped, what)

export type Why = { readonly reason: Reason; readonly count: number }
/** A kind of row: there and here, and each reason for the difference. */
export type Line = {
  readonly what: string
  readonly there: number
  readonly here: number
  readonly difference: number
  readonly why: readonly Why[]
}

const rank = (what: string): number => {
  const at = reportOrder.indexOf(what)
  return at === -1 ? reportOrder.length : at
}

/** The same sums as the command line prints, over several parts of a report. */
export function linesOf(parts: readonly Counts[]): Line[] {
  const names = new Set(
    parts.flatMap(({ imported, merged, skipped }) => [
      ...Object.keys(imported),
      ...[...merged, ...skipped].map(({ what }) => what),
    ]),
  )
  return [...names]
    .map((what): Line => {
      const why = addUp(
        parts.flatMap(({ merged, skipped }) => [...merged, ...skipped]).filter((one) => one.what === what),
      )
      const here = parts.reduce((sum, { imported }) => sum + (imported[what] ?? 0), 0)
      const difference = why.reduce((sum, { count }) => sum + count, 0)
      return { what, there: here + difference, here, difference, why }
    })
    .filter(({ there }) => there > 0)
    .toSorted((a, b) => rank(a.what) - rank(b.what) || a.what.localeCompare(b.what))
}

function addUp(counts: readonly MovedCount[]): Why[] {
  const sums = new Map<Reason, number>()
  for (const { reason, count } of counts) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return [...sums].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count)
}

/** Everything of a report: companies, what belongs to the installation, and rows of no company. */
export const partsOf = ({ companies, installation, left }: ImportSummary): Counts[] => [
  ...companies,
  installation,
  { imported: {}, merged: [], skipped: left },
]

/** By kind and reason, the largest first. */
export function reasonsIn(counts: readonly MovedCount[]): MovedCount[] {
  const sums = new Map<string, MovedCount>()
  for (const one of counts) {
    const key = `${one.what} ${one.reason}`
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count)
}

/** What every company has: no warning about one. */
const usual: ReadonlySet<Reason> = new Set(['alreadyHere', 'scanAgain', 'noCounterpart'])

/** What its row warns of, the largest first. */
export const warningsOf = ({ merged, skipped, noted }: CompanySummary): MovedCount[] =>
  reasonsIn([...merged, ...skipped, ...noted]).filter(({ reason }) => !usual.has(reason))

export const isChosen = (leftOut: ReadonlySet<string>) => (company: CompanySummary) => !leftOut.has(company.theirs)

export const countIn = (companies: readonly Counts[], what: string): number =>
  companies.reduce((sum, one) => sum + countThere(one, what), 0)

/** Files that rows name and their folder does not have. */
export const countMissing = (companies: readonly Counts[]): number =>
  companies
    .flatMap(({ skipped }) => skipped)
    .reduce((sum, { what, reason, count }) => sum + (what === FILES && reason === 'fileMissing' ? count : 0), 0)

/** Kinds whose progress is shown. */
const shownKinds = [
  'users',
  'queues',
  'connections',
  'contacts',
  'tags',
  'tickets',
  'messages',
  'notes',
  'ratings',
  'quickMessages',
  'schedules',
  'campaigns',
  'contactListItems',
  'chatMessages',
]

/** A step is named as its kind, or as the folder of its module. */
const kindOfStep = (step: string): string => step.replaceAll(/[- ](\w)/g, (_, letter: string) => letter.toUpperCase())

export type Bar = { readonly id: string; readonly name: string; readonly done: number; readonly total: number }
export type MoveProgress = {
  readonly messages: { readonly done: number; readonly total: number }
  readonly kinds: readonly Bar[]
  readonly companies: readonly (Bar & { readonly state: 'done' | 'now' | 'waiting' })[]
}

/** How far a move is, by the sums of its dry run. */
export function progressOf(report: ImportSummary, choice: Choice | null, run: MovingRun): MoveProgress {
  const leftOut = new Set(choice?.leftOut)
  const chosen = report.companies.filter(isChosen(leftOut))
  const at = run.company?.at ?? (run.step === 'end' || run.state === 'done' ? chosen.length + 1 : 0)
  const rows = new Map(Object.entries(run.rows).map(([step, done]) => [kindOfStep(step), done]))
  const doneOf = (company: CompanySummary, index: number, what: string): number => {
    const total = countThere(company, what)
    if (index + 1 < at) return total
    return index + 1 === at ? Math.min(total, rows.get(what) ?? 0) : 0
  }
  const sum = (what: string) => chosen.reduce((all, company, index) => all + doneOf(company, index, what), 0)
  return {
    messages: { done: sum('messages'), total: countIn(chosen, 'messages') },
    kinds: shownKinds
      .map((what) => ({ id: what, name: what, done: sum(what), total: countIn(chosen, what) }))
      .filter(({ total }) => total > 0),
    companies: chosen.map((company, index) => ({
      id: company.theirs,
      name: company.name,
      done: doneOf(company, index, 'messages'),
      total: countThere(company, 'messages'),
      state: index + 1 < at ? 'done' : index + 1 === at ? 'now' : 'waiting',
    })),
  }
}
