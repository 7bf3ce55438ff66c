import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChannelKind } from '../../../src/channels/contract'
import type { Grouping, ReportFigures, ReportSummary } from '../../../src/features/reports/contract'
import { ChartFigure, ChartTable } from '../../shared/chart/ChartFigure'
import { Ranks } from '../../shared/figures/Ranks'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Face } from '../../shared/kit/Face'
import { Loading } from '../../shared/kit/Loading'
import { QueueChip } from '../../shared/kit/QueueChip'
import { Skeleton } from '../../shared/kit/Skeleton'
import { SortHead } from '../../shared/kit/SortHead'
import { Tag } from '../../shared/kit/Tag'
import type { View } from '../../shared/table/useView'
import { PeriodCosts } from '../message-costs/PeriodCosts'
import { type ReportChoice, summaryQuery } from './api'
import { sortedRows } from './rules'
import type { ReportsView, Sort } from './view'

type Row = ReportSummary['rows'][number]

const heads = {
  attendants: 'figures.attendant',
  queues: 'figures.queue',
  tags: 'reports.tag',
  connections: 'figures.connection',
  channels: 'figures.channel',
} as const

/** Links to the tickets of a row. */
const searchOf = (
  by: Grouping,
  id: number | null,
  { from, to, queue, user, connection, channel }: ReportChoice,
): ReportsView => {
  const days = { search: '', from, to, queue, user, connection, channel }
  if (by === 'attendants') return { ...days, user: [id ?? 0] }
  if (by === 'queues') return { ...days, queue: [id ?? 0] }
  if (by === 'tags') return { ...days, tag: id === null ? undefined : [id] }
  if (by === 'channels') return { ...days, channel: id === null ? undefined : ChannelKind.options[id - 1] }
  return { ...days, connection: id === null ? undefined : [id] }
}

function useNameOf(by: Grouping) {
  const t = useText()
  return ({ id, name, color }: Row): ReactNode => {
    if (by === 'queues') return <QueueChip queue={id === null ? null : { name: name ?? '', color: color ?? '' }} />
    if (by === 'tags') return <Tag tag={{ name: name ?? '', color: color ?? '' }} />
    if (by === 'connections') return name
    if (by === 'channels') return t.find(`common.channel.${name}`) ?? name
    return id === null ? (
      <span className="text-faint">{t('reports.nobody')}</span>
    ) : (
      <span className="person">
        <Face name={name ?? ''} size={1.75} />
        {name}
      </span>
    )
  }
}

/** Maximum that a chart can show; the table below has all. */
const MOST_RANKED = 8

/** Tickets of each entry as bars, with their share. */
export function ShareChart({ chosen, by }: { chosen: ReportChoice; by: Grouping }) {
  const t = useText()
  const { number, span } = useFormat()
  const { data } = useQuery(summaryQuery(chosen, by))
  const nameOf = useNameOf(by)
  const words = ({ id, name }: Row) =>
    (by === 'channels' ? t.find(`common.channel.${name}`) : undefined) ??
    name ??
    (id === null && by === 'queues' ? t('common.noQueue') : t('reports.nobody'))
  const rows = data?.rows.filter(({ opened }) => opened > 0) ?? []
  const [first] = rows
  const title = t('reports.share', { by: t(`reports.tab.${by}`).toLocaleLowerCase() })
  return (
    <ChartFigure
      title={title}
      finding={first ? t('reports.leader', { name: words(first), count: first.opened }) : t('kit.chart.empty')}
      isEmpty={rows.length === 0}
      isFree
      table={
        <ChartTable
          caption={title}
          heads={[t(heads[by]), t('figures.opened')]}
          rows={rows.map((row) => [words(row), number(row.opened)])}
        />
      }
    >
      <Ranks
        ranks={rows.slice(0, MOST_RANKED).map((row) => ({
          id: row.id ?? 0,
          name: nameOf(row),
          value: row.opened,
          words: number(row.opened),
          beside: row.avgWaitTime === null ? '' : span(row.avgWaitTime),
        }))}
      />
    </ChartFigure>
  )
}

