import { Link } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import { CircleAlert, CircleCheck, CircleStop, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'
import { ofSession } from '../session/ofPerson'
import { IconButton } from './IconButton'
import { type Job, JobProgress, type JobState } from './JobProgress'

/** Long work that is followed from every page. */
export type FollowedJob = Job & {
  readonly id: string
  readonly title: string
  /** The screen it belongs to. */
  readonly to: string
  /** Besides going there. */
  readonly onOpen?: () => void
  readonly words?: ReactNode
  readonly onStop?: () => Promise<unknown>
}

/** Closed by hand; what is closed while it runs comes back to tell how it ended. */
const closedAtom = ofSession<readonly string[]>([])
const closingOf = ({ id, state }: FollowedJob) => `${id} ${state === 'waiting' ? 'running' : state}`

const icons: Record<JobState, ReactNode> = {
  waiting: <LoaderCircle className="animate-spin" />,
  running: <LoaderCircle className="animate-spin" />,
  done: <CircleCheck className="text-success-ink" />,
  failed: <CircleAlert className="text-error-ink" />,
  stopped: <CircleStop />,
}

/** Small cards in the corner, one for each job: from live rows, so that a reloaded page shows them again. */
export function JobTray({ jobs }: { jobs: readonly FollowedJob[] }) {
  const t = useText()
  const [closed, setClosed] = useAtom(closedAtom)
  const shown = jobs.filter((job) => !closed.includes(closingOf(job)))
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
            <IconButton
              size="xs"
              label={t('kit.job.dismiss', { name: job.title })}
              onClick={() => setClosed([...closed, closingOf(job)])}
            >
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
