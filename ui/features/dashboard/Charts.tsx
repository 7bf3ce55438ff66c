import type { AttendantFigures, Point } from '../../../src/features/dashboard/contract'
import { BarChart, ChartFigure, ChartTable } from '../../shared/chart/ChartFigure'
import { Ranks } from '../../shared/figures/Ranks'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { busyHours, peakOf } from './rules'

/** Received and closed tickets, by the hours of one day or by days. */
export function TimesChart({ points, onSheet }: { points: readonly Point[]; onSheet(): void }) {
  const t = useText()
  const { day, number } = useFormat()
  const isDay = points[0]?.hour != null
  const label = (point: Point) => (point.hour === null ? day(point.day).slice(0, 5) : `${point.hour}h`)
  const shown = busyHours(points)
  const peak = peakOf(shown)
  return (
    <BarChart
      title={t(isDay ? 'dashboard.perHour' : 'dashboard.perDay')}
      finding={
        peak
          ? t('dashboard.peak', { when: label(peak), opened: number(peak.total), closed: number(peak.closed) })
          : t('kit.chart.empty')
      }
      of={t(isDay ? 'dashboard.hour' : 'dashboard.day')}
      onSheet={onSheet}
      data={{
        series: [
          { id: 'opened', name: t('figures.opened') },
          { id: 'closed', name: t('figures.closed') },
        ],
        rows: shown.map((point) => ({ label: label(point), values: [point.total, point.closed] })),
      }}
    />
  )
}

/** Maximum that a chart can show; the table below has all. */
const MOST_RANKED = 8

/** Closed tickets per attendant, and the waiting time of their contacts. */
export function AttendantsChart({ rows, onSheet }: { rows: readonly AttendantFigures[]; onSheet(): void }) {
  const t = useText()
  const { number, span } = useFormat()
  const ranked = rows.filter(({ closed }) => closed > 0).toSorted((a, b) => b.closed - a.closed)
  const wait = ({ avgWaitTime }: AttendantFigures) => (avgWaitTime === null ? '–' : span(avgWaitTime))
  const [first] = ranked
  return (
    <ChartFigure
      title={t('dashboard.byAttendant')}
      finding={first ? t('dashboard.leader', { name: first.name, count: first.closed }) : t('kit.chart.empty')}
      isEmpty={ranked.length === 0}
      isFree
      onSheet={onSheet}
      legend={<span className="chart-legend">{t('dashboard.andWait')}</span>}
      table={
        <ChartTable
          caption={t('dashboard.byAttendant')}
          heads={[t('figures.attendant'), t('figures.closed'), t('figures.wait')]}
          rows={ranked.map((one) => [one.name, number(one.closed), wait(one)])}
        />
      }
    >
      <Ranks
        ranks={ranked.slice(0, MOST_RANKED).map((one) => ({
          id: one.id,
          name: one.name,
          value: one.closed,
          words: number(one.closed),
          beside: wait(one),
        }))}
      />
    </ChartFigure>
  )
}
