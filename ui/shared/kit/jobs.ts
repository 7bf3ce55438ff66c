/** Long-running jobs that pages have registered with the shell. */
import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'
import { ofSession } from '../session/ofPerson'
import type { JobState } from './JobProgress'
import type { FollowedJob } from './JobTray'

const bySourceAtom = ofSession<Readonly<Record<string, readonly FollowedJob[]>>>({})

export const jobsAtom = atom(
  (get) => Object.values(get(bySourceAtom)).flat(),
  (get, set, source: string, jobs: readonly FollowedJob[]) =>
    set(bySourceAtom, { ...get(bySourceAtom), [source]: jobs }),
)

type EndableJob = Pick<FollowedJob, 'id' | 'state'>
export const hasEnded = ({ state }: EndableJob): boolean => state !== 'waiting' && state !== 'running'
/** A card closed while its job runs comes back with the result. */
const closingOf = (job: EndableJob) => `${job.id} ${hasEnded(job) ? job.state : 'running'}`

const closedAtom = ofSession<readonly string[]>([])
/** Jobs whose cards are gone: closed by hand, left behind, or shown elsewhere. */
export const closeJobsAtom = atom(null, (get, set, jobs: readonly EndableJob[]) =>
  set(closedAtom, [...get(closedAtom), ...jobs.map(closingOf)]),
)
/** The job that a dialog shows. */
const inDialogAtom = ofSession<string | null>(null)

export function useCards(jobs: readonly FollowedJob[]): readonly FollowedJob[] {
  return cardsOf(jobs, { closed: useAtomValue(closedAtom), inDialog: useAtomValue(inDialogAtom) })
}

type JobsView = { readonly closed: readonly string[]; readonly inDialog: string | null }
export const cardsOf = <J extends EndableJob>(jobs: readonly J[], { closed, inDialog }: JobsView): J[] =>
  jobs.filter((job) => job.id !== inDialog && !closed.includes(closingOf(job)))

/** While a dialog shows a job, the job has no card; nor afterwards if the dialog has shown its result. */
export function useInDialog(id: string, state: JobState): void {
  const show = useSetAtom(inDialogAtom)
  const close = useSetAtom(closeJobsAtom)
  useEffect(() => {
    show(id)
    return () => show(null)
  }, [id, show])
  useEffect(() => {
    if (hasEnded({ id, state })) close([{ id, state }])
  }, [id, state, close])
}
