/** Recognises a company of a source that moved in before. */

import type { CompanyReport } from '../../moving-in/contract'
import type { Source, SourceCompany, SourceRows } from '../../moving-in/source'
import { execute, getRow, getRows } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'

/** Rows of a kind that mark a company. */
const ROWS = 20
/** Installations that began with the same sample data share some of them. */
const LEAST_SHARE = 0.5

/** The instants at which a company and its first rows were made. */
export function marksOf(source: Source, company: SourceCompany): string[] {
  const marks = [`company ${company.createdAt}`]
  for (const kind of ['users', 'contacts', 'tickets'] as const) {
    let count = 0
    for (const row of source.rows(kind, company.id)) {
      marks.push(`${kind} ${row.id} ${row.createdAt ?? keyOf(row)}`)
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
  const marks = new Set(marksOf(source, company))
  const share = (known: readonly string[]) =>
    known.filter((one) => marks.has(one)).length / Math.max(1, Math.min(known.length, marks.size))
  return getRows<{ id: number; marks: string }>(
    control,
    'SELECT company_id AS id, marks FROM moved_companies WHERE family = ? AND theirs = ?',
    [source.family, company.id],
  )
    .map(({ id, marks }) => ({ id, share: share(JSON.parse(marks) as string[]) })) // written below
    .filter(({ share }) => share >= LEAST_SHARE)
    .toSorted((a, b) => b.share - a.share)[0]?.id
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
  control: ControlDb,
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
