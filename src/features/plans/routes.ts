import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { fail } from '../../errors'
import { operatorsOnly } from '../../platform/events'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, PageNumber, readPage, SearchText } from '../../platform/params'
import {
  findCompanyOrFail,
  findPlanOrFail,
  listPublicPlans,
  showCompanyPlan,
  summarizeCompany,
} from '../../tenancy/companies'
import { CompanyPlan, OPERATOR_COMPANY } from '../../tenancy/contract'
import { waitingCounts } from '../../tenancy/lifecycle'
import { changePlan, createPlan, deletePlan } from './actions'
import {
  CreatePlan,
  MenuList,
  menus,
  OverLimits,
  PlanDetail,
  PlanOfCompany,
  PlanPage,
  PlanSummary,
  planCreated,
  planDeleted,
  planUpdated,
  UpdatePlan,
} from './contract'
import { listHolders, listOverLimit, listPlans, showPlan } from './queries'

export const planRoutes = (
  http: AppHttp,
  { databases, hub, companyNews, membersOf }: Pick<RouteServices, 'databases' | 'hub' | 'companyNews' | 'membersOf'>,
) => {
  const { control, writableControl } = databases
  const publish = (event: Parameters<typeof hub.emitByOperator>[0]) => {
    hub.emitByOperator(event, operatorsOnly, OPERATOR_COMPANY)
    companyNews.look()
  }
  return new Elysia()
    .use(http)
    .get(
      '/plans',
      ({ query: { searchParam: search, pageNumber } }) => {
        const { rows, ...rest } = listPlans(control, { search, page: readPage(pageNumber) })
        return { plans: rows, ...rest }
      },
      {
        super: true,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber }),
        response: { 200: PlanPage, ...failures },
      },
    )
    .get('/plans/list', () => listPublicPlans(control), {
      detail: { summary: 'List the public plans' },
      response: { 200: v.array(CompanyPlan), ...failures },
    })
    .get('/plans/excess', () => listOverLimit(databases), {
      detail: { summary: 'List companies that have more than their plan allows' },
      super: true,
      response: { 200: OverLimits, ...failures },
    })
    .get(
      '/plans/:id',
      async ({ params: { id } }) => {
        const plan = findPlanOrFail(control, id)
        const companies = await listHolders(databases, plan, membersOf(waitingCounts))
        return { ...showPlan(plan), companiesCount: companies.length, companies }
      },
      { super: true, params: ById, response: { 200: PlanDetail, ...failures } },
    )
    .post(
      '/plans',
      ({ cx, actor, body }) => {
        const plan = showPlan(createPlan({ cx, control: writableControl(), doer: actor }, body))
        publish(planCreated({ plan }))
        return { ...plan, companiesCount: 0 }
      },
      { super: true, body: input(CreatePlan), response: { 200: PlanSummary, ...failures } },
    )
    .put(
      '/plans/:id',
      ({ cx, actor, params: { id }, body }) => {
        const plan = showPlan(changePlan({ cx, control: writableControl(), doer: actor }, id, body))
        publish(planUpdated({ plan }))
        return plan
      },
      { super: true, params: ById, body: input(UpdatePlan), response: { 200: PlanSummary, ...failures } },
    )
    .delete(
      '/plans/:id',
      ({ cx, actor, params: { id } }) => {
        deletePlan({ cx, control: writableControl(), doer: actor }, id)
        publish(planDeleted({ planId: id }))
        return done
      },
      { super: true, params: ById, response: { 200: Done, ...failures } },
    )
    .get('/menus', () => ({ menus: [...menus] }), {
      signedIn: true,
      whileOverdue: true,
      response: { 200: MenuList, ...failures },
    })
    .get(
      '/companies/listPlan/:id',
      ({ actor, params: { id } }) => {
        if (!actor.super && id !== actor.tenantId) fail('ERR_NO_COMPANY_FOUND')
        const company = findCompanyOrFail(control, id)
        return { ...summarizeCompany(company), plan: company.plan && showCompanyPlan(company.plan) }
      },
      {
        detail: { summary: 'Read a company with its plan' },
        signedIn: true,
        whileOverdue: true,
        params: ById,
        response: { 200: PlanOfCompany, ...failures },
      },
    )
}
export type PlanRoutes = ReturnType<typeof planRoutes>
