/** Requests of the monitor. It polls only while it is open and visible. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MonitorRoutes } from '../../../src/features/monitor/routes'
import { client, unwrap } from '../../shared/client'
import { sessionFetch } from '../../shared/session/access'
import { failureOf } from '../../shared/session/failure'

const { monitor } = client<MonitorRoutes>()

export const MONITOR = ['monitor'] as const
const OFTEN = 5_000

export const overviewQuery = queryOptions({
  queryKey: [...MONITOR, 'overview'],
  queryFn: ({ signal }) => unwrap(monitor.get({ fetch: { signal } })),
  refetchInterval: OFTEN,
  staleTime: 0,
})

export const pointsQuery = (hours: 1 | 24 | 168) =>
  queryOptions({
    queryKey: [...MONITOR, 'points', hours],
    queryFn: ({ signal }) => unwrap(monitor.points.get({ query: { hours: `${hours}` }, fetch: { signal } })),
    refetchInterval: 60_000,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const companiesQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: [...MONITOR, 'companies', search, page],
    queryFn: ({ signal }) =>
      unwrap(
        monitor.companies.get({
          query: { ...(search && { searchParam: search }), pageNumber: `${page}` },
          fetch: { signal },
        }),
      ),
    refetchInterval: OFTEN,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const socketsQuery = (search: string) =>
  queryOptions({
    queryKey: [...MONITOR, 'sockets', search],
    queryFn: ({ signal }) =>
      unwrap(monitor.sockets.get({ query: { ...(search && { searchParam: search }) }, fetch: { signal } })),
    refetchInterval: OFTEN,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
export const closeSocket = (id: string) => unwrap(monitor.sockets({ key: id }).delete())

export const retryQueue = (name: string) => unwrap(monitor.queues({ name }).retry.post())
export const retryJob = (name: string) => unwrap(monitor.jobs({ name }).retry.post())
export const forgetError = (key: string) => unwrap(monitor.errors({ key }).delete())
export const startBackup = () => unwrap(monitor.backups.post())
export const verifyBackup = (id: number) => unwrap(monitor.backups({ id }).verify.post())

/** The Prometheus metrics. */
export async function fetchMetrics(): Promise<File> {
  const answer = await sessionFetch('/metrics')
  if (!answer.ok) throw failureOf(answer.status, await answer.json().catch(() => null))
  return new File([await answer.blob()], 'metrics.txt', { type: 'text/plain' })
}
