import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Grouping, Report } from '../../../src/features/reports/contract'
import { USUAL_SIZE } from '../../../src/features/reports/pages/contract'
import type { ReportRoutes } from '../../../src/features/reports/routes'
import type { CreateView, UpdateView } from '../../../src/features/reports/views/contract'
import type { TagRoutes } from '../../../src/features/tags/routes'
import { call, client, unwrap } from '../../shared/client'
import type { ReportsView } from './view'

const { ticketreport } = client<ReportRoutes>()
const { tags } = client<TagRoutes>()

export type Days = { readonly from: string; readonly to: string }
/** A view with its days filled in. */
export type ReportChoice = ReportsView & Days

const listOf = (chosen: readonly unknown[] | undefined) => chosen && JSON.stringify(chosen)
const defined = <T extends object>(all: T) =>
  // The fields that are there keep their types.
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }

const placesOf = ({ from, to, queue, user, connection, channel }: ReportChoice) =>
  defined({
    dateFrom: from,
    dateTo: to,
    queueIds: listOf(queue),
    users: listOf(user),
    whatsappId: listOf(connection),
    channel,
  })

/** The part of the query shared by page and spreadsheet. */
const filterOf = (chosen: ReportChoice): Record<string, string> =>
  defined({
    ...placesOf(chosen),
    searchParam: chosen.search || undefined,
    contactId: chosen.contact?.toString(),
    tags: listOf(chosen.tag),
    status: listOf(chosen.status),
    onlyRated: chosen.rated && 'true',
    by: chosen.by,
    anytime: chosen.anytime && 'true',
  })

const fresh = { placeholderData: keepPreviousData, staleTime: 0 } as const

export const reportQuery = (chosen: ReportChoice) => {
  const { page = 1, size = USUAL_SIZE } = chosen
  const query = new URLSearchParams({ ...filterOf(chosen), page: String(page), pageSize: String(size) })
  return queryOptions({
    queryKey: ['reports', 'page', String(query)],
    queryFn: ({ signal }) => call<Report>('GET', `/ticketreport/reports?${query}`, undefined, signal),
    ...fresh,
  })
}

export const sheetAddress = (chosen: ReportChoice): string =>
  `/ticketreport/reports?${new URLSearchParams({ ...filterOf(chosen), format: 'xlsx' })}`

export const summaryQuery = (chosen: ReportChoice, by: Grouping) => {
  const places = placesOf(chosen)
  return queryOptions({
    queryKey: ['reports', 'summary', by, places],
    queryFn: ({ signal }) => unwrap(ticketreport.summary.get({ query: { ...places, by }, fetch: { signal } })),
    ...fresh,
  })
}

export const summarySheetAddress = (chosen: ReportChoice, by: Grouping): string =>
  `/ticketreport/summary/spreadsheet?${new URLSearchParams({ ...placesOf(chosen), by })}`

export const hoursQuery = (chosen: ReportChoice) => {
  const places = placesOf(chosen)
  return queryOptions({
    queryKey: ['reports', 'hours', places],
    queryFn: ({ signal }) => unwrap(ticketreport.hours.get({ query: places, fetch: { signal } })),
    ...fresh,
  })
}

export const viewsQuery = queryOptions({
  queryKey: ['report-views'],
  queryFn: ({ signal }) => unwrap(ticketreport.views.get({ fetch: { signal } })),
  staleTime: 0,
})
export const createView = (body: CreateView) => unwrap(ticketreport.views.post(body))
export const updateView = (id: number, body: UpdateView) => unwrap(ticketreport.views({ id }).put(body))
export const deleteView = (id: number) => unwrap(ticketreport.views({ id }).delete())

export const tagNamesQuery = queryOptions({
  queryKey: ['report-tags'],
  queryFn: ({ signal }) => unwrap(tags.list.get({ fetch: { signal } })),
  staleTime: 60_000,
})
