import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type Campaign,
  type CreateCampaign,
  DASHBOARD_PAGE,
  type Delivery,
  type DeliveryFilter,
  type UpdateCampaign,
} from '../../../src/features/campaigns/contract'
import type { CampaignRoutes } from '../../../src/features/campaigns/routes'
import type { ContactListRoutes } from '../../../src/features/contact-lists/routes'
import type { TagRoutes } from '../../../src/features/tags/routes'
import { call, client, fetchFile, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { type CampaignFilter, campaignsSpec } from './spec'
import type { DashboardView } from './view'

const { campaigns: routes } = client<CampaignRoutes>()
const { tags } = client<TagRoutes>()
const { 'contact-lists': lists } = client<ContactListRoutes>()

export const campaigns = liveCrud<Campaign, CreateCampaign, UpdateCampaign, CampaignFilter>({
  ...campaignsSpec,
  routes: {
    async list({ view: { search, status }, page, signal }) {
      const query = { ...(search && { searchParam: search }), ...(status && { status }), pageNumber: String(page) }
      const { records, hasMore } = await unwrap(routes.get({ query, fetch: { signal } }))
      return { items: records, hasMore }
    },
    one: (id, signal) => unwrap(routes({ id }).get({ fetch: { signal } })),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

export const startCampaign = (id: number) => unwrap(routes({ id }).start.post())
export const stopCampaign = (id: number) => unwrap(routes({ id }).cancel.post())
export const restartCampaign = (id: number) => unwrap(routes({ id }).restart.post())
export const fetchTest = (id: number, messageId: number) => unwrap(routes({ id }).test({ messageId }).get())
export const sendTest = (id: number, body: { number: string; text?: number }) => unwrap(routes({ id }).test.post(body))
export const copyCampaign = (id: number) => unwrap(routes({ id }).copy.post())
export const exportReport = (id: number, name: string) =>
  fetchFile(`/campaigns/${id}/deliveries/export`, `${name}.xlsx`)

export function putFile(id: number, file: File | null): Promise<Campaign> {
  if (!file) return call<Campaign>('DELETE', `/campaigns/${id}/media-upload`)
  const form = new FormData()
  form.set('file', file, file.name)
  return call<Campaign>('POST', `/campaigns/${id}/media-upload`, form)
}

/** `saved`: the draft's content when saved, so that a changed draft gets a new dry run. */
export const dryRunQuery = (id: number, saved: string) =>
  queryOptions({
    queryKey: ['campaign-dry-run', id, saved],
    queryFn: ({ signal }) => unwrap(routes({ id })['dry-run'].get({ fetch: { signal } })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const previewQuery = (id: number, saved: string, position: number) =>
  queryOptions({
    queryKey: ['campaign-preview', id, saved, position],
    queryFn: ({ signal }) =>
      unwrap(routes({ id }).preview.get({ query: { position: String(position) }, fetch: { signal } })),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const REPORT = ['campaign-report'] as const
export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: [...REPORT, id],
    queryFn: ({ signal }) => unwrap(routes({ id }).report.get({ fetch: { signal } })),
    staleTime: 0,
  })

export type DeliveriesShown = {
  readonly id: number
  readonly filter: DeliveryFilter
  readonly search?: string | undefined
}
export const DELIVERIES = ['campaign-deliveries'] as const
export const deliveries = liveCrud<Delivery, never, never, DeliveriesShown>({
  key: DELIVERIES,
  // In the server's order: no event adds to a page.
  compare: () => 0,
  events: [],
  routes: {
    async list({ view: { id, filter, search }, after, signal }) {
      const query = { filter, ...(search && { searchParam: search }), ...(after !== undefined && { after }) }
      const page = await unwrap(routes({ id }).deliveries.get({ query, fetch: { signal } }))
      return { items: page.deliveries, hasMore: page.hasMore, next: page.next ?? undefined }
    },
  },
})

const METRICS = ['campaign-metrics'] as const
export const metricsQuery = ({ search, status, from, to }: DashboardView) =>
  infiniteQueryOptions({
    queryKey: [...METRICS, { search, status, from, to }],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        routes.metrics.get({
          query: {
            page: String(pageParam),
            pageSize: String(DASHBOARD_PAGE),
            ...(search && { searchParam: search }),
            ...(status && { status }),
            ...(from && { startDate: from }),
            ...(to && { endDate: to }),
          },
          fetch: { signal },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { currentPage, pages } }) => (currentPage < pages ? currentPage + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Possible audiences. */
export const listsQuery = queryOptions({
  queryKey: ['campaign-lists'],
  queryFn: ({ signal }) => unwrap(lists.list.get({ fetch: { signal } })),
  staleTime: 0,
})
export const tagsQuery = queryOptions({
  queryKey: ['campaign-tags'],
  queryFn: ({ signal }) => unwrap(tags.list.get({ fetch: { signal } })),
  staleTime: 0,
})
