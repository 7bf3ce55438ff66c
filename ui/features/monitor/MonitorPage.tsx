import '../../shared/figures/figures.css'
import './monitor.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { Overview } from '../../../src/features/monitor/contract'
import { monitorChanged } from '../../../src/features/monitor/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Segment } from '../../shared/kit/Segment'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StaleNote } from '../../shared/kit/StaleNote'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { useEvent } from '../../shared/live/useEvent'
import { OperatorPage } from '../../shared/OperatorPage'
import { saveFile } from '../../shared/saveFile'
import { useView, type View } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { fetchMetrics, MONITOR, overviewQuery } from './api'
import { BackupsPart } from './parts/BackupsPart'
import { BiPart } from './parts/BiPart'
import { CompaniesTab } from './parts/CompaniesPart'
import { DownPart } from './parts/DownPart'
import { ErrorsPart } from './parts/ErrorsPart'
import { OverviewTab } from './parts/OverviewTab'
import { JobsPart, QueuesPart } from './parts/QueuesPart'
import { SlowPart } from './parts/SlowPart'
import { SocketsTab } from './parts/SocketsTab'
import { asksOf } from './rules'
import { MonitorView, monitorTabs } from './view'

const periods = [
  { id: 'hour', hours: 1 },
  { id: 'day', hours: undefined },
  { id: 'week', hours: 168 },
] as const

export const MonitorPage = () => <OperatorPage page={Monitor} />

/** The state of the installation: first what needs attention, then counters, charts and tables. */
function Monitor() {
  const t = useText()
  usePageTitle(t('monitor.title'))
  const view = useView(MonitorView)
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(overviewQuery)
  useEvent(monitorChanged, () => void queries.invalidateQueries({ queryKey: MONITOR }))
  const tab = view.now.tab ?? 'overview'
  return (
    <main className="main page monitor-page">
      <div className="page-head">
        <h1 className="page-title">{t('monitor.title')}</h1>
        {data && <Uptime since={data.startedAt} />}
        <span className="live ml-auto mr-0!" data-off={error ? true : undefined} role="status">
          {t(error ? 'monitor.notLive' : 'monitor.live')}
        </span>
        <Segment
          label={t('monitor.period')}
          value={periods.find(({ hours }) => hours === view.now.hours)?.id ?? 'day'}
          onChange={(id) => view.change({ hours: periods.find((one) => one.id === id)?.hours })}
          items={periods.map(({ id }) => ({ id, label: t(`monitor.${id}`) }))}
        />
        <Button
          icon={<FileText />}
          className="max-sm:hidden"
          onClick={() => void fetchMetrics().then(saveFile, toast.failure)}
        >
          /metrics
        </Button>
      </div>
      {error && !data && <ErrorState error={error} title={t('monitor.failed')} onRetry={() => void refetch()} />}
      {error && data && <StaleNote onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading className="grid gap-4 p-6">
          <Skeleton className="h-24" />
          <Skeleton className="h-64" />
        </Loading>
      )}
      {data && (
        <>
          <MonitorTabs data={data} view={view} />
          <TabPanel id="monitor" value={tab} className="page-body flex flex-col">
            <TabOf data={data} view={view} />
          </TabPanel>
        </>
      )}
    </main>
  )
}

function Uptime({ since }: { since: string }) {
  const t = useText()
  const { span } = useFormat()
  const now = useNow(60_000)
  return <span className="page-count">{t('monitor.uptime', { span: span((now - Date.parse(since)) / 1000) })}</span>
}

function MonitorTabs({ data, view }: { data: Overview; view: View<MonitorView> }) {
  const t = useText()
  const now = useNow(15_000)
  const bad = (tab: string) => asksOf(data, now).filter((ask) => ask.tab === tab && ask.tone === 'bad').length
  const counts: Partial<Record<(typeof monitorTabs)[number], number>> = {
    companies: data.companies.count,
    sockets: data.sockets.count,
    errors: data.errors.length,
    connections: data.down.count,
  }
  return (
    <Tabs
      label={t('monitor.title')}
      id="monitor"
      tabs={monitorTabs.map((id) => ({
        id,
        label: t(`monitor.tab.${id}`),
        count: counts[id],
        errors: id === 'overview' ? 0 : bad(id),
      }))}
      value={view.now.tab ?? 'overview'}
      onChange={(id) => view.change({ tab: id === 'overview' ? undefined : id, page: undefined, search: undefined })}
    />
  )
}

function TabOf({ data, view }: { data: Overview; view: View<MonitorView> }) {
  switch (view.now.tab ?? 'overview') {
    case 'overview':
      return <OverviewTab data={data} view={view} />
    case 'queues':
      return (
        <>
          <QueuesPart queues={data.queues} />
          <JobsPart jobs={data.jobs} />
        </>
      )
    case 'companies':
      return <CompaniesTab view={view} />
    case 'sockets':
      return <SocketsTab view={view} />
    case 'errors':
      return <ErrorsPart errors={data.errors} />
    case 'connections':
      return <DownPart down={data.down} />
    case 'slow':
      return <SlowPart slow={data.slow} />
    case 'backups':
      return <BackupsPart plan={data.backups} />
    case 'bi':
      return <BiPart address={data.biUrl} />
  }
}
