import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { ReportHours } from '../../../src/features/reports/contract'
import { ChartFigure, ChartTable } from '../../shared/chart/ChartFigure'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { scrolled } from '../../shared/kit/scrolled'
import { hoursQuery, type ReportChoice } from './api'
import { heatOf } from './rules'

/** When conversations begin, by hour and day of the week: a table of cells, warmer where there are more. */
export function HeatMap({ chosen }: { chosen: ReportChoice }) {
  const hours = useQuery(hoursQuery(chosen)).data
  return hours ? <Heat hours={hours} /> : <div className="chart-figure min-h-64" />
}

function Heat({ hours }: { hours: ReportHours }) {
  const t = useText()
  const { number, weekday } = useFormat()
  const { rows, columns, top, weeks, isMean, busiest } = heatOf(hours)
  const shown = (value: number) => number(Math.round(value * 10) / 10)
  return (
    <ChartFigure
      title={t('reports.hours.title')}
      finding={
        busiest
          ? t('reports.hours.finding', {
              weekday: weekday(busiest.weekday - 1),
              hour: number(busiest.hour),
              n: shown(busiest.value),
            })
          : t('kit.chart.empty')
      }
      isEmpty={!busiest}
      isFree
      legend={
        <span className="chart-legend">
          {t(isMean && weeks > 1 ? 'reports.hours.mean' : 'reports.hours.sum', { count: weeks })}
        </span>
      }
      table={
        <ChartTable
          caption={t('reports.hours.title')}
          heads={[t('reports.hours.weekday'), ...columns.map((hour) => `${hour}h`)]}
          rows={rows.map(({ weekday: day, values }) => [weekday(day - 1), ...values.map(shown)])}
        />
      }
    >
      <section className="heat-scroll" aria-label={t('reports.hours.title')} {...scrolled}>
        <table className="heat">
          <thead>
            <tr>
              <th />
              {columns.map((hour) => (
                <th key={hour} scope="col">
                  {hour}h
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ weekday: day, values }) => (
              <tr key={day}>
                <th scope="row">
                  {weekday(day - 1)
                    .slice(0, 3)
                    .toLocaleLowerCase()}
                </th>
                {values.map((value, at) => (
                  <td
                    key={columns[at]}
                    data-none={value === 0 ? true : undefined}
                    style={{ '--v': value / top } as CSSProperties}
                  >
                    {value < 1 ? shown(value) : number(Math.round(value))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartFigure>
  )
}
