import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DashboardSheet } from '../../../src/features/dashboard/contract'
import type { DashboardRoutes } from '../../../src/features/dashboard/routes'
import { client, unwrap } from '../../shared/client'
import type { PlaceView } from '../../shared/figures/places'

const { dashboard } = client<DashboardRoutes>()

export type DashboardChoice = PlaceView & { readonly from: string; readonly to: string }

const placesOf = ({ queue, connection, channel }: PlaceView) => ({
  ...(queue !== undefined && { queueIds: `[${queue}]` }),
  ...(connection !== undefined && { whatsappIds: `[${connection}]` }),
  ...(channel !== undefined && { channel }),
})
const fresh = { placeholderData: keepPreviousData, staleTime: 0 } as const

export const DASHBOARD = ['dashboard'] as const

export const dashboardQuery = (chosen: DashboardChoice) =>
  queryOptions({
    queryKey: [...DASHBOARD, 'cards', chosen],
    queryFn: ({ signal }) =>
      unwrap(
        dashboard.get({
          query: { date_from: chosen.from, date_to: chosen.to, ...placesOf(chosen) },
          fetch: { signal },
        }),
      ),
    ...fresh,
  })

export const timesQuery = (chosen: DashboardChoice) =>
  queryOptions({
    queryKey: [...DASHBOARD, 'times', chosen],
    queryFn: ({ signal }) =>
      unwrap(
        dashboard.ticketsDay.get({
          query: { initialDate: chosen.from, finalDate: chosen.to, ...placesOf(chosen) },
          fetch: { signal },
        }),
      ),
    ...fresh,
  })

export const sheetAddress = (sheet: DashboardSheet, { from, to, ...places }: DashboardChoice): string =>
  `/dashboard/spreadsheet?${new URLSearchParams({ sheet, date_from: from, date_to: to, ...placesOf(places) })}`
