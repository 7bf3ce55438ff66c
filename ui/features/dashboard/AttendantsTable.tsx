import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { AttendantFigures } from '../../../src/features/dashboard/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { SortHead } from '../../shared/kit/SortHead'
import type { View } from '../../shared/table/useView'
import { Presence } from '../directory/Presence'
import type { DashboardChoice } from './api'
import { sortedAttendants } from './rules'
import type { DashboardView } from './view'

type Props = { rows: readonly AttendantFigures[]; view: View<DashboardView>; chosen: DashboardChoice }

/** All attendants with presence and figures; each number links to its conversations. */
export function AttendantsTable({ rows, view, chosen }: Props) {
  const t = useText()
  const { number, span } = useFormat()
  const { from, to, ...places } = chosen
  const top = Math.max(...rows.map(({ closed }) => closed), 1)
  const time = (seconds: number | null) => (seconds === null ? '–' : span(seconds))
  const head = (id: NonNullable<DashboardView['sort']>, words: string, isNumber = true) => (
    <SortHead
      sorted={view.sort === id}
      desc={view.sort === 'name' ? view.desc : !view.desc}
      className={isNumber ? 'num' : undefined}
      onSort={() => view.sortBy(id)}
    >
      {words}
    </SortHead>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="overflow-x-auto" tabIndex={0} aria-label={t('dashboard.sheets.attendants')}>
      <table className="grid-table">
        <thead>
          <tr>
            {head('name', t('figures.attendant'), false)}
            <th scope="col">{t('dashboard.presence')}</th>
            {head('open', t('dashboard.open'))}
            {head('closed', t('figures.closed'))}
            {head('wait', t('figures.wait'))}
            {head('support', t('figures.support'))}
            {head('rating', t('figures.rating'))}
          </tr>
        </thead>
        <tbody>
          {sortedAttendants(rows, view.now).map((one) => (
            <tr key={one.id} data-off={one.active ? undefined : true}>
              <td className="lead">
                <Link
                  to="/reports"
                  search={{ ...places, from, to, status: 'closed', by: 'closed', user: one.id }}
                  className="person hover:underline"
                >
                  <Face name={one.name} size={1.75} />
                  {one.name}
                </Link>
              </td>
              <td>
                {one.online ? (
                  <Presence status={one.status} />
                ) : (
                  <span className="state state-away text-faint">
                    {t(one.active ? 'dashboard.offline' : 'dashboard.inactive')}
                  </span>
                )}
              </td>
              <td className="num">
                <Link
                  to="/reports"
                  search={{ ...places, status: 'open', anytime: true, user: one.id }}
                  className="hover:underline"
                >
                  {number(one.open)}
                </Link>
              </td>
              <td className="num">
                <span className="inline-grid grid-cols-[5.625rem_2.25rem] items-center">
                  <i
                    className="h-2 w-[calc(var(--v)*100%)] rounded-xs bg-(--chart-1)"
                    style={{ '--v': one.closed / top } as CSSProperties}
                  />
                  <span>{number(one.closed)}</span>
                </span>
              </td>
              <td className="num">{time(one.avgWaitTime)}</td>
              <td className="num">{time(one.avgSupportTime)}</td>
              <td className="num">
                {one.rating === null ? (
                  '–'
                ) : (
                  <span className="stars">
                    <Star />
                    {number(Math.round(one.rating * 10) / 10)}
                    <small>{number(one.ratings)}</small>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
