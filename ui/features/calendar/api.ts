import type {
  CalendarEvent,
  CreateEvent,
  ImportedEvents,
  SkipDay,
  UpdateEvent,
} from '../../../src/features/calendar/contract'
import type { EventRoutes } from '../../../src/features/calendar/routes'
import { call, client, fetchFile, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { type EventFilter, eventsSpec } from './spec'

const { eventos: routes } = client<EventRoutes>()

/** `concluido`, of one day or all, or the other fields: they have separate routes. */
export type ChangedEvent = UpdateEvent | { readonly concluido: boolean; readonly day?: string }

export const events = liveCrud<CalendarEvent, CreateEvent, ChangedEvent, EventFilter>({
  ...eventsSpec,
  routes: {
    list({ view: { search, days }, signal }) {
      const query = { dateStart: days.from, dateEnd: days.to, ...(search && { searchParam: search }) }
      return unwrap(routes.get({ query, fetch: { signal } }))
    },
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) =>
      unwrap('concluido' in body ? routes({ id }).concluido.put({ ...body }) : routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

/** The events show the change. */
export const skipDay = (id: number, body: SkipDay) => unwrap(routes({ id }).days.post(body))

export function importEvents(file: File): Promise<ImportedEvents> {
  const form = new FormData()
  form.append('file', file)
  return call<ImportedEvents>('POST', '/eventos/import', form)
}

export const fetchCalendar = () => fetchFile('/eventos/export', 'calendario.ics')
export const fetchEvent = ({ id, title }: CalendarEvent) =>
  fetchFile(`/eventos/${id}/export`, `${title.replace(/[\\/:*?"<>|]+/g, ' ').trim() || id}.ics`)
