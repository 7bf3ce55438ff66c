/** Requests of the bell, separate from the page's: they run on every page. */
import { queryOptions } from '@tanstack/react-query'
import type { ScheduleRoutes } from '../../../src/features/schedules/routes'
import { client, unwrap } from '../../shared/client'

const { schedules: routes } = client<ScheduleRoutes>()

export const remindersQuery = queryOptions({
  queryKey: ['schedule-reminders'],
  queryFn: async ({ signal }) => (await unwrap(routes.reminders.get({ fetch: { signal } }))).reminders,
})

export const seeReminders = (ids: readonly number[]) => unwrap(routes.reminders.seen.post({ ids: [...ids] }))
