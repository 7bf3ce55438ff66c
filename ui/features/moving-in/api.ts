import { queryOptions } from '@tanstack/react-query'
import type { Choice, NewSource, NewUpload } from '../../../src/operator/moving-in/contract'
import type { MovingInRoutes } from '../../../src/operator/moving-in/routes'
import { client, fetchFile, unwrap } from '../../shared/client'

const { 'moving-in': movingIn } = client<MovingInRoutes>()

/** Events say what changes; this is for what happens in a terminal. */
const OFTEN = 30_000
/** While the operator's own company moves, nothing is served to its people for seconds, events included. */
const OFTEN_WHILE_MOVING = 2_000

export const movingInQuery = queryOptions({
  queryKey: ['movingIn'],
  queryFn: ({ signal }) => unwrap(movingIn.get({ fetch: { signal } })),
  refetchInterval: ({ state: { data, error } }) =>
    error || data?.run?.state === 'running' ? OFTEN_WHILE_MOVING : OFTEN,
  staleTime: 0,
})

export const chooseSource = (source: NewSource) => unwrap(movingIn.source.put(source))
export const forgetSource = () => unwrap(movingIn.source.delete())
export const beginUpload = (upload: NewUpload) => unwrap(movingIn.uploads.post(upload))
export const giveUpUpload = () => unwrap(movingIn.uploads.delete())
export const startDryRun = () => unwrap(movingIn['dry-run'].post())
export const startMove = (choice: Choice) => unwrap(movingIn.start.post(choice))
export const stopMove = () => unwrap(movingIn.stop.post())
export const continueMove = () => unwrap(movingIn.continue.post())
export const fetchReport = (name: string) => fetchFile('/moving-in/report', name, 'application/json')
