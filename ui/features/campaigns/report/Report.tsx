import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import {
  type Campaign,
  type CampaignReport,
  campaignUpdated,
  STATUS,
} from '../../../../src/features/campaigns/contract'
import type { Wait } from '../../../../src/outbound/contract'
import { LineChart } from '../../../shared/chart/ChartFigure'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { QueueChip } from '../../../shared/kit/QueueChip'
import { Rich } from '../../../shared/kit/Rich'
import { useEvent } from '../../../shared/live/useEvent'
import { throttleTrailing } from '../../../shared/throttle'
import { shownAmount } from '../../message-costs/money'
import { DELIVERIES, REPORT, reportQuery } from '../api'
import { reasonWords, StatusWord, useWaitWords, useWhen } from '../CampaignState'
import { PartsBar } from '../PartsBar'
import { partOf } from '../spec'
import type { ReportView } from '../view'
import { Deliveries } from './Deliveries'
import { Funnel } from './Funnel'

/** While running, rows and charts are refetched at most this often. */
const PACE = 3_000
/** The last receipts arrive after the end. */
const AFTER_END = 5_000

type Props = {
  campaign: Campaign
  view: ReportView
  onView(next: Partial<ReportView>): void
}

/** Current state, counters, charts, and every delivery. Used on its page and in the dashboard's dialog. */
export function Report({ campaign, view, onView }: Props) {
  useAskAgain(campaign.id)
  const report = useQuery(reportQuery(campaign.id)).data
  return (
    <>
      <Run campaign={campaign} report={report} />
      <Counters campaign={campaign} report={report} />
      {campaign.figures.sent > 0 && (
        <div className="run-charts grid grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] border-b border-line max-xl:grid-cols-1">
          <Funnel figures={campaign.figures} />
          <OverTime report={report} />
        </div>
      )}
      <Deliveries campaign={campaign} view={view} onView={onView} />
    </>
  )
}

/** Counters come with the events; rows and charts are refetched, but not at each event. */
function useAskAgain(id: number) {
  const client = useQueryClient()
  const ask = () => {
    void client.invalidateQueries({ queryKey: [...REPORT, id] })
    void client.invalidateQueries({ queryKey: [...DELIVERIES, 'list'] })
  }
  const [asking] = useState(() => throttleTrailing(ask, PACE))
  const [atEnd] = useState(() => throttleTrailing(ask, AFTER_END))
  useEffect(
    () => () => {
      asking.cancel()
      atEnd.cancel()
    },
    [asking, atEnd],
  )
  useEvent(campaignUpdated, ({ record }) => {
    if (record.id !== id) return
    asking.ask()
    if (record.status === STATUS.finished) atEnd.ask()
  })
}

type WithReport = { campaign: Campaign; report: CampaignReport | undefined }

/** Progress, rate, and what waits and why. */
function Run({ campaign, report }: WithReport) {
  const t = useText()
  const { number } = useFormat()
  const when = useWhen()
  const { figures, status, reason } = campaign
  const { total, sent, failed, coldWaiting, waiting, asked, skipped } = figures
  const pace = status === STATUS.running ? report?.pace : null
  const seconds = Math.round(pace?.seconds ?? 0)
  const parts = [
    { name: t('campaigns.run.sent'), count: sent, color: 'var(--chart-1)' },
    { name: t('campaigns.run.failed'), count: failed, color: 'var(--color-error)' },
    { name: t('campaigns.run.asked'), count: asked, color: 'var(--chart-3)' },
    { name: t('campaigns.run.cold'), count: coldWaiting, shape: 'part-wait' },
    { name: t('campaigns.run.waiting'), count: waiting - coldWaiting, shape: 'part-none' },
  ] as const
  return (
    <div className="px-6 pt-1 pb-4 grid gap-2.5 max-md:px-4">
      <p className="flex flex-wrap items-baseline gap-2 type-sm text-muted">
        <span className="only-phone w-full">
          <StatusWord status={status} />
        </span>
        <b className="text-lg font-[650] text-base-content tabular-nums">
          {t('campaigns.run.of', { sent: number(sent), total: number(total - skipped) })}
        </b>{' '}
        {t('campaigns.run.done')}
        {pace && (
          <span className="md:ml-auto">
            {seconds > 0 && t('campaigns.run.pace', { seconds: number(seconds) })}
            {seconds > 0 && pace.untilPause !== null && `, ${t('campaigns.run.pause', { count: pace.untilPause })}`}
            {seconds > 0 && '. '}
            {pace.endsAt && <Rich text={t('campaigns.run.ends', { when: when(pace.endsAt) })} />}
          </span>
        )}
      </p>
      <PartsBar parts={parts} none={t('campaigns.run.none')} />
      <WaitReason campaign={campaign} />
      {status === STATUS.stopped && reason && (
        <Note tone="error" icon={<TriangleAlert />}>
          {t('campaigns.run.stoppedBy', { reason: reasonWords(t, reason) })}
        </Note>
      )}
    </div>
  )
}

