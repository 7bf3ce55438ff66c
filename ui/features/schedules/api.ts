import { queryOptions } from '@tanstack/react-query'
import type { CreateSchedule, Schedule, UpdateSchedule } from '../../../src/features/schedules/contract'
import type { ScheduleRoutes } from '../../../src/features/schedules/routes'
import { call, client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { type ScheduleFilter, schedulesSpec } from './spec'

const { schedules: routes } = client<ScheduleRoutes>()

/** Undefined keeps the stored file, null removes it. */
type WithFile = { readonly file?: File | null | undefined }
export type NewSchedule = CreateSchedule & WithFile
export type ChangedSchedule = UpdateSchedule & WithFile

export const schedules = liveCrud<Schedule, NewSchedule, ChangedSchedule, ScheduleFilter>({
  ...schedulesSpec,
  routes: {
    async list({ view, page, signal }) {
      const query = queryOf(view)
      if (view.days) {
        const days = { dateStart: view.days.from, dateEnd: view.days.to }
        const span = await unwrap(routes.calendar.get({ query: { ...query, ...days }, fetch: { signal } }))
        return { items: span.schedules, hasMore: span.hasMore }
      }
      const answer = await unwrap(routes.get({ query: { ...query, pageNumber: String(page) }, fetch: { signal } }))
      return { items: answer.schedules, hasMore: answer.hasMore }
    },
    async create({ file, ...body }) {
      const { schedules: made } = await unwrap(routes.post(body))
      const saved = file ? await Promise.all(made.map(({ id }) => putFile(id, file))) : made
      const [first] = saved
      if (!first) throw new Error('nothing was made')
      return first
    },
    async update(id, { file, ...body }) {
      const saved = await unwrap(routes({ id }).put(body))
      return file === undefined ? saved : putFile(id, file)
    },
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

type PlannedMessage = { readonly contactId: number; readonly whatsappId: number; readonly sendAt: string }

export const prospectQuery = ({ contactId, whatsappId, sendAt }: PlannedMessage) =>
  queryOptions({
    queryKey: ['schedules', 'prospect', contactId, whatsappId, sendAt],
    queryFn: ({ signal }) =>
      unwrap(
        routes.prospect.get({
          query: { contactId: String(contactId), whatsappId: String(whatsappId), sendAt },
          fetch: { signal },
        }),
      ),
    gcTime: 0,
    retry: false,
  })

function putFile(id: number, file: File | null) {
  if (!file) return call<Schedule>('DELETE', `/schedules/${id}/media-upload`)
  const form = new FormData()
  form.set('file', file, file.name)
  return call<Schedule>('POST', `/schedules/${id}/media-upload`, form)
}

const queryOf = ({ search, people, kind, pending, contactId }: ScheduleFilter) => ({
  ...(contactId && { contactId: String(contactId) }),
  ...(search && { searchParam: search }),
  ...(people && { userIds: JSON.stringify(people) }),
  ...(kind && { type: kind }),
  ...(pending && { pending: 'true' as const }),
})
