import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { Overview, Point } from '../../../../src/features/monitor/contract'
import { LineChart } from '../../../shared/chart/ChartFigure'
import { Figure } from '../../../shared/figures/Figure'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { useNow } from '../../../shared/kit/useNow'
import type { View } from '../../../shared/table/useView'
import { pointsQuery } from '../api'
import { type Ask, asksOf, isFailed } from '../rules'
import type { MonitorView } from '../view'
import { BackupsPart } from './BackupsPart'
import { CompaniesPart } from './CompaniesPart'
import { DownPart } from './DownPart'
import { ErrorsPart } from './ErrorsPart'
import { JobsPart, QueuesPart } from './QueuesPart'

/** Rows per section of the overview; its tab shows all. */
const FEW = 6

export function OverviewTab({ data, view }: { data: Overview; view: View<MonitorView> }) {
  const failed = data.jobs.filter(isFailed)
  return (
    <>
      <Asks data={data} view={view} />
      {data.machine !== null && <OfMachine name={data.machine} />}
      <Figures data={data} />
      <Charts hours={view.now.hours ?? 24} />
      <div className="halves grid grid-cols-2 max-lg:grid-cols-1">
        <QueuesPart queues={data.queues} />
        <ErrorsPart errors={data.errors.slice(0, FEW)} />
        <CompaniesPart records={data.companies.records} />
        <div>
          <DownPart down={{ ...data.down, records: data.down.records.slice(0, FEW) }} />
          <DiskPart disk={data.disk} />
        </div>
      </div>
      {failed.length > 0 && <JobsPart jobs={failed} />}
      <BackupsPart plan={{ ...data.backups, records: data.backups.records.slice(0, FEW) }} />
    </>
  )
}

/** In a fleet. */
function OfMachine({ name }: { name: string }) {
  const t = useText()
  return (
    <p className="border-b border-line px-6 py-2 text-sm text-muted max-md:px-4">
      {t('monitor.ofMachine', { name })}{' '}
      <Link to="/installation" search={{ tab: 'machines' }} className="link">
        {t('monitor.machines')}
      </Link>
    </p>
  )
}

