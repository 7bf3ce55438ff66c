/** The report of a run, from what its companies counted. */
import type { CompanyReport, ImportReport, MovedCount, Reason } from '../../moving-in/contract'
import type { Source } from '../../moving-in/source'
import { addSkipped, type Details, emptyTally, listCounts, type Tally } from './tally'

type Facts = Pick<CompanyReport, 'theirs' | 'name' | 'id' | 'isAgain' | 'movedBefore' | 'sessions'> & {
  readonly counted: { readonly tally: Tally; readonly details: Details }
}

export function companyReport({ counted: { tally, details }, ...facts }: Facts): CompanyReport {
  return {
    ...facts,
    ...countsOf(tally),
    details: Object.entries(details).map(([key, lines]) => {
      const [what = '', reason = ''] = key.split(' ')
      return { what, reason: reason as Reason, lines } // the tally joined them
    }),
  }
}

export const countsOf = (tally: Tally) => ({
  imported: tally.imported,
  merged: listCounts(tally.merged),
  skipped: listCounts(tally.skipped),
  noted: listCounts(tally.noted),
})

/** Rows of no company, and companies that were not chosen. */
export function listLeftRows(source: Source, leftOut: number): MovedCount[] {
  const tally = emptyTally()
  for (const { table, companyId, count, reason = 'noCompany' } of source.listLeft())
    if (companyId === null) addSkipped(tally, table, reason, count)
  addSkipped(tally, 'companies', 'leftOut', leftOut)
  return listCounts(tally.skipped)
}

export function importReport(
  source: Source,
  parts: Pick<ImportReport, 'companies' | 'isDryRun'> & { readonly installation: Tally; readonly leftOut: number },
): ImportReport {
  const { companies, isDryRun, installation, leftOut } = parts
  return {
    family: source.family,
    version: source.version,
    companies,
    installation: countsOf(installation),
    left: listLeftRows(source, leftOut),
    unknownColumns: [...source.listUnknownColumns()],
    isDryRun,
  }
}
