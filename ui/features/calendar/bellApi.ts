/** Requests of the bell, separate from the page's: they run on every page. */
import { queryOptions } from '@tanstack/react-query'
import type { EventRoutes } from '../../../src/features/calendar/routes'
import { client, unwrap } from '../../shared/client'

const { eventos: routes } = client<EventRoutes>()

export const dueEventsQuery = queryOptions({
  queryKey: ['events-due'],
  queryFn: ({ signal }) => unwrap(routes.reminders.get({ fetch: { signal } })),
})

export const seeEvents = (ids: readonly number[]) => unwrap(routes.reminders.seen.post({ ids: [...ids] }))
