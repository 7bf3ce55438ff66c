import '../../shared/figures/figures.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { FileSpreadsheet, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { contactUpdated } from '../../../src/contacts/contract'
import type { DashboardSheet } from '../../../src/features/dashboard/contract'
import { ratingAnswered } from '../../../src/features/ratings/contract'
import { hasMenu } from '../../../src/tenancy/contract'
import { ticketDeleted, ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { personUpdated } from '../../../src/users/contract'
import { PlaceFilters } from '../../shared/figures/places'
import { useSheet } from '../../shared/figures/sheet'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { addDays, localDay } from '../../shared/i18n/zoned'
import { Button } from '../../shared/kit/Button'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { Note } from '../../shared/kit/Note'
import { Segment } from '../../shared/kit/Segment'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StaleNote } from '../../shared/kit/StaleNote'
import { useNow } from '../../shared/kit/useNow'
import { useEvent } from '../../shared/live/useEvent'
import { useMay, useUser } from '../../shared/session/useUser'
import { DateRangeFilter } from '../../shared/table/DateRangeFilter'
import { useView, type View } from '../../shared/table/useView'
import { throttleTrailing } from '../../shared/throttle'
import { usePageTitle } from '../../shared/usePageTitle'
import { AttendantsTable } from './AttendantsTable'
import { DASHBOARD, type DashboardChoice, dashboardQuery, sheetAddress, timesQuery } from './api'
import { Cards } from './Cards'
import { AttendantsChart, TimesChart } from './Charts'
import { DashboardView } from './view'

/** Its menu number in plans. */
const MENU = 12

/** The company at a glance; without the permission or the plan feature, it redirects to the desk. */
export function DashboardPage() {
  const may = useMay()
  const { plan } = useUser().company
  return may('dashboard:view') && hasMenu(plan, MENU) ? <Overview /> : <Navigate to="/tickets/{-$ticketId}" replace />
}

function Overview() {
  const t = useText()
  usePageTitle(t('dashboard.title'))
  const view = useView(DashboardView)
  const chosen = useChosen(view.now)
  const cards = useQuery(dashboardQuery(chosen))
  const times = useQuery(timesQuery(chosen))
  const { isFetching, fetchSheet } = useSheet()
  useAskAgain()
  const isDay = chosen.from === chosen.to
  const points = times.data?.data ?? []
  const sheet = (which: DashboardSheet) =>
    void fetchSheet(
      sheetAddress(which, chosen),
      `${t(which === 'attendants' ? 'dashboard.sheets.attendants' : isDay ? 'dashboard.sheets.hour' : 'dashboard.sheets.day')} ${chosen.from}.xlsx`,
    )
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('dashboard.title')}</h1>
        <Until chosen={chosen} />
        <Periods view={view} chosen={chosen} />
        <PlaceFilters now={view.now} change={view.change} />
        <Menu
          trigger={
            <Button busy={isFetching}>
              <FileSpreadsheet />
              {t('dashboard.sheet')}
            </Button>
          }
        >
          <MenuItem onSelect={() => sheet('attendants')}>{t('dashboard.sheets.attendants')}</MenuItem>
          <MenuItem onSelect={() => sheet('times')}>
            {t(isDay ? 'dashboard.sheets.hour' : 'dashboard.sheets.day')}
          </MenuItem>
        </Menu>
      </div>
      <div className="page-body">
        {cards.error && !cards.data && (
          <ErrorState error={cards.error} title={t('dashboard.failed')} onRetry={() => void cards.refetch()} />
        )}
        {cards.error && cards.data && <StaleNote onRetry={() => void cards.refetch()} />}
        {!cards.data && !cards.error && (
          <Loading className="grid gap-4 p-6">
            <Skeleton className="h-48" />
            <Skeleton className="h-64" />
          </Loading>
        )}
        {cards.data && (
          <>
            {cards.data.isCounting && (
              <Note tone="info" icon={<Hourglass />} className="mx-6 mb-4">
                {t('figures.counting')}
              </Note>
            )}
            <Cards dashboard={cards.data} points={points} chosen={chosen} />
            <div className="figure-charts">
              {times.error && !times.data ? (
                <ErrorState
                  error={times.error}
                  title={t('dashboard.failedCharts')}
                  onRetry={() => void times.refetch()}
                />
              ) : (
                <TimesChart points={points} onSheet={() => sheet('times')} />
              )}
              <AttendantsChart rows={cards.data.attendants} onSheet={() => sheet('attendants')} />
            </div>
            <AttendantsTable rows={cards.data.attendants} view={view} chosen={chosen} />
          </>
        )}
      </div>
    </main>
  )
}

/** Without days in the address: today, which follows midnight. */
function useChosen({ from, to, queue, connection }: DashboardView): DashboardChoice {
  const today = localDay(useNow(60_000), useUser().company.timeZone)
  const last = to ?? from ?? today
  return { from: from ?? last, to: last, queue, connection }
}

/** The days shown; for today, up to what time. */
function Until({ chosen: { from, to } }: { chosen: DashboardChoice }) {
  const t = useText()
  const { day, time } = useFormat()
  const now = useNow(60_000)
  const today = localDay(now, useUser().company.timeZone)
  return (
    <span className="page-count">
      {from !== to
        ? t('dashboard.days', { from: day(from), to: day(to) })
        : from === today
          ? t('dashboard.until', { day: day(from), time: time(now) })
          : day(from)}
    </span>
  )
}

const PRESETS = [7, 30] as const

function Periods({ view, chosen: { from, to } }: { view: View<DashboardView>; chosen: DashboardChoice }) {
  const t = useText()
  const today = localDay(useNow(60_000), useUser().company.timeZone)
  const first = (days: number) => addDays(today, 1 - days)
  const preset = to === today && PRESETS.find((days) => from === first(days))
  const value = from === today && to === today ? 'today' : preset ? `${preset}` : 'other'
  return (
    <>
      <Segment
        label={t('dashboard.period')}
        value={value}
        onChange={(id) =>
          view.change(id === 'today' ? { from: undefined, to: undefined } : { from: first(Number(id)), to: today })
        }
        items={[
          { id: 'today', label: t('dashboard.today') },
          ...PRESETS.map((days) => ({ id: `${days}`, label: t('dashboard.lastDays', { count: days }) })),
        ]}
      />
      <DateRangeFilter
        label={t('dashboard.period')}
        isSaid={value !== 'other'}
        value={{ from, to }}
        onChange={({ from, to }) => view.change({ from, to })}
      />
    </>
  )
}

/** The shortest interval between refetches. */
const PACE = 5_000

function useAskAgain() {
  const client = useQueryClient()
  const [asking] = useState(() => throttleTrailing(() => void client.invalidateQueries({ queryKey: DASHBOARD }), PACE))
  useEffect(() => () => asking.cancel(), [asking])
  useEvent(ticketUpdated, asking.ask)
  useEvent(ticketDeleted, asking.ask)
  useEvent(messageCreated, asking.ask)
  useEvent(ratingAnswered, asking.ask)
  useEvent(contactUpdated, asking.ask)
  useEvent(personUpdated, asking.ask)
}
