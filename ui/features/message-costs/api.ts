import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MonthCost, SetPrices } from '../../../src/features/message-costs/contract'
import type { MessageCostRoutes } from '../../../src/features/message-costs/routes'
import { client, unwrap } from '../../shared/client'

const { 'message-costs': costs, 'message-prices': prices } = client<MessageCostRoutes>()

const MONTH_COSTS = ['message-costs'] as const

/** Of all connections that cost something. `month`: default the current one. */
export const monthCostsQuery = (month?: string) =>
  queryOptions({
    queryKey: [...MONTH_COSTS, month ?? 'now'],
    queryFn: async ({ signal }) =>
      (await unwrap(costs.get({ query: { ...(month && { month }) }, fetch: { signal } }))).records,
    staleTime: 0,
  })

/** Between two days, each with both. */
export const periodCostsQuery = (dateStart: string, dateEnd: string) =>
  queryOptions({
    queryKey: ['period-costs', dateStart, dateEnd],
    queryFn: async ({ signal }) =>
      (await unwrap(costs.period.get({ query: { dateStart, dateEnd }, fetch: { signal } }))).records,
    staleTime: 0,
  })

export const contactCostQuery = (contactId: number) =>
  queryOptions({
    queryKey: ['contact-cost', contactId],
    queryFn: ({ signal }) => unwrap(costs.contacts({ id: contactId }).get({ fetch: { signal } })),
    staleTime: 0,
  })

export const setCeiling = (id: number, amount: number | null) => unwrap(costs({ id }).put({ amount }))

/** Costs that an event reports, or the server answers. */
export function putMonthCost(queries: QueryClient, cost: MonthCost) {
  queries.setQueriesData<MonthCost[]>({ queryKey: MONTH_COSTS }, (all) =>
    all?.map((one) => (one.whatsappId === cost.whatsappId && one.month === cost.month ? cost : one)),
  )
}

export const priceTablesQuery = queryOptions({
  queryKey: ['message-prices'],
  queryFn: async ({ signal }) => (await unwrap(prices.get({ fetch: { signal } }))).tables,
  staleTime: 0,
})
export const setPrices = (day: string, body: SetPrices) => unwrap(prices({ day }).put(body))
export const deletePrices = (day: string) => unwrap(prices({ day }).delete())
