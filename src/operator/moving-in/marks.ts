/** Recognises a company of a source that moved in before. */

import type { CompanyReport } from '../../moving-in/contract'
import type { Source, SourceCompany, SourceRows } from '../../moving-in/source'
import { execute, getRow, getRows } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import { MoveRefusal } from './refusals'

/** Rows of a kind that mark a company. */
const ROWS = 20
const EMAIL = 'email '
/** Installations that began with the same sample data share some of them. */
const LEAST_SHARE = 0.5

/**
 * The instants at which a company and its first rows were made, and the e-mails of its first people: a reseller's copied
 * machine has the same rows, and other people.
 */
export function marksOf(source: Source, company: SourceCompany): string[] {
  const marks = [`company ${company.createdAt}`]
  for (const kind of ['users', 'contacts', 'tickets'] as const) {
    let count = 0
    for (const row of source.rows(kind, company.id)) {
      marks.push(`${kind} ${row.id} ${row.createdAt ?? keyOf(row)}`)
      if ('email' in row && kind === 'users' && row.email) marks.push(`${EMAIL}${row.email.trim().toLowerCase()}`)
      count += 1
      if (count === ROWS) break
    }
  }
  return marks
}

const keyOf = (row: SourceRows['users' | 'contacts' | 'tickets']): string =>
  'email' in row && row.email ? row.email : 'number' in row ? row.number : ''

/** Our company; undefined if it never moved in, or was deleted here. Some rows may have been deleted there since. */
export function findMoved(control: ControlDb, source: Source, company: SourceCompany): number | undefined {
  const marks = marksOf(source, company)
  const known = getRows<{ id: number; name: string; marks: string }>(
    control,
    `SELECT company_id AS id, name, marks FROM moved_companies JOIN companies ON companies.id = company_id
      WHERE family = ? AND theirs = ?`,
    [source.family, company.id],
  ).map(({ marks, ...one }) => ({ ...one, marks: JSON.parse(marks) as string[] })) // written below
  const [best] = known
    .filter((one) => haveSamePeople(one.marks, marks))
    .map((one) => ({ ...one, share: shareOf(instantsIn(one.marks), instantsIn(marks)) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .toSorted((a, b) => b.share - a.share)
  if (best) return best.id
  const shifted = known.find((one) => isShifted(instantsIn(one.marks), instantsIn(marks)))
  if (shifted) {
    const words = `"${shifted.name}" moved in with another --zone. Give the same one as then.`
    throw new MoveRefusal('otherZone', words, { name: shifted.name })
  }
  return undefined
}

const emailsIn = (marks: readonly string[]) => marks.filter((mark) => mark.startsWith(EMAIL))
const instantsIn = (marks: readonly string[]) => marks.filter((mark) => !mark.startsWith(EMAIL))

/** One is enough: people come and go. */
function haveSamePeople(known: readonly string[], marks: readonly string[]): boolean {
  const [before, now] = [emailsIn(known), emailsIn(marks)]
  return before.length === 0 || now.length === 0 || before.some((mark) => now.includes(mark))
}

function shareOf(known: readonly string[], marks: readonly string[]): number {
  const wanted = new Set(marks)
  return known.filter((one) => wanted.has(one)).length / Math.max(1, Math.min(known.length, marks.length))
}

/** The same rows, and each was made as much earlier or later: their dates have no zone, and were read with another. */
function isShifted(known: readonly string[], marks: readonly string[]): boolean {
  const instants = new Map(marks.map(parted))
  const shifts = known.map(parted).map(([row, at]) => at - (instants.get(row) ?? Number.NaN))
  const shift = shifts.find((one) => one !== 0 && one % QUARTER === 0)
  if (shift === undefined) return false
  const alike = shifts.filter((one) => one === shift).length
  return alike > 1 && alike / Math.max(1, Math.min(known.length, marks.length)) >= LEAST_SHARE
}
/** Zones differ by quarters of an hour. */
const QUARTER = 15 * MINUTE

function parted(mark: string): readonly [row: string, at: number] {
  const end = mark.lastIndexOf(' ')
  return [mark.slice(0, end), Number(mark.slice(end + 1))]
}

export type MovedCompany = { readonly run: string; readonly report: CompanyReport }

export function findMovedCompany(control: ControlDb, companyId: number): MovedCompany | undefined {
  const found = getRow<{ run: string; report: string }>(
    control,
    'SELECT run, report FROM moved_companies WHERE company_id = ?',
    companyId,
  )
  return found && { run: found.run, report: JSON.parse(found.report) as CompanyReport } // written below
}

/** In the transaction that puts the company in place. */
export function noteMoved(
  control: WritableControl,
  now: number,
  source: Source,
  { company, companyId, run, report }: MovedCompany & { readonly company: SourceCompany; readonly companyId: number },
): void {
  execute(
    control,
    `INSERT INTO moved_companies (company_id, family, theirs, marks, run, report, moved_at)
       VALUES (@companyId, @family, @theirs, @marks, @run, @report, @now)
       ON CONFLICT DO UPDATE SET family = excluded.family, theirs = excluded.theirs, marks = excluded.marks,
         run = excluded.run, report = excluded.report, moved_at = excluded.moved_at`,
    {
      companyId,
      family: source.family,
      theirs: company.id,
      marks: JSON.stringify(marksOf(source, company)),
      run,
      report: JSON.stringify(report),
      now,
    },
  )
}
