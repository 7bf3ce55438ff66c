import { queryOptions } from '@tanstack/react-query'
import type { Announcement, CreateAnnouncement, UpdateAnnouncement } from '../../../src/features/announcements/contract'
import type { AnnouncementRoutes } from '../../../src/features/announcements/routes'
import type { PlanRoutes } from '../../../src/features/plans/routes'
import type { TenantRoutes } from '../../../src/operator/tenants/routes'
import { call, client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { announcementsSpec } from './spec'

const { announcements: routes } = client<AnnouncementRoutes>()

const { companies } = client<TenantRoutes>()
const { plans } = client<PlanRoutes>()
/** Of which some may be chosen. */
export const companiesQuery = queryOptions({
  queryKey: ['announcements', 'companies'],
  queryFn: ({ signal }) => unwrap(companies.list.get({ fetch: { signal } })),
})
export const plansQuery = queryOptions({
  queryKey: ['announcements', 'plans'],
  queryFn: async ({ signal }) => (await unwrap(plans.get({ query: {}, fetch: { signal } }))).plans,
})
export const readersQuery = (id: number) =>
  queryOptions({
    queryKey: ['announcements', 'readers', id],
    queryFn: ({ signal }) => unwrap(routes({ id }).readers.get({ fetch: { signal } })),
  })

/** Undefined keeps the stored picture, null removes it. */
type WithPicture = { readonly file?: File | null | undefined }

export const announcements = liveCrud<Announcement, CreateAnnouncement & WithPicture, UpdateAnnouncement & WithPicture>(
  {
    ...announcementsSpec,
    routes: {
      list: ({ signal }) => unwrap(routes.list.get({ fetch: { signal } })),
      create: ({ file, ...fields }) => (file ? createWithPicture(fields, file) : unwrap(routes.post(fields))),
      async update(id, { file, ...fields }) {
        if (file !== undefined) await putPicture(id, file)
        return unwrap(routes({ id }).put(fields))
      },
      remove: (id) => unwrap(routes({ id }).delete()),
    },
  },
)

/** Stays inactive until its picture is uploaded; deleted if the upload fails. */
async function createWithPicture(fields: CreateAnnouncement, file: File): Promise<Announcement> {
  const { id } = await unwrap(routes.post({ ...fields, status: false }))
  try {
    await putPicture(id, file)
    return await unwrap(routes({ id }).put({ status: fields.status }))
  } catch (failure) {
    await unwrap(routes({ id }).delete()).catch(() => undefined)
    throw failure
  }
}

function putPicture(id: number, file: File | null): Promise<Announcement> {
  const address = `/announcements/${id}/media-upload`
  if (file === null) return call<Announcement>('DELETE', address)
  const form = new FormData()
  form.set('file', file, file.name)
  return call<Announcement>('POST', address, form)
}
