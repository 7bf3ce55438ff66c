/** Requests of the bell, separate from the page's: they are loaded on every page. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  announcementCreated,
  announcementDeleted,
  announcementsRead,
  announcementUpdated,
  type CurrentAnnouncements,
} from '../../../src/features/announcements/contract'
import type { AnnouncementRoutes } from '../../../src/features/announcements/routes'
import { client, unwrap } from '../../shared/client'
import { toast } from '../../shared/kit/toast'
import { applyNews } from '../../shared/live/live-query'
import { useEvent } from '../../shared/live/useEvent'
import { mayBeRead, withoutAnnouncement, withRead, withRecord } from './spec'

const { announcements: routes } = client<AnnouncementRoutes>()

const currentQuery = queryOptions({
  queryKey: ['announcements', 'current'],
  queryFn: ({ signal }) => unwrap(routes.current.get({ fetch: { signal } })),
  staleTime: Number.POSITIVE_INFINITY,
})

const nothing: CurrentAnnouncements = { from: '', records: [] }

/** Every page of every company receives the same event: refetches are spread over time. */
const ASKED_WITHIN = 3_000

/** The user's announcements, kept up to date by events. */
export function useCurrentAnnouncements(): CurrentAnnouncements {
  const cache = useQueryClient()
  const apply = (news: (current: CurrentAnnouncements) => CurrentAnnouncements) =>
    applyNews(cache, currentQuery.queryKey, news)
  useEvent(announcementCreated, ({ record }) => apply((current) => withRecord(current, record)))
  useEvent(announcementUpdated, ({ record }) => {
    const isKnown = cache.getQueryData(currentQuery.queryKey)?.records.some(({ id }) => id === record.id)
    if (isKnown || !record.status || !mayBeRead(record)) return apply((current) => withRecord(current, record))
    setTimeout(() => void cache.invalidateQueries(currentQuery), Math.random() * ASKED_WITHIN)
  })
  useEvent(announcementDeleted, ({ id }) => apply((current) => withoutAnnouncement(current, id)))
  useEvent(announcementsRead, ({ ids, readAt }) => apply((current) => withRead(current, ids, readAt)))
  return useQuery(currentQuery).data ?? nothing
}

/** Shown at once; the server's event updates the user's other pages. */
export async function markRead(cache: QueryClient, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const readAt = new Date().toISOString()
  applyNews<CurrentAnnouncements>(cache, currentQuery.queryKey, (current) => withRead(current, ids, readAt))
  try {
    await unwrap(routes.read.post({ ids: [...ids] }))
  } catch (failure) {
    toast.failure(failure)
    await cache.invalidateQueries(currentQuery)
  }
}
