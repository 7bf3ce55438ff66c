import { queryOptions } from '@tanstack/react-query'
import type {
  ChangeInvoice,
  Invoice,
  OperatorInvoice,
  Payer,
  PreviewChoice,
  Settlement,
  Standing,
  Subscribe,
} from '../../../src/features/billing/contract'
import type { InvoiceRoutes, SubscriptionRoutes } from '../../../src/features/billing/routes'
import type { OwnCompany } from '../../../src/operator/tenants/contract'
import type { TenantRoutes } from '../../../src/operator/tenants/routes'
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
/** Invoices with payments that wait for the operator. */
export const oddQuery = queryOptions({
  queryKey: ['invoices', 'odd'],
  queryFn: ({ signal }) => unwrap(routes.odd.get({ fetch: { signal } })),
})
export const settlePayment = (id: number, settled: Settlement) => unwrap(routes.payments({ id }).put({ settled }))
export const sheetAddress = (view: InvoicesView): string => `/invoices/export?${new URLSearchParams(queryOf(view))}`

export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'receipt', id],
    queryFn: ({ signal }) => unwrap(routes({ id }).receipt.get({ fetch: { signal } })),
  })

const { companies } = client<TenantRoutes>()
/** A company's own admin. */
export const changeOwnCompany = (id: number, body: OwnCompany) => unwrap(companies({ id }).put(body))

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
export const previewQuery = (wanted: PreviewChoice) =>
  queryOptions({
    queryKey: ['subscription', 'preview', wanted],
    queryFn: ({ signal }) => unwrap(subscription.preview.post(wanted, { fetch: { signal } })),
    staleTime: 0,
  })
export const subscribe = (body: Subscribe) => unwrap(subscription.post(body))
/** The same code again while it is valid. */
export const chargeQuery = (invoiceId: number, payer: Partial<Payer> | null) =>
  queryOptions({
    queryKey: ['subscription', 'charge', invoiceId],
    queryFn: () => subscribe({ ...payer, invoiceId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
/** The server asks the provider too. */
export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ['subscription', 'payment', id],
    queryFn: ({ signal }) => unwrap(subscription({ id }).get({ fetch: { signal } })),
  })