function Asks({ data, view }: { data: Overview; view: View<MonitorView> }) {
  const t = useText()
  const asks = asksOf(data, useNow(15_000))
  if (asks.length === 0)
    return (
      <p className="ask ask-fine" role="status">
        <CircleCheck />
        {t('monitor.fine')}
      </p>
    )
  return (
    <ul className="grid border-b border-line" aria-label={t('monitor.asks')}>
      {asks.map((ask) => (
        <li key={`${ask.what} ${ask.name ?? ''}`} className={ask.tone === 'bad' ? 'ask ask-bad' : 'ask ask-warn'}>
          {ask.tone === 'bad' ? <CircleAlert /> : <TriangleAlert />}
          <AskWords ask={ask} />
          {ask.tab !== 'overview' && (
            <Button tone="ghost" size="sm" onClick={() => view.change({ tab: ask.tab })}>
              {t(`monitor.see.${ask.tab}`)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function AskWords({ ask: { what, name = '', count = 0, span: wait = 0, detail = '' } }: { ask: Ask }) {
  const t = useText()
  const { span, number } = useFormat()
  const words = {
    name: t.find(`monitor.queue.${name}`) ?? name,
    n: number(count),
    span: span(wait / 1000),
    detail,
    count,
  }
  return (
    <span className="flex-1 min-w-0 wrap-anywhere">
      <b>{t(`monitor.ask.${what}`, words)}</b> {t(`monitor.askText.${what}`, words)}
    </span>
  )
}

function Figures({ data }: { data: Overview }) {
  const t = useText()
  const { number, share, size } = useFormat()
  const { loop, memory, disk, sockets, connections, requests, down } = data
  const part = (some: number, all: number) => share(all > 0 ? Math.round((1000 * some) / all) / 1000 : 0)
  return (
    <section
      className="figures grid-cols-6 border-t-0 max-lg:grid-cols-3 max-sm:grid-cols-2"
      aria-label={t('monitor.figures')}
    >
      <div>
        <Figure
          name={t('monitor.loop')}
          value={number(Math.round(loop.p99))}
          unit="ms"
          hint={t('monitor.loopHint', { max: number(Math.round(loop.max)) })}
        />
      </div>
      <div>
        <Figure
          name={t('monitor.memory')}
          value={size(memory.used)}
          hint={t('monitor.memoryHint', { total: size(memory.total), share: part(memory.used, memory.total) })}
        />
      </div>
      <div>
        <Figure
          name={t('monitor.disk')}
          value={part(disk.total - disk.free, disk.total)}
          hint={t('monitor.diskHint', { free: size(disk.free) })}
        />
      </div>
      <div>
        <Figure
          name={t('monitor.sockets')}
          value={number(sockets.count)}
          hint={[
            t('monitor.people', { count: sockets.people }),
            t('monitor.inCompanies', { count: sockets.companies }),
          ].join(', ')}
        />
      </div>
      <div>
        <Figure
          name={t('monitor.connections')}
          value={number(connections.up)}
          unit={t('monitor.of', { total: number(connections.total) })}
          hint={
            down.count > 0 ? (
              <span className="figure-hint text-error-ink!">
                <CircleAlert />
                {t('monitor.downCount', { n: number(down.count), count: down.count })}
              </span>
            ) : (
              t('monitor.allUp')
            )
          }
        />
      </div>
      <div>
        <Figure
          name={t('monitor.slow')}
          value={part(requests.slow, requests.total)}
          hint={requests.worst ? t('monitor.worst', { route: requests.worst }) : t('monitor.slowHint')}
        />
      </div>
    </section>
  )
}

function Charts({ hours }: { hours: 1 | 24 | 168 }) {
  const t = useText()
  const { time: timeOfDay, shortDateTime, number } = useFormat()
  const time = hours > 24 ? shortDateTime : timeOfDay
  const { data } = useQuery(pointsQuery(hours))
  const points = data?.records ?? []
  const worst = points.reduce<Point | undefined>((top, point) => (!top || point.p99 > top.p99 ? point : top), undefined)
  const last = points.at(-1)
  return (
    <div className="figure-charts grid-cols-2 max-lg:grid-cols-1">
      <LineChart
        title={t('monitor.loopChart')}
        finding={
          worst ? t('monitor.loopFinding', { max: number(worst.p99), time: time(worst.at) }) : t('monitor.noPoints')
        }
        of={t('monitor.time')}
        data={{
          series: [
            { id: 'p99', name: t('monitor.p99') },
            { id: 'p50', name: t('monitor.p50') },
          ],
          rows: points.map(({ at, p99, p50 }) => ({ label: time(at), values: [p99, p50] })),
        }}
      />
      <LineChart
        title={t('monitor.memoryChart')}
        finding={last ? t('monitor.memoryFinding', { now: number(last.memory) }) : t('monitor.noPoints')}
        of={t('monitor.time')}
        data={{
          series: [{ id: 'memory', name: t('monitor.memory') }],
          rows: points.map(({ at, memory }) => ({ label: time(at), values: [memory] })),
        }}
      />
    </div>
  )
}

function DiskPart({ disk: { total, free, databases, backups } }: Pick<Overview, 'disk'>) {
  const t = useText()
  const { size } = useFormat()
  const used = total - free
  const others = Math.max(0, used - databases - backups)
  const parts = [
    { id: 'databases', bytes: databases, color: 'var(--chart-1)' },
    { id: 'backups', bytes: backups, color: 'var(--chart-2)' },
    { id: 'others', bytes: others, color: 'var(--chart-3)' },
    { id: 'free', bytes: free, color: undefined },
  ] as const
  return (
    <section aria-label={t('monitor.disk')} className="border-t border-line">
      <h2 className="half-head">
        {t('monitor.disk')} <small>{t('monitor.diskOf', { used: size(used), total: size(total) })}</small>
      </h2>
      <div className="grid gap-2.5 px-6 pb-4">
        <div className="monitor-parts flex gap-0.5 h-2.5 rounded-full overflow-hidden bg-base-300" aria-hidden>
          {parts.map(({ id, bytes, color }) => (
            <i key={id} style={{ '--n': bytes, ...(color && { '--s': color }) } as CSSProperties} />
          ))}
        </div>
        <div className="monitor-counts flex flex-wrap gap-y-1 gap-x-6 type-sm">
          {parts.map(({ id, bytes, color }) => (
            <span className="inline-flex items-center gap-1.5 text-muted whitespace-nowrap" key={id}>
              <i style={{ ...(color && { '--s': color }) } as CSSProperties} />
              {t(`monitor.diskPart.${id}`)} <b>{size(bytes)}</b>
            </span>
          ))}
        </div>
      </div>
    </section>
  )
}
