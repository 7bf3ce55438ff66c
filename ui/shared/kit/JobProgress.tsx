import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { Button } from './Button'
import { toast } from './toast'

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'stopped'
/** Progress of a job on the server. `total` is null while unknown. */
export type Job = { readonly state: JobState; readonly done: number; readonly total: number | null }

type Props = {
  /** What is being done; the accessible name of the bar. */
  label: string
  job: Job
  /** Replaces the kit's text. */
  words?: ReactNode
  /** What the button stops, for screen readers. */
  stop?: string
  /** Without it the job cannot be stopped here. */
  onStop?: (() => Promise<unknown>) | false
}

/** Progress of a long job, with numbers. The job continues without a viewer, and the bar reappears on return. */
export function JobProgress({ label, job, words, stop, onStop }: Props) {
  const t = useText()
  const stopping = useMutation({ mutationFn: async () => onStop && (await onStop()), onError: toast.failure })
  const { state, done, total } = job
  const isUnderWay = state === 'waiting' || state === 'running'
  return (
    <span className="job">
      {isUnderWay && (
        <progress
          className="progress progress-primary"
          aria-label={label}
          {...(state === 'running' && total !== null ? { value: done, max: Math.max(total, 1) } : {})}
        />
      )}
      <small>{words ?? <JobWords job={job} />}</small>
      {isUnderWay && onStop && (
        <Button size="xs" tone="ghost" aria-label={stop} busy={stopping.isPending} onClick={() => stopping.mutate()}>
          {t('kit.job.stop')}
        </Button>
      )}
    </span>
  )
}

function JobWords({ job: { state, done, total } }: { job: Job }) {
  const t = useText()
  const { number } = useFormat()
  const counted =
    total === null
      ? t('kit.job.counted', { done: number(done) })
      : t('kit.job.running', { done: number(done), total: number(total) })
  if (state === 'waiting') return t('kit.job.waiting')
  if (state === 'running') return counted
  return `${t(`kit.job.${state}`)}: ${counted}`
}
