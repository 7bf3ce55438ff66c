import { queryOptions } from '@tanstack/react-query'
import type {
  ChangeInvoice,
  Invoice,
  OperatorInvoice,
  Standing,
  Subscribe,
} from '../../../src/features/billing/contract'
import type { InvoiceRoutes, SubscriptionRoutes } from '../../../src/features/billing/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { financeSpec, invoicesSpec } from './spec'
import type { FinanceView, InvoicesView } from './view'

const { invoices: routes } = client<InvoiceRoutes>()
const { subscription } = client<SubscriptionRoutes>()

export const finance = liveCrud<Invoice, never, never, FinanceView>({
  ...financeSpec,
  routes: {
    async list({ view, page, signal }) {
      const query = { ...(view.search && { searchParam: view.search }), pageNumber: String(page) }
      const { invoices, hasMore } = await unwrap(routes.all.get({ query, fetch: { signal } }))
      return { items: invoices, hasMore }
    },
  },
})

const queryOf = ({ search, status, company }: InvoicesView) => ({
  ...(search && { searchParam: search }),
  ...(status && { status }),
  ...(company && { companyId: String(company) }),
})

export const invoices = liveCrud<OperatorInvoice, never, ChangeInvoice, InvoicesView>({
  ...invoicesSpec,
  routes: {
    async list({ view, page, signal }) {
      const query = { ...queryOf(view), pageNumber: String(page) }
      const found = await unwrap(routes.get({ query, fetch: { signal } }))
      return { items: found.invoices, hasMore: found.hasMore }
    },
    update: (id, body) => unwrap(routes({ id }).put(body)),
  },
})

/** Totals beside the operator's list. */
export const countsQuery = ({ search, company }: InvoicesView) =>
  queryOptions({
    queryKey: ['invoices', 'counts', search, company],
    queryFn: ({ signal }) => unwrap(routes.get({ query: queryOf({ search, company }), fetch: { signal } })),
  })
export const totalsQuery = queryOptions({
  queryKey: ['invoices', 'totals'],
  queryFn: ({ signal }) => unwrap(routes.totals.get({ fetch: { signal } })),
})
export const sheetAddress = (view: InvoicesView): string => `/invoices/export?${new URLSearchParams(queryOf(view))}`

export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'receipt', id],
    queryFn: ({ signal }) => unwrap(routes({ id }).receipt.get({ fetch: { signal } })),
  })

export const offerQuery = queryOptions({
  queryKey: ['subscription', 'offer'],
  queryFn: ({ signal }) => unwrap(subscription.offer.get({ fetch: { signal } })),
  refetchOnMount: 'always',
})
export const fetchStanding = (signal: AbortSignal): Promise<Standing> =>
  unwrap(subscription.standing.get({ fetch: { signal } }))
export const standingQuery = queryOptions({
  queryKey: ['subscription', 'standing'],
  queryFn: ({ signal }) => fetchStanding(signal),
})
export const subscribe = (body: Subscribe) => unwrap(subscription.post(body))
/** The server asks the provider too. */
export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ['subscription', 'payment', id],
    queryFn: ({ signal }) => unwrap(subscription({ id }).get({ fetch: { signal } })),
  })
