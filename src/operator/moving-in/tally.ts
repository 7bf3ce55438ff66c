/** Counts what becomes of the source's rows. A tally is JSON, so that a step's counts are stored with its position. */
import type { MovedCount, Reason } from '../../moving-in/contract'
import type { MoveReport } from '../../moving-in/mover'

/** Details that are kept of a kind and reason. */
export const MOST_DETAILS = 1000
const LONGEST_DETAIL = 300

/** Counts by kind, or by kind and reason: `contacts ninthDigit`. */
type Counts = Record<string, number>
export type Tally = {
  readonly imported: Counts
  readonly merged: Counts
  readonly skipped: Counts
  readonly noted: Counts
}
/** Lines by kind and reason. */
export type Details = Record<string, string[]>

export const emptyTally = (): Tally => ({ imported: {}, merged: {}, skipped: {}, noted: {} })

const keyOf = (what: string, reason: Reason) => `${what} ${reason}`

const add = (counts: Counts, key: string, count: number) => {
  if (count > 0) counts[key] = (counts[key] ?? 0) + count
}

export const addSkipped = ({ skipped }: Tally, what: string, reason: Reason, count: number): void =>
  add(skipped, keyOf(what, reason), count)

/** Gives rows that were skipped another reason. */
export function renameSkipped(
  { tally, details }: { readonly tally: Tally; readonly details: Details },
  what: string,
  { from, to }: { readonly from: Reason; readonly to: Reason },
): void {
  for (const counts of [tally.skipped, details] as const) {
    const [known, key] = [counts[keyOf(what, from)], keyOf(what, to)]
    if (known === undefined) continue
    delete counts[keyOf(what, from)]
    counts[key] = known
  }
}

export function addTally(to: Tally, from: Tally): void {
  for (const part of ['imported', 'merged', 'skipped', 'noted'] as const)
    for (const [key, count] of Object.entries(from[part])) add(to[part], key, count)
}

export function addDetails(to: Details, from: Details): void {
  for (const [key, lines] of Object.entries(from)) {
    const known = to[key] ?? []
    to[key] = [...known, ...lines.slice(0, MOST_DETAILS - known.length)]
  }
}

/** Counts into what `current` returns at that moment. */
export function reportInto(current: () => { readonly tally: Tally; readonly details: Details }): MoveReport {
  const note = (key: string, detail: string | undefined) => {
    if (detail !== undefined) addDetails(current().details, { [key]: [detail.slice(0, LONGEST_DETAIL).toWellFormed()] })
  }
  return {
    imported: (what, count = 1) => add(current().tally.imported, what, count),
    merged: (what, reason, count = 1) => add(current().tally.merged, keyOf(what, reason), count),
    skipped(what, reason, detail) {
      add(current().tally.skipped, keyOf(what, reason), 1)
      note(keyOf(what, reason), detail)
    },
    noted(what, reason, detail) {
      add(current().tally.noted, keyOf(what, reason), 1)
      note(keyOf(what, reason), detail)
    },
  }
}

/** Rows of a kind that are accounted for. */
export function countedOf({ imported, merged, skipped }: Tally, what: string): number {
  const counted = (counts: Counts) =>
    Object.entries(counts).reduce((sum, [key, count]) => sum + (key.split(' ')[0] === what ? count : 0), 0)
  return (imported[what] ?? 0) + counted(merged) + counted(skipped)
}

export const listCounts = (counts: Counts): MovedCount[] =>
  Object.entries(counts).map(([key, count]) => {
    const [what = '', reason = ''] = key.split(' ')
    return { what, count, reason: reason as Reason } // `keyOf` joined them
  })