/** Its text already says when it resumes. */
const goesOnAt = ({ why, until }: Wait) => until !== null && why !== 'coldCap' && why !== 'restricted'

function WaitReason({ campaign: { wait, figures, status } }: { campaign: Campaign }) {
  const t = useText()
  const waits = useWaitWords()
  if (!wait || status !== STATUS.running || wait.why === 'interval' || wait.why === 'longPause') return null
  const isCold = (wait.why === 'coldCap' || wait.why === 'restricted') && figures.waiting > figures.coldWaiting
  return (
    <Note
      icon={<TriangleAlert />}
      action={
        <Link to="/campaigns-config" className="font-semibold underline underline-offset-2">
          {t('campaigns.run.understand')}
        </Link>
      }
    >
      {waits(wait)}
      {wait.until === null && '.'}{' '}
      {(isCold || !goesOnAt(wait)) && t(`campaigns.waitMore.${isCold ? 'others' : wait.why}`)}
    </Note>
  )
}

function Counters({ campaign: { figures, queue }, report }: WithReport) {
  const t = useText()
  const format = useFormat()
  const { number, share } = format
  const cost = report?.cost
  const { total, skipped, sent, delivered, read, answered, tickets, optedOut, failed } = figures
  const of = (count: number, whole: number) => share(partOf(count, whole))
  const shown: readonly [name: string, value: number, hint: ReactNode][] = [
    [t('campaigns.counter.sent'), sent, t('campaigns.counter.ofAll', { share: of(sent, total - skipped) })],
    [t('campaigns.counter.delivered'), delivered, t('campaigns.counter.ofSent', { share: of(delivered, sent) })],
    [t('campaigns.counter.read'), read, t('campaigns.counter.ofDelivered', { share: of(read, delivered) })],
    [t('campaigns.counter.answered'), answered, t('campaigns.counter.ofDelivered', { share: of(answered, delivered) })],
    [
      t('campaigns.counter.tickets'),
      tickets,
      <span key="open" className="flex flex-wrap items-center gap-x-1.5">
        {queue && <QueueChip queue={queue} />}
        {report && <span>{t('campaigns.counter.open', { count: report.openTickets })}</span>}
      </span>,
    ],
    [t('campaigns.counter.optedOut'), optedOut, t('campaigns.counter.usual', { share: of(optedOut, delivered) })],
    [t('campaigns.counter.failed'), failed, skipped > 0 ? t('campaigns.counter.skipped', { count: skipped }) : ''],
  ]
  return (
    <dl className="run-counters" style={{ '--columns': cost ? 8 : 7 } as CSSProperties}>
      {shown.map(([name, value, hint]) => (
        <div key={name}>
          <dt className="type-sm text-muted font-medium">{name}</dt>
          <dd className="counter-value">{number(value)}</dd>
          <dd className="text-faint text-xs/4.5">{hint}</dd>
        </div>
      ))}
      {cost && (
        <div>
          <dt className="type-sm text-muted font-medium">{t('campaigns.counter.cost')}</dt>
          <dd className="counter-value">{shownAmount(format, cost.amount)}</dd>
          <dd className="text-faint text-xs/4.5">
            {t('campaigns.counter.charged', { billed: number(cost.billed), free: number(cost.free) })}
          </dd>
        </div>
      )}
    </dl>
  )
}

function OverTime({ report }: { report: CampaignReport | undefined }) {
  const t = useText()
  const { number, time, shortDateTime, isSameDay } = useFormat()
  const points = report?.points ?? []
  const [first, last] = [points[0], points.at(-1)]
  const isDay = first && last && isSameDay(first.at, last.at)
  return (
    <LineChart
      title={t(isDay ? 'campaigns.chart.day' : 'campaigns.chart.time')}
      finding={t('campaigns.chart.finding', {
        delivered: number(last?.delivered ?? 0),
        read: number(last?.read ?? 0),
        answered: number(last?.answered ?? 0),
        optedOut: number(last?.optedOut ?? 0),
      })}
      of={t('campaigns.chart.moment')}
      data={{
        series: [
          { id: 'delivered', name: t('campaigns.counter.delivered') },
          { id: 'read', name: t('campaigns.counter.read') },
          { id: 'answered', name: t('campaigns.chart.answers') },
          { id: 'optedOut', name: t('campaigns.counter.optedOut'), color: 5 },
        ],
        rows: points.map(({ at, ...point }) => ({
          label: isDay ? time(at) : shortDateTime(at),
          values: [point.delivered, point.read, point.answered, point.optedOut],
        })),
      }}
    />
  )
}
