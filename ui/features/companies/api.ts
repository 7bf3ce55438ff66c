import { queryOptions } from '@tanstack/react-query'
import type { SupportRoutes } from '../../../src/operator/support/routes'
import type { CompanyRow, CreateCompany, UpdateCompany } from '../../../src/operator/tenants/contract'
import type { TenantRoutes } from '../../../src/operator/tenants/routes'
import { call, client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { ofSession } from '../../shared/session/ofPerson'
import { store } from '../../shared/store'
import { type CompaniesWanted, companiesSpec } from './spec'

const { companies: routes } = client<TenantRoutes>()

/** Of the companies that the filters leave, as the server last counted them. */
export const totalsAtom = ofSession<{ readonly count: number; readonly monthly: number } | null>(null)

export const companies = liveCrud<CompanyRow, CreateCompany, UpdateCompany, CompaniesWanted>({
  ...companiesSpec,
  routes: {
    async list({ view: { search, due }, page, signal }) {
      const query = { pageNumber: String(page), ...(search && { searchParam: search }), ...(due && { due }) }
      const { companies, hasMore, count, monthly } = await unwrap(routes.get({ query, fetch: { signal } }))
      store.set(totalsAtom, { count, monthly })
      return { items: companies, hasMore }
    },
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
  },
})

export const renewCompany = (id: number) => unwrap(routes({ id }).renew.post())
export const deleteCompany = (id: number, name: string) => unwrap(routes({ id }).delete({ name }))

export const usageQuery = (id: number) =>
  queryOptions({
    queryKey: ['companies', 'usage', id],
    queryFn: ({ signal }) => unwrap(routes({ id }).usage.get({ fetch: { signal } })),
  })
export const backupsQuery = (id: number) =>
  queryOptions({
    queryKey: ['companies', 'backups', id],
    queryFn: ({ signal }) => unwrap(routes({ id }).backups.get({ fetch: { signal } })),
  })
/** Of the whole installation; the monitor follows it. */
export const startBackup = () => call('POST', '/monitor/backups')
export const companySettingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['companies', 'settings', id],
    queryFn: ({ signal }) => unwrap(routes({ id }).settings.get({ fetch: { signal } })),
  })
export const changeCompanySetting = (id: number, key: string, value: string) =>
  unwrap(routes({ id }).settings({ key }).put({ value }))

const { companies: supported } = client<SupportRoutes>()
export const supportQuery = (id: number) =>
  queryOptions({
    queryKey: ['companies', 'support', id],
    queryFn: ({ signal }) => unwrap(supported({ id }).support.get({ fetch: { signal } })),
  })
export const askSupport = (id: number, reason: string) => unwrap(supported({ id }).support.post({ reason }))
export const endSupport = (id: number) => unwrap(supported({ id }).support.delete())
export const enterSupport = (id: number) => unwrap(supported({ id }).support.enter.post())

export const notesQuery = (id: number) =>
  queryOptions({
    queryKey: ['companies', 'notes', id],
    queryFn: ({ signal }) => unwrap(supported({ id }).notes.get({ fetch: { signal } })),
  })
export const addNote = (id: number, text: string) => unwrap(supported({ id }).notes.post({ text }))
export const removeNote = (id: number, noteId: number) => unwrap(supported({ id }).notes({ noteId }).delete())
