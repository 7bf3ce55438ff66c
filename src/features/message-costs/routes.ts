import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { findVisibleConnection } from '../../channels/connections/queries'
import { fail } from '../../errors'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, Days, readDays } from '../../platform/params'
import { DAY } from '../../platform/time'
import { findContactKnownTo } from '../../tickets/queries'
import {
  ContactCost,
  MonthCost,
  MonthCosts,
  PeriodCosts,
  PriceDay,
  PriceTable,
  PriceTables,
  SetCeiling,
  SetPrices,
} from './contract'
import { listMonthCosts, readMonthCost, setCeiling } from './costs'
import { deletePrices, setPrices } from './prices'
import { listPeriodCosts, readContactCost } from './spent'

const OfMonth = t.Object({ month: t.Optional(t.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' })) })
const ByDay = t.Object({ day: t.String({ maxLength: 10 }) })
const dayIn = (typed: string): string =>
  v.is(PriceDay, typed) ? typed : fail('ERR_INVALID_INPUT', [{ field: 'day', message: 'form.invalid' }])

type Deps = Pick<RouteServices, 'databases' | 'messageCosts'>

export const messageCostRoutes = (http: AppHttp, { databases, messageCosts }: Deps) =>
  new Elysia()
    .use(http)
    .get(
      '/message-costs',
      ({ cx, actor, query: { month } }) => ({ records: listMonthCosts(cx, actor, messageCosts.prices(), month) }),
      {
        detail: { summary: 'Read what the messages of each connection cost in a month' },
        signedIn: true,
        query: OfMonth,
        response: { 200: MonthCosts, ...failures },
      },
    )
    .get(
      '/message-costs/period',
      ({ cx, actor, query }) => {
        const period = readDays(query, cx.tenant.timeZone) ?? { from: 0, to: cx.now() + DAY }
        return {
          records: listPeriodCosts(cx, actor, messageCosts.prices(), {
            ...period,
            to: Math.min(period.to, cx.now() + DAY),
          }),
        }
      },
      {
        detail: { summary: 'Read what the messages of each connection cost between two days' },
        signedIn: true,
        query: t.Object(Days),
        response: { 200: PeriodCosts, ...failures },
      },
    )
    .get(
      '/message-costs/contacts/:id',
      ({ cx, actor, params }) =>
        readContactCost(cx, actor, messageCosts.prices(), findContactKnownTo(cx.db, actor, params.id).id),
      {
        detail: { summary: 'Read what the messages to a contact cost in this month' },
        signedIn: true,
        params: ById,
        response: { 200: ContactCost, ...failures },
      },
    )
    .get(
      '/message-costs/:id',
      ({ cx, actor, params, query: { month } }) =>
        readMonthCost(cx, messageCosts.prices(), findVisibleConnection(cx.db, actor, params.id).id, month),
      {
        detail: { summary: 'Read what the messages of a connection cost in a month' },
        signedIn: true,
        params: ById,
        query: OfMonth,
        response: { 200: MonthCost, ...failures },
      },
    )
    .put(
      '/message-costs/:id',
      ({ cx, actor, params, body: { amount } }) =>
        setCeiling(cx, messageCosts.prices(), { doer: actor, connectionId: params.id, amount }),
      {
        detail: { summary: 'Set the monthly ceiling of a connection, in ten-thousandths of a real' },
        allowed: 'connections-page:editOrDeleteConnection',
        own: true,
        params: ById,
        body: input(SetCeiling),
        response: { 200: MonthCost, ...failures },
      },
    )
    .get('/message-prices', () => ({ tables: [...messageCosts.prices()] }), {
      detail: { summary: 'List the prices of messages by the day from which they hold' },
      super: true,
      response: { 200: PriceTables, ...failures },
    })
    .put(
      '/message-prices/:day',
      ({ cx, actor, params, body }) =>
        setPrices({ cx, control: databases.writableControl(), doer: actor }, dayIn(params.day), body),
      {
        detail: { summary: 'Set the prices of messages from a day on, in ten-thousandths of a real' },
        super: true,
        params: ByDay,
        body: input(SetPrices),
        response: { 200: PriceTable, ...failures },
      },
    )
    .delete(
      '/message-prices/:day',
      ({ cx, actor, params }) => {
        deletePrices({ cx, control: databases.writableControl(), doer: actor }, dayIn(params.day))
        return done
      },
      {
        detail: { summary: 'Delete the prices of messages that begin on a day' },
        super: true,
        params: ByDay,
        response: { 200: Done, ...failures },
      },
    )
export type MessageCostRoutes = ReturnType<typeof messageCostRoutes>
