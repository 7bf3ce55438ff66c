/** Exports the report, a hundred rows at a time, and its views as spreadsheets. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { dayAt, type Period } from '../../platform/days'
import { type Cell, momentIn } from '../../platform/spreadsheets/cells'
import type { Language } from '../../texts/languages'
import { ticketTab } from '../../tickets/contract'
import type { Grouping, ReportFigures, ReportSummary, ReportTicket } from './contract'
import { exportTexts } from './export-texts'
import type { ReportFilter } from './filter'
import { everyRow } from './queries'

/** The name of the exported file, without its ending: `Atendimentos 2026-11-01 a 2026-11-28`. Null: any time. */
export function nameOfReport(language: Language, period: Period | null, timeZone: string): string {
  const name = exportTexts[language].sheetName
  if (!period) return name
  const [from, to] = [dayAt(period.from, timeZone), dayAt(period.to - 1, timeZone)]
  return from === to ? `${name} ${from}` : `${name} ${from} ${exportTexts[language].between} ${to}`
}

export async function* exportReport(
  cx: Cx,
  actor: () => Actor,
  filter: ReportFilter,
  language: Language,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield [exportTexts[language].heads]
  const moment = momentIn(cx.tenant.timeZone)
  const at = (written: string | null) => (written === null ? '' : moment(Date.parse(written)))
  const minutes = (seconds: number | null) => (seconds === null ? '' : Math.round(seconds / 6) / 10)
  for await (const rows of everyRow(cx, actor, filter))
    yield rows.map((row: ReportTicket) => [
      ...[row.code, row.contactName, row.contact.number ?? '', row.userName ?? '', row.queueName ?? ''],
      ...[row.whatsappName, row.tags.map(({ name }) => name).join(', '), exportTexts[language].states[ticketTab(row)]],
      ...[at(row.createdAt), at(row.acceptedAt), at(row.closedAt), minutes(row.waitTime), minutes(row.supportTime)],
      ...[row.NPS ?? '', row.rating?.label ?? ''],
    ])
}

const figures = [
  ...(['opened', 'closed', 'avgWaitTime', 'avgSupportTime', 'received', 'sent', 'asked', 'answered'] as const),
  ...(['rating', 'promoters', 'passives', 'detractors', 'nps'] as const),
] satisfies readonly (keyof ReportFigures)[]

/** A ready-made view: a header and a row for each entry. */
export const sheetOfSummary = (
  { rows }: ReportSummary,
  by: Grouping,
  language: Language,
): readonly (readonly (string | number)[])[] => [
  [exportTexts[language].groups[by], ...exportTexts[language].figureHeads],
  ...rows.map((row) => [row.name ?? '–', ...figures.map((name) => row[name] ?? '')]),
]
