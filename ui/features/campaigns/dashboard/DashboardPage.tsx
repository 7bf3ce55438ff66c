import '../campaigns.css'
import '../../../shared/theme/table.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye, Megaphone, Search, X } from 'lucide-react'
import { type CSSProperties, type FormEvent, Suspense, useEffect, useState } from 'react'
import {
  type CampaignMetrics,
  campaignCreated,
  campaignDeleted,
  campaignUpdated,
  STATUS,
} from '../../../../src/features/campaigns/contract'
import { manageCampaigns } from '../../../../src/outbound/contract'
import { LineChart } from '../../../shared/chart/ChartFigure'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { addDays, localDay } from '../../../shared/i18n/zoned'
import { Button } from '../../../shared/kit/Button'
import { DayBox } from '../../../shared/kit/DayBox'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { IconButton } from '../../../shared/kit/IconButton'
import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { lazyPart } from '../../../shared/lazyPart'
import { useEvent } from '../../../shared/live/useEvent'
import { RefusedPage } from '../../../shared/RefusedPage'
import { useMay, useUser } from '../../../shared/session/useUser'
import { ChoiceFilter } from '../../../shared/table/ChoiceFilter'
import { useView, type View } from '../../../shared/table/useView'
import { throttleTrailing } from '../../../shared/throttle'
import { usePageTitle } from '../../../shared/usePageTitle'
import { metricsQuery } from '../api'
import { Progress, StatusWord } from '../CampaignState'
import { startsAt, wholeDays } from '../spec'
import { DashboardView, statuses } from '../view'

const DetailsDialog = lazyPart(() => import('./DetailsDialog').then((file) => file.DetailsDialog))

/** All campaigns together: counts by status, recipients reached, and the progress of each. */
export function DashboardPage() {
  return useMay()(manageCampaigns) ? <Dashboard /> : <RefusedPage needs={manageCampaigns} />
}

/** Running campaigns emit an event every second. */
const PACE = 3_000

