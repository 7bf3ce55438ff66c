import { useMutation } from '@tanstack/react-query'
import { Check, CircleAlert, Clock } from 'lucide-react'
import type { JobState, QueueState } from '../../../../src/features/monitor/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { Button } from '../../../shared/kit/Button'
import { scrolled } from '../../../shared/kit/scrolled'
import { toast } from '../../../shared/kit/toast'
import { useNow } from '../../../shared/kit/useNow'
import { retryJob, retryQueue } from '../api'
import { isFailed, urgencyOf, waitOf } from '../rules'

/** Waiting work of all companies. */
export function QueuesPart({ queues }: { queues: readonly QueueState[] }) {
  const t = useText()
  const now = useNow(5_000)
  const late = queues.filter((queue) => urgencyOf(queue, now) === 'late').length
  return (
    <section aria-label={t('monitor.queues')} {...scrolled}>
      <h2 className="half-head">
        {t('monitor.queues')}
        <small>{late > 0 ? t('monitor.stalled', { count: late }) : t('monitor.noneStalled')}</small>
      </h2>
      <table className="grid-table half-table">
        <thead>
          <tr>
            <th scope="col">{t('monitor.column.queue')}</th>
            <th scope="col" className="num">
              {t('monitor.column.waiting')}
            </th>
            <th scope="col" className="num">
              {t('monitor.column.oldest')}
            </th>
            <th scope="col" className="num">
              {t('monitor.column.failed')}
            </th>
            <th>
              <span className="sr-only">{t('monitor.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <QueueRow key={queue.name} queue={queue} now={now} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function QueueRow({ queue, now }: { queue: QueueState; now: number }) {
  const t = useText()
  const { number } = useFormat()
  const { name, waiting, isCut, failed, canRetry } = queue
  const urgency = urgencyOf(queue, now)
  const retry = useMutation({
    mutationFn: () => retryQueue(name),
    onSuccess: ({ companies }) => toast.success(t('monitor.retried', { count: companies })),
    onError: toast.failure,
  })
  return (
    <tr data-due={urgency}>
      <td className="lead">{t.find(`monitor.queue.${name}`) ?? name}</td>
      <td className="num">{isCut ? t('monitor.atLeast', { n: number(waiting) }) : number(waiting)}</td>
      <td className="num">
        <Oldest queue={queue} now={now} />
      </td>
      <td className="num">{failed > 0 ? number(failed) : '–'}</td>
      <td>
        {canRetry && failed > 0 && (
          <Button size="xs" busy={retry.isPending} onClick={() => retry.mutate()}>
            {t('monitor.retry')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function Oldest({ queue, now }: { queue: QueueState; now: number }) {
  const t = useText()
  const { span } = useFormat()
  const { since } = queue
  if (since === null) return '–'
  const ahead = Date.parse(since) - now
  if (ahead > 0) return t('monitor.in', { span: span(ahead / 1000) })
  const urgency = urgencyOf(queue, now)
  const words = span(waitOf(queue, now) / 1000)
  if (urgency === undefined) return words
  return (
    <span className={urgency === 'late' ? 'due due-late' : 'due due-soon'}>
      {urgency === 'late' ? <CircleAlert /> : <Clock />}
      {words}
    </span>
  )
}

/** Jobs, the failed ones first. */
export function JobsPart({ jobs }: { jobs: readonly JobState[] }) {
  const t = useText()
  const rank = (job: JobState) => Number(job.runs > 0) + 2 * Number(isFailed(job))
  const shown = jobs.toSorted((a, b) => rank(b) - rank(a))
  return (
    <section aria-label={t('monitor.jobs')} className="relative overflow-x-auto border-t border-line" {...scrolled}>
      <h2 className="half-head">
        {t('monitor.jobs')} <small>{t('monitor.jobsHint')}</small>
      </h2>
      <table className="grid-table half-table">
        <thead>
          <tr>
            <th scope="col">{t('monitor.column.job')}</th>
            <th scope="col" className="num">
              {t('monitor.column.due')}
            </th>
            <th scope="col">{t('monitor.column.ran')}</th>
            <th scope="col" className="num">
              {t('monitor.column.took')}
            </th>
            <th scope="col" className="num">
              {t('monitor.column.runs')}
            </th>
            <th scope="col" className="num">
              {t('monitor.column.failures')}
            </th>
            <th>
              <span className="sr-only">{t('monitor.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((job) => (
            <JobRow key={job.name} job={job} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function JobRow({ job }: { job: JobState }) {
  const t = useText()
  const { number } = useFormat()
  const { name, due, ranAt, took, runs, failures } = job
  const hasFailed = isFailed(job)
  const retry = useMutation({
    mutationFn: () => retryJob(name),
    onSuccess: () => toast.success(t('monitor.jobRetried')),
    onError: toast.failure,
  })
  return (
    <tr data-due={hasFailed ? 'late' : undefined}>
      <td className="lead">
        <span className="flex items-center gap-2">
          {hasFailed ? (
            <CircleAlert className="size-4! text-error-ink" />
          ) : (
            <Check className="size-4! text-success-ink" />
          )}
          {name}
        </span>
      </td>
      <td className="num">{due === null ? t('monitor.ofServer') : number(due)}</td>
      <td>{ranAt === null ? '–' : <Ago at={ranAt} />}</td>
      <td className="num">{ranAt === null ? '–' : `${number(took)} ms`}</td>
      <td className="num">{number(runs)}</td>
      <td className="num">{failures > 0 ? number(failures) : '–'}</td>
      <td>
        {hasFailed && due !== null && (
          <Button size="xs" busy={retry.isPending} onClick={() => retry.mutate()}>
            {t('monitor.retry')}
          </Button>
        )}
      </td>
    </tr>
  )
}