/** The means of the period, beside the bars. */
export function Means({ chosen, by }: { chosen: ReportChoice; by: Grouping }) {
  const t = useText()
  const { number, span } = useFormat()
  const { data } = useQuery(summaryQuery(chosen, by))
  if (!data || data.total.opened === 0) return null
  const { avgWaitTime, avgSupportTime, rating } = data.total
  const time = (seconds: number | null) => (seconds === null ? '–' : span(seconds))
  const means = [
    [t('figures.wait'), time(avgWaitTime)],
    [t('figures.support'), time(avgSupportTime)],
    [t('figures.rating'), rating === null ? '–' : t('reports.ofTop', { mean: number(Math.round(rating * 10) / 10) })],
  ] as const
  return (
    <dl className="report-means">
      {means.map(([name, value]) => (
        <div key={name}>
          <dt className="text-faint">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Column = { readonly id: Sort; readonly head: string; readonly value: (figures: ReportFigures) => ReactNode }

/** A ready-made view: a row for each attendant, queue, tag or connection, and their sum. */
export function SummaryView({ view, chosen, by }: { view: View<ReportsView>; chosen: ReportChoice; by: Grouping }) {
  const t = useText()
  const { number, span, share } = useFormat()
  const query = useQuery(summaryQuery(chosen, by))
  const time = (seconds: number | null) => (seconds === null ? '–' : span(seconds))
  const columns: readonly Column[] = [
    { id: 'opened', head: t('figures.opened'), value: ({ opened }) => number(opened) },
    { id: 'closed', head: t('figures.closed'), value: ({ closed }) => number(closed) },
    { id: 'wait', head: t('figures.wait'), value: ({ avgWaitTime }) => time(avgWaitTime) },
    { id: 'support', head: t('figures.support'), value: ({ avgSupportTime }) => time(avgSupportTime) },
    // Tags belong to tickets, so messages and ratings are not counted by tag.
    ...(by === 'tags'
      ? []
      : ([
          // Nobody receives a message for oneself alone.
          ...(by === 'attendants'
            ? []
            : ([
                { id: 'received', head: t('reports.received'), value: ({ received }) => number(received) },
              ] satisfies Column[])),
          { id: 'sent', head: t('reports.sent'), value: ({ sent }) => number(sent) },
          { id: 'rating', head: t('figures.rating'), value: (figures) => <Stars {...figures} /> },
          {
            id: 'satisfied',
            head: t('reports.satisfied'),
            value: ({ satisfied }) => (satisfied === null ? '–' : share(satisfied)),
          },
        ] satisfies Column[])),
  ]
  return (
    <Loaded query={query}>
      {(data) =>
        data.rows.length === 0 ? (
          <EmptyState heading="h2" icon={<Star />} title={t(by === 'tags' ? 'reports.noTags' : 'reports.empty')}>
            {t('reports.emptyText')}
          </EmptyState>
        ) : (
          <>
            <div className="figure-charts report-summary">
              <ShareChart chosen={chosen} by={by} />
              <Means chosen={chosen} by={by} />
            </div>
            <FiguresTable view={view} data={data} by={by} chosen={chosen} columns={columns} hasTotal={by !== 'tags'} />
            {(by === 'connections' || by === 'channels') && (
              <PeriodCosts from={chosen.from} to={chosen.to} by={by} connectionIds={chosen.connection} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

/** Ratings and NPS, by attendant and by queue. */
export function RatingsView({ view, chosen }: { view: View<ReportsView>; chosen: ReportChoice }) {
  const t = useText()
  const { number, share } = useFormat()
  const attendants = useQuery(summaryQuery(chosen, 'attendants'))
  const queues = useQuery(summaryQuery(chosen, 'queues'))
  const columns: readonly Column[] = [
    { id: 'asked', head: t('reports.asked'), value: ({ asked }) => number(asked) },
    { id: 'answered', head: t('reports.answered'), value: ({ answered }) => number(answered) },
    {
      id: 'rating',
      head: t('reports.mean'),
      value: ({ rating }) => (rating === null ? '–' : number(Math.round(rating * 10) / 10)),
    },
    {
      id: 'satisfied',
      head: t('reports.satisfied'),
      value: ({ satisfied }) => (satisfied === null ? '–' : share(satisfied)),
    },
    { id: 'promoters', head: t('reports.promoters'), value: ({ promoters }) => number(promoters) },
    { id: 'passives', head: t('reports.passives'), value: ({ passives }) => number(passives) },
    { id: 'detractors', head: t('reports.detractors'), value: ({ detractors }) => number(detractors) },
    { id: 'nps', head: 'NPS', value: ({ nps }) => (nps === null ? '–' : number(nps)) },
  ]
  const rated = (summary: ReportSummary): ReportSummary => ({
    ...summary,
    rows: summary.rows.filter(({ asked }) => asked > 0),
  })
  return (
    <Loaded query={attendants}>
      {(data) =>
        data.total.asked === 0 ? (
          <EmptyState heading="h2" icon={<Star />} title={t('reports.noRatings')}>
            {t('reports.emptyText')}
          </EmptyState>
        ) : (
          <>
            <NpsParts figures={data.total} />
            <FiguresTable
              view={view}
              data={rated(data)}
              by="attendants"
              chosen={chosen}
              columns={columns}
              hasTotal
              isEven
            />
            {queues.data && (
              <FiguresTable
                view={view}
                data={rated(queues.data)}
                by="queues"
                chosen={chosen}
                columns={columns}
                hasTotal={false}
                isEven
              />
            )}
            <p className="px-6 py-4 text-sm max-sm:px-4">
              <Link
                to="/ratings"
                search={{ tab: 'results', from: chosen.from, to: chosen.to }}
                className="font-medium text-primary-ink hover:underline"
              >
                {t('reports.toRatings')}
              </Link>
            </p>
          </>
        )
      }
    </Loaded>
  )
}

/** Promoters, passives and detractors as parts of one bar. */
function NpsParts({ figures: { nps, promoters, passives, detractors } }: { figures: ReportFigures }) {
  const t = useText()
  const { number } = useFormat()
  if (nps === null) return null
  const parts = [
    { id: 'promoters', n: promoters, color: 'var(--chart-1)' },
    { id: 'passives', n: passives, color: 'var(--chart-2)' },
    { id: 'detractors', n: detractors, color: 'var(--chart-5)' },
  ] as const
  return (
    <section className="grid gap-2 border-b border-line px-6 py-4 max-sm:px-4">
      <h2 className="text-sm font-semibold">NPS {number(nps)}</h2>
      <div
        className="flex gap-0.5 h-2.5 rounded-full overflow-hidden bg-base-300"
        role="img"
        aria-label={t('reports.npsOf', {
          nps: number(nps),
          promoters: number(promoters),
          passives: number(passives),
          detractors: number(detractors),
        })}
      >
        {parts.map(
          ({ id, n, color }) =>
            n > 0 && <i className="flex-[1_1_0] min-w-0.5" key={id} style={{ flexGrow: n, background: color }} />,
        )}
      </div>
      <p className="chart-legend">
        {parts.map(({ id, n, color }) => (
          <span key={id}>
            <i style={{ background: color }} />
            {t(`reports.${id}`)} {number(n)}
          </span>
        ))}
      </p>
    </section>
  )
}

function Stars({ rating, answered }: ReportFigures) {
  const { number } = useFormat()
  if (rating === null) return '–'
  return (
    <span className="stars">
      <Star />
      {number(Math.round(rating * 10) / 10)}
      <small>{number(answered)}</small>
    </span>
  )
}

type TableProps = {
  view: View<ReportsView>
  data: ReportSummary
  by: Grouping
  chosen: ReportChoice
  columns: readonly Column[]
  hasTotal: boolean
  /** Columns of equal width, for tables above each other. */
  isEven?: boolean
}

function FiguresTable({ view, data, by, chosen, columns, hasTotal, isEven = false }: TableProps) {
  const t = useText()
  const nameOf = useNameOf(by)
  // Figures are sorted from the highest, so their arrows point the other way.
  const head = (id: Sort, words: string) => (
    <SortHead
      key={id}
      sorted={view.sort === id}
      desc={id === 'name' ? view.desc : !view.desc}
      className={id === 'name' ? undefined : 'num'}
      onSort={() => view.sortBy(id)}
    >
      {words}
    </SortHead>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="overflow-x-auto" tabIndex={0} aria-label={t(`reports.tab.${by}`)}>
      <table className={classes('grid-table', isEven && 'report-even md:table-fixed')}>
        <thead>
          <tr>
            {head('name', t(heads[by]))}
            {columns.map((column) => head(column.id, column.head))}
          </tr>
        </thead>
        <tbody>
          {sortedRows(data.rows, view.now).map((row) => (
            <tr key={row.id ?? 0}>
              <td className="lead">
                <Link to="/reports" search={searchOf(by, row.id, chosen)} className="hover:underline">
                  {nameOf(row)}
                </Link>
              </td>
              {columns.map(({ id, value }) => (
                <td key={id} className="num">
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
          {hasTotal && data.rows.length > 1 && (
            <tr className="font-semibold">
              <td className="lead">{t('reports.total')}</td>
              {columns.map(({ id, value }) => (
                <td key={id} className="num">
                  {value(data.total)}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

type LoadedProps<T> = {
  query: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown }
  children(data: T): ReactNode
}

export function Loaded<T>({ query: { data, error, refetch }, children }: LoadedProps<T>) {
  const t = useText()
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} title={t('reports.failed')} onRetry={() => void refetch()} />
  return (
    <Loading className="grid gap-4 p-6">
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
    </Loading>
  )
}
