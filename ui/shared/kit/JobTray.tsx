import { Link, useLocation } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import { CircleAlert, CircleCheck, CircleStop, LoaderCircle, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '../i18n/useText'
import { IconButton } from './IconButton'
import { type Job, JobProgress, type JobState } from './JobProgress'
import { closeJobsAtom, hasEnded, useCards } from './jobs'

/** Long-running jobs, shown on every page. */
export type FollowedJob = Job & {
  readonly id: string
  readonly title: string
  /** The job's page. */
  readonly to: string
  /** Extra action besides opening that page. */
  readonly onOpen?: () => void
  readonly words?: ReactNode
  readonly onStop?: () => Promise<unknown>
}

const icons: Record<JobState, ReactNode> = {
  waiting: <LoaderCircle className="animate-spin" />,
  running: <LoaderCircle className="animate-spin" />,
  done: <CircleCheck className="text-success-ink" />,
  failed: <CircleAlert className="text-error-ink" />,
  stopped: <CircleStop />,
}

/**
 * A card in the corner for each job, built from live rows so that it survives a reload. Ended jobs stay until another
 * page is opened.
 */
export function JobTray({ jobs }: { jobs: readonly FollowedJob[] }) {
  const t = useText()
  const close = useSetAtom(closeJobsAtom)
  const shown = useCards(jobs)
  useLeaving(() => close(shown.filter(hasEnded)))
  if (shown.length === 0) return null
  return (
    <section className="job-tray" aria-label={t('kit.job.jobs')}>
      {shown.map((job) => (
        <article key={job.id} className="job-card">
          <header>
            {icons[job.state]}
            <Link to={job.to} className="truncate font-medium" onClick={job.onOpen}>
              {job.title}
            </Link>
            <IconButton size="xs" label={t('kit.job.dismiss', { name: job.title })} onClick={() => close([job])}>
              <X />
            </IconButton>
          </header>
          <div aria-live="polite">
            <JobProgress
              label={job.title}
              job={job}
              {...(job.words ? { words: job.words } : {})}
              onStop={job.onStop ?? false}
            />
          </div>
        </article>
      ))}
    </section>
  )
}

/** The user navigated. */
function useLeaving(then: () => void): void {
  const page = useLocation({ select: ({ pathname }) => pathname })
  const before = useRef(page)
  const leave = useEffectEvent(then)
  useEffect(() => {
    if (before.current !== page) leave()
    before.current = page
  }, [page])
}
