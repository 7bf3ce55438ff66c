/** Requests of the personal calendar. */
import type { CalendarEvent, CreateEvent, UpdateEvent } from '../../../src/features/calendar/contract'
import type { EventRoutes } from '../../../src/features/calendar/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { type EventFilter, eventsSpec } from './spec'

const { eventos: routes } = client<EventRoutes>()

/** `concluido` alone, or the other fields: they have separate routes. */
export type ChangedEvent = UpdateEvent | { readonly concluido: boolean }

export const events = liveCrud<CalendarEvent, CreateEvent, ChangedEvent, EventFilter>({
  ...eventsSpec,
  routes: {
    list({ view: { search, days }, signal }) {
      const query = { dateStart: days.from, dateEnd: days.to, ...(search && { searchParam: search }) }
      return unwrap(routes.get({ query, fetch: { signal } }))
    },
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) =>
      unwrap(
        'concluido' in body ? routes({ id }).concluido.put({ concluido: body.concluido }) : routes({ id }).put(body),
      ),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})