function Dashboard() {
  const t = useText()
  usePageTitle(t('campaigns.dashboard.title'))
  const view = useView(DashboardView)
  const [looked, setLooked] = useState<number | null>(null)
  const query = useInfiniteQuery(metricsQuery(view.now))
  const { data, error, refetch } = query
  const [asking] = useState(() => throttleTrailing(() => void refetch(), PACE))
  useEffect(() => () => asking.cancel(), [asking])
  useEvent(campaignCreated, asking.ask)
  useEvent(campaignUpdated, asking.ask)
  useEvent(campaignDeleted, asking.ask)
  useEffect(() => {
    if (error) toast.error(t('campaigns.dashboard.failed'))
  }, [error, t])
  const first = data?.pages[0]
  const rows = data?.pages.flatMap(({ campaigns }) => campaigns) ?? []
  return (
    <main className="main page">
      <Filters view={view} />
      <div className="page-body">
        {error && !data && (
          <ErrorState error={error} title={t('campaigns.dashboard.failed')} onRetry={() => void refetch()} />
        )}
        {!data && !error && (
          <Loading className="grid gap-4 p-6">
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
            <Skeleton className="h-64" />
          </Loading>
        )}
        {first && (
          <>
            <Cards metrics={first.metrics} view={view} />
            <Totals metrics={first.metrics} />
            <div className="border-b border-line p-6 max-sm:p-4">
              <OverDays days={first.days} />
            </div>
            <Table rows={rows} onLook={setLooked} />
            {query.hasNextPage && (
              <div className="grid place-items-center p-4">
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('campaigns.dashboard.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      <Suspense>{looked !== null && <DetailsDialog id={looked} onClose={() => setLooked(null)} />}</Suspense>
    </main>
  )
}

/** Choices apply when `Filtrar` is pressed; applied ones are shown as chips below. */
function Filters({ view }: { view: View<DashboardView> }) {
  const t = useText()
  const { day } = useFormat()
  const { search, status, from, to } = view.now
  const counting = { search: search ?? '', status: status ?? '', from: from ?? '', to: to ?? '' }
  const [typed, setTyped] = useState(counting)
  const key = JSON.stringify(counting)
  const [known, setKnown] = useState(key)
  if (key !== known) {
    setKnown(key)
    setTyped(counting)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const chosen = statuses.find((one) => one === typed.status)
    view.change({
      search: typed.search.trim() || undefined,
      status: chosen,
      from: typed.from || undefined,
      to: typed.to || undefined,
    })
  }
  const chips = [
    search && { name: 'search' as const, words: t('campaigns.dashboard.named', { name: search }) },
    status && { name: 'status' as const, words: t(`campaigns.dashboard.ofStatus.${status}`) },
    from && { name: 'from' as const, words: t('campaigns.dashboard.since', { day: day(from) }) },
    to && { name: 'to' as const, words: t('campaigns.dashboard.until', { day: day(to) }) },
  ].filter((chip) => typeof chip === 'object')
  return (
    <form onSubmit={apply}>
      <div className="page-head">
        <h1 className="page-title mr-auto">{t('campaigns.dashboard.title')}</h1>
        <label className="input input-quiet">
          <Search className="text-faint" />
          <input
            type="search"
            aria-label={t('campaigns.search')}
            placeholder={t('campaigns.search')}
            maxLength={100}
            value={typed.search}
            onChange={({ target }) => setTyped({ ...typed, search: target.value })}
          />
        </label>
        <ChoiceFilter
          label={t('common.field.status')}
          all={t('common.allFeminine')}
          value={statuses.find((one) => one === typed.status)}
          onChange={(status) => setTyped({ ...typed, status: status ?? '' })}
          options={statuses.map((one) => ({ value: one, label: t(`campaigns.dashboard.ofStatus.${one}`) }))}
        />
        <span className="run-days inline-flex items-center gap-2 type-sm text-muted whitespace-nowrap max-md:order-3">
          <span aria-hidden="true">{t('kit.dates.from')}</span>
          <DayBox
            size="sm"
            label={t('campaigns.dashboard.start')}
            value={typed.from || null}
            max={typed.to || undefined}
            onChange={(day) => setTyped({ ...typed, from: day ?? '' })}
          />
        </span>
        <span className="run-days inline-flex items-center gap-2 type-sm text-muted whitespace-nowrap max-md:order-3">
          <span aria-hidden="true">{t('kit.dates.to')}</span>
          <DayBox
            size="sm"
            label={t('campaigns.dashboard.end')}
            value={typed.to || null}
            min={typed.from || undefined}
            onChange={(day) => setTyped({ ...typed, to: day ?? '' })}
          />
        </span>
        <Button type="submit">{t('campaigns.dashboard.filter')}</Button>
        {view.isNarrowed && (
          <Button tone="ghost" onClick={view.clear}>
            {t('campaigns.dashboard.clear')}
          </Button>
        )}
      </div>
      {chips.length > 0 && (
        <div className="flex flex-wrap gap-2 px-6 pb-3 max-sm:px-4">
          {chips.map(({ name, words }) => (
            <span key={name} className="pick-chip">
              {words}
              <button
                type="button"
                aria-label={t('campaigns.dashboard.without', { name: words })}
                onClick={() => view.change({ [name]: undefined })}
              >
                <X />
              </button>
            </span>
          ))}
        </div>
      )}
    </form>
  )
}

type Summary = CampaignMetrics['metrics']

/** Each shows the campaigns of its status; pressed again, all. */
function Cards({ metrics, view }: { metrics: Summary; view: View<DashboardView> }) {
  const t = useText()
  const { number } = useFormat()
  const cards = [
    ['total', undefined, metrics.totalCampaigns],
    ['active', STATUS.running, metrics.activeCampaigns],
    ['completed', STATUS.finished, metrics.completedCampaigns],
    ['scheduled', STATUS.scheduled, metrics.scheduledCampaigns],
    ['cancelled', STATUS.stopped, metrics.cancelledCampaigns],
    ['inactive', STATUS.draft, metrics.inactiveCampaigns],
  ] as const
  return (
    <fieldset className="run-counters border-t-0!" style={{ '--columns': 6 } as CSSProperties}>
      <legend className="sr-only">{t('common.field.status')}</legend>
      {cards.map(([name, status, count]) => (
        <button
          className="cursor-pointer hover:bg-hover aria-pressed:bg-selected aria-pressed:shadow-[inset_0_-2px_0_var(--color-primary)]"
          key={name}
          type="button"
          aria-pressed={view.now.status === status}
          onClick={() => view.change({ status: view.now.status === status ? undefined : status })}
        >
          <span className="type-sm text-muted font-medium">{t(`campaigns.card.${name}`)}</span>
          <span className="counter-value">{number(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}

function Totals({ metrics }: { metrics: Summary }) {
  const t = useText()
  const { number } = useFormat()
  const totals = [
    ['contacts', metrics.totalContacts],
    ['valid', metrics.validContacts],
    ['delivered', metrics.totalDelivered],
    ['confirmed', metrics.totalConfirmed],
  ] as const
  return (
    <dl className="run-counters border-t-0!" style={{ '--columns': 4 } as CSSProperties}>
      {totals.map(([name, count]) => (
        <div key={name}>
          <dt className="type-sm text-muted font-medium">{t(`campaigns.total.${name}`)}</dt>
          <dd className="counter-value">{number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Minimum size drawn. */
const USUAL_DAYS = 30

function OverDays({ days: known }: { days: CampaignMetrics['days'] }) {
  const t = useText()
  const { timeZone } = useUser().company
  const last = known.at(-1)?.day ?? localDay(Date.now(), timeZone)
  const [first = last] = [known[0]?.day ?? last, addDays(last, 1 - USUAL_DAYS)].toSorted()
  const days = wholeDays(known, first, last)
  const { day, number } = useFormat()
  const sum = (name: 'delivered' | 'read' | 'answered' | 'optedOut') =>
    number(days.reduce((total, one) => total + one[name], 0))
  return (
    <LineChart
      title={t('campaigns.dashboard.chart')}
      finding={t('campaigns.chart.finding', {
        delivered: sum('delivered'),
        read: sum('read'),
        answered: sum('answered'),
        optedOut: sum('optedOut'),
      })}
      of={t('campaigns.dashboard.day')}
      data={{
        series: [
          { id: 'delivered', name: t('campaigns.counter.delivered') },
          { id: 'read', name: t('campaigns.counter.read') },
          { id: 'answered', name: t('campaigns.chart.answers') },
          { id: 'optedOut', name: t('campaigns.counter.optedOut'), color: 5 },
        ],
        // All our languages write day, month, year.
        rows: days.map((one) => ({
          label: day(one.day).slice(0, 5),
          values: [one.delivered, one.read, one.answered, one.optedOut],
        })),
      }}
    />
  )
}

type TableProps = { rows: CampaignMetrics['campaigns']; onLook(id: number): void }

function Table({ rows, onLook }: TableProps) {
  const t = useText()
  const { dateTime } = useFormat()
  const { timeZone } = useUser().company
  const moment = (at: string | null) => (at === null ? '–' : dateTime(at))
  if (rows.length === 0) return <EmptyState heading="h2" icon={<Megaphone />} title={t('campaigns.dashboard.none')} />
  const heads = ['campaign', 'status', 'progress', 'createdAt', 'scheduledAt', 'completedAt'] as const
  return (
    <div className="overflow-x-auto">
      <table className="grid-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`campaigns.dashboard.column.${head}`)}
              </th>
            ))}
            <th scope="col" className="action-cell">
              {t('campaigns.dashboard.column.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, status, progress, createdAt, scheduledAt, completedAt }) => (
            <tr key={id}>
              <td className="lead">
                <button type="button" className="row-open" onClick={() => onLook(id)}>
                  {name}
                </button>
              </td>
              <td>
                <StatusWord status={status} />
              </td>
              <td>
                <Progress value={progress / 100} />
              </td>
              <td className="nums">{moment(createdAt)}</td>
              <td className="nums">{moment(startsAt(scheduledAt, timeZone))}</td>
              <td className="nums">{moment(completedAt)}</td>
              <td className="action-cell">
                <IconButton label={t('campaigns.dashboard.details', { name })} onClick={() => onLook(id)}>
                  <Eye />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
