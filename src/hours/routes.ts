import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { type AppHttp, Done, done, failures } from '../platform/http'
import { input } from '../platform/input'
import type { RouteServices } from '../platform/module'
import { ById } from '../platform/params'
import { findQueueOrFail } from '../queues/queries'
import { findCompanyOrFail } from '../tenancy/companies'
import { defineCompanyQuestion } from '../tenancy/elsewhere'
import { changeCompanyHours, changeHoliday, createHoliday, deleteHoliday } from './actions'
import { CompanyHours, CreateHoliday, Holiday, NationalHoliday, schedulesOf, UpdateHoliday } from './contract'
import { nationalHolidays } from './national'
import { companyWeek, listHolidays } from './queries'

const requireQueue = (cx: Cx, queueId: number | null | undefined) => {
  if (queueId) findQueueOrFail(cx.db, queueId)
}

/** The operator's questions about the hours of another company. */
const otherHours = defineCompanyQuestion({
  name: 'hours.read',
  question: v.object({ uuid: v.string() }),
  changesNothing: true,
  answer: ({ cxOf }, { uuid }) => schedulesOf(companyWeek(cxOf(uuid).db)),
})
const otherHoursChange = defineCompanyQuestion({
  name: 'hours.change',
  question: v.object({ uuid: v.string(), ...CompanyHours.entries }),
  isRepeatable: true,
  answer: ({ cxOf }, { uuid, schedules }) => changeCompanyHours(cxOf(uuid), null, schedules),
})
export const hoursAnswers = [otherHours.answers, otherHoursChange.answers]

export const companyHoursRoutes = (http: AppHttp, services: RouteServices) => {
  /** Other companies exist for super users alone, who act in them as the operator. */
  function otherCompany(actor: Actor, id: number): string {
    if (!actor.super) fail('ERR_NO_COMPANY_FOUND')
    return findCompanyOrFail(services.databases.control, id).uuid
  }
  return new Elysia({ prefix: '/companies' })
    .use(http)
    .get(
      '/:id/schedules',
      async ({ cx, actor, params: { id } }) => ({
        schedules:
          id === actor.tenantId
            ? schedulesOf(companyWeek(cx.db))
            : await otherHours.ask(services, { uuid: otherCompany(actor, id) }),
      }),
      {
        detail: { summary: 'Read the opening hours of the company' },
        signedIn: true,
        params: ById,
        response: { 200: CompanyHours, ...failures },
      },
    )
    .put(
      '/:id/schedules',
      async ({ cx, actor, params: { id }, body: { schedules } }) => ({
        schedules:
          id === actor.tenantId
            ? changeCompanyHours(cx, actor, schedules)
            : await otherHoursChange.ask(services, { uuid: otherCompany(actor, id), schedules }),
      }),
      {
        detail: { summary: 'Change the opening hours of the company' },
        allowed: 'settings-page:change',
        params: ById,
        body: input(CompanyHours),
        response: { 200: CompanyHours, ...failures },
      },
    )
}
export type CompanyHoursRoutes = ReturnType<typeof companyHoursRoutes>

export const holidayRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/holidays' })
    .use(http)
    .get('/', ({ cx }) => listHolidays(cx.db), {
      signedIn: true,
      response: { 200: v.array(Holiday), ...failures },
    })
    .get('/national', ({ query }) => nationalHolidays(Number(query.year)), {
      detail: { summary: 'List national holidays' },
      signedIn: true,
      query: t.Object({ year: t.String({ pattern: '^20[0-9]{2}$' }) }),
      response: { 200: v.array(NationalHoliday), ...failures },
    })
    .post(
      '/',
      ({ cx, actor, body }) => {
        requireQueue(cx, body.queueId)
        return createHoliday(cx, actor, body)
      },
      { allowed: 'settings-page:change', body: input(CreateHoliday), response: { 200: Holiday, ...failures } },
    )
    .put(
      '/:id',
      ({ cx, actor, params, body }) => {
        requireQueue(cx, body.queueId)
        return changeHoliday(cx, actor, params.id, body)
      },
      {
        allowed: 'settings-page:change',
        params: ById,
        body: input(UpdateHoliday),
        response: { 200: Holiday, ...failures },
      },
    )
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteHoliday(cx, actor, params.id)
        return done
      },
      { allowed: 'settings-page:change', params: ById, response: { 200: Done, ...failures } },
    )
export type HolidayRoutes = ReturnType<typeof holidayRoutes>
