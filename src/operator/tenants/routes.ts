import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, PageNumber, readPage, SearchText } from '../../platform/params'
import { ChangeSetting, Setting } from '../../settings/contract'
import { findCompanyOrFail } from '../../tenancy/companies'
import { Refusal } from '../refusal'
import { changeOwn, changeTenant, createTenant, renewTenant, settle } from './actions'
import { companySettingChange, companySettings, companyUsage } from './at-owner'
import { createBackupList } from './backups'
import {
  CompanyBackup,
  CompanyOption,
  CompanyPage,
  CompanyRow,
  CompanyUsage,
  CreateCompany,
  DeleteCompany,
  UpdateCompany,
} from './contract'
import { deleteTenant, findDeletable } from './delete'
import { type DueFilter, dueFilters, listCompanyOptions, listCompanyRows, showCompany } from './queries'

const Listed = t.Object({
  searchParam: SearchText,
  pageNumber: PageNumber,
  due: t.Optional(t.Union(dueFilters.map((one) => t.Literal(one)))),
})
const BySetting = t.Object({ ...ById.properties, key: t.String({ maxLength: 64 }) })

/** Other companies exist for the operator alone. */
function requireOwnOrOperator(actor: Actor, id: number) {
  if (id !== actor.tenantId && !actor.super) fail('ERR_NO_COMPANY_FOUND')
}

/** A command works on the company's folder. */
function refuse(error: unknown): never {
  if (error instanceof Refusal) return fail('ERR_TENANT_BUSY')
  throw error
}

export const tenantRoutes = (http: AppHttp, services: RouteServices) => {
  const { databases, clock, auth, wakeUp } = services
  const { control } = databases
  const uuidOf = (id: number) => findCompanyOrFail(control, id).uuid
  const listBackupsOf = createBackupList(databases.dataDir)
  type Query = { searchParam?: string; pageNumber?: string; due?: DueFilter }
  const list = (actor: Actor, { searchParam = '', pageNumber, due = undefined }: Query) =>
    listCompanyRows(databases, {
      search: searchParam,
      due: due ?? null,
      page: readPage(pageNumber),
      now: clock(),
      timeZone: findCompanyOrFail(control, actor.tenantId).timeZone,
    })
  return new Elysia()
    .use(http)
    .get('/companies', ({ actor, query }) => list(actor, query), {
      super: true,
      query: Listed,
      response: { 200: CompanyPage, ...failures },
    })
    .get('/companiesPlan', ({ actor, query }) => list(actor, query), {
      detail: { summary: 'List companies with their plan' },
      super: true,
      query: Listed,
      response: { 200: CompanyPage, ...failures },
    })
    .get('/companies/list', () => listCompanyOptions(control), {
      detail: { summary: 'List the names of all companies' },
      super: true,
      response: { 200: v.array(CompanyOption), ...failures },
    })
    .get(
      '/companies/:id',
      ({ actor, params: { id } }) => {
        requireOwnOrOperator(actor, id)
        return showCompany(findCompanyOrFail(control, id))
      },
      {
        allowed: 'settings-page:change',
        whileOverdue: true,
        params: ById,
        response: { 200: CompanyRow, ...failures },
      },
    )
    .get('/companies/:id/usage', ({ params: { id } }) => companyUsage.ask(services, { uuid: uuidOf(id) }), {
      detail: { summary: 'Read the users, connections, queues, messages and disk space of a company' },
      super: true,
      params: ById,
      response: { 200: CompanyUsage, ...failures },
    })
    .post('/companies', async ({ cx, actor, body }) => showCompany(await createTenant({ services, cx, actor }, body)), {
      super: true,
      body: input(CreateCompany),
      response: { 200: CompanyRow, ...failures },
    })
    .put(
      '/companies/:id',
      async ({ cx, actor, params: { id }, body }) => {
        requireOwnOrOperator(actor, id)
        const where = { services, cx, actor }
        const changed = actor.super ? await changeTenant(where, id, body) : await changeOwn(where, body)
        auth.stillHere(actor)
        return showCompany(changed)
      },
      {
        allowed: 'settings-page:change',
        own: true,
        whileOverdue: true,
        params: ById,
        body: input(UpdateCompany),
        response: { 200: CompanyRow, ...failures },
      },
    )
    .post(
      '/companies/:id/renew',
      async ({ cx, actor, params: { id } }) => showCompany(await renewTenant({ services, cx, actor }, id)),
      {
        detail: { summary: 'Move the due date of a company by its recurrence' },
        super: true,
        params: ById,
        response: { 200: CompanyRow, ...failures },
      },
    )
    .delete(
      '/companies/:id',
      async ({ cx, actor, params: { id }, body: { name } }) => {
        const { uuid } = findDeletable(control, id, name)
        await services.fleet?.bring(uuid)
        auth.revoke({ companyId: id }, 'blocked')
        const deleting = deleteTenant({ databases, cx, doer: actor, id, name, fleet: services.fleet })
        await Promise.all([deleting, wakeUp().then(wakeUp)]).catch(refuse)
        await settle(services)
        return done
      },
      { super: true, params: ById, body: input(DeleteCompany), response: { 200: Done, ...failures } },
    )
    .get('/companies/:id/backups', ({ params: { id } }) => listBackupsOf(findCompanyOrFail(control, id).uuid), {
      detail: { summary: 'List the backups that have a company' },
      super: true,
      params: ById,
      response: { 200: v.array(CompanyBackup), ...failures },
    })
    .get('/companies/:id/settings', ({ params: { id } }) => companySettings.ask(services, { uuid: uuidOf(id) }), {
      detail: { summary: 'List the settings of a company' },
      super: true,
      params: ById,
      response: { 200: v.array(Setting), ...failures },
    })
    .put(
      '/companies/:id/settings/:key',
      ({ params: { id, key }, body: { value } }) =>
        companySettingChange.ask(services, { uuid: uuidOf(id), key, value }),
      {
        detail: { summary: 'Change a setting of a company' },
        super: true,
        params: BySetting,
        body: input(ChangeSetting),
        response: { 200: Setting, ...failures },
      },
    )
}
export type TenantRoutes = ReturnType<typeof tenantRoutes>
