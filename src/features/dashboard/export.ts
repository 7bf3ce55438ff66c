/** The dashboard's tables as spreadsheets. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import type { Language } from '../../texts/languages'
import type { DashboardSheet } from './contract'
import { exportTexts } from './export-texts'
import { type DashboardFilter, readDashboard, readTimes } from './queries'

const cell = (value: string | number | null): string => (value === null ? '' : String(value))

export async function sheetOf(
  cx: Cx,
  actor: Actor,
  filter: DashboardFilter,
  { sheet, language }: { readonly sheet: DashboardSheet; readonly language: Language },
): Promise<readonly (readonly string[])[]> {
  const rows =
    sheet === 'attendants'
      ? (await readDashboard(cx, actor, filter)).attendants.map((one) => [
          ...[one.name, one.open, one.opened, one.closed, one.avgWaitTime, one.avgSupportTime],
          ...[one.sent, one.rating, one.ratings, one.nps],
        ])
      : (await readTimes(cx, actor, filter)).data.map((one) => [
          ...[one.day, one.hour, one.total, one.accepted, one.closed, one.leads, one.received, one.sent],
          ...[one.avgWaitTime, one.avgSupportTime, one.rating],
        ])
  return [exportTexts[language][sheet], ...rows.map((row) => row.map(cell))]
}
