/** The company's opening hours and holidays. */
import { queryOptions } from '@tanstack/react-query'
import type { CreateHoliday, Holiday, Schedules, UpdateHoliday } from '../../../src/hours/contract'
import type { CompanyHoursRoutes, HolidayRoutes } from '../../../src/hours/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { holidaysSpec } from './spec'

const { companies: open } = client<CompanyHoursRoutes>()
const { holidays: routes } = client<HolidayRoutes>()

export const companyHoursQuery = (id: number) =>
  queryOptions({
    queryKey: ['company-hours', id],
    queryFn: ({ signal }) => unwrap(open({ id }).schedules.get({ fetch: { signal } })),
    // No events are applied while the tab is closed.
    staleTime: 0,
  })
export const saveCompanyHours = (id: number, schedules: Schedules) => unwrap(open({ id }).schedules.put({ schedules }))

export const holidays = liveCrud<Holiday, CreateHoliday, UpdateHoliday>({
  ...holidaysSpec,
  routes: {
    list: ({ signal }) => unwrap(routes.get({ fetch: { signal } })),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

export const nationalQuery = (year: number) =>
  queryOptions({
    queryKey: ['national-holidays', year],
    queryFn: ({ signal }) => unwrap(routes.national.get({ query: { year: String(year) }, fetch: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
