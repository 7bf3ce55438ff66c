/** Long work that pages have told the shell of, by whoever follows it. */
import { atom } from 'jotai/vanilla'
import { ofSession } from '../session/ofPerson'
import type { FollowedJob } from './JobTray'

const bySourceAtom = ofSession<Readonly<Record<string, readonly FollowedJob[]>>>({})

export const jobsAtom = atom(
  (get) => Object.values(get(bySourceAtom)).flat(),
  (get, set, source: string, jobs: readonly FollowedJob[]) =>
    set(bySourceAtom, { ...get(bySourceAtom), [source]: jobs }),
)
