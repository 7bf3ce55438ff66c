/** The report as a text to read, in the language of the page. */
import type { ImportReport, MovedCount } from '../../../src/moving-in/contract'
import type { Format } from '../../shared/i18n/format'
import type { Text } from '../../shared/i18n/translate'
import { type Line, linesOf, productOf, reasonsIn } from './rules'

export const kindName = (t: Text, what: string): string => t.find(`movingReport.kinds.${what}`) ?? what
export const reasonText = (t: Text, reason: MovedCount['reason']): string => t(`movingReport.reasons.${reason}`)

type Words = { readonly t: Text; readonly format: Pick<Format, 'number'> }

export function reportText(words: Words, report: ImportReport): string {
  const { t } = words
  const { family, version, companies, installation, left, unknownColumns, isDryRun } = report
  const lines = [
    t(isDryRun ? 'movingIn.report.dryTitle' : 'movingIn.report.title'),
    [productOf(family), ...(version === null ? [] : [version])].join(', '),
    ...(isDryRun ? [t('movingIn.report.nothing')] : []),
    ...companies.flatMap((company) => [
      '',
      `== ${company.name}${company.id === null ? '' : ` (${company.id})`}`,
      ...table(words, linesOf([company])),
      ...section(words, t('movingIn.report.merged'), company.merged),
      ...section(words, t('movingIn.report.skipped'), company.skipped),
      ...section(words, t('movingIn.report.noted'), company.noted),
      ...company.details
        .filter((one) => one.lines.length > 0)
        .flatMap((one) => [
          `${kindName(t, one.what)}: ${reasonText(t, one.reason)}`,
          ...one.lines.map((line) => `    ${line}`),
        ]),
    ]),
    ...['', `== ${t('movingIn.report.installation')}`, ...table(words, linesOf([installation]))],
    ...section(words, t('movingIn.report.left'), left),
    ...(unknownColumns.length === 0 ? [] : ['', t('movingIn.dry.columns'), `    ${unknownColumns.join(', ')}`]),
  ]
  return `${lines.join('\n')}\n`
}

function table({ t, format }: Words, lines: readonly Line[]): string[] {
  const rows = [
    ['', t('movingIn.done.there'), t('movingIn.done.here'), t('movingIn.done.difference')],
    ...lines.map(({ what, there, here, difference }) => [
      kindName(t, what),
      format.number(there),
      format.number(here),
      difference === 0 ? t('movingIn.done.same') : `-${format.number(difference)}`,
    ]),
  ]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

function section({ t, format }: Words, head: string, counts: readonly MovedCount[]): string[] {
  if (counts.length === 0) return []
  return [
    `${head}:`,
    ...reasonsIn(counts).map(
      ({ count, what, reason }) => `    ${format.number(count)}  ${kindName(t, what)}: ${reasonText(t, reason)}`,
    ),
  ]
}
