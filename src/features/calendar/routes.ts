import { Elysia, t } from 'elysia'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { ById, Days, readDays, SearchText } from '../../platform/params'
import { CREATED_A_MINUTE } from '../../users/shares'
import { createEvent, deleteEvent, markEvent, updateEvent } from './actions'
import { CalendarEvent, CreateEvent, EventList, MarkEvent, UpdateEvent } from './contract'
import { listEvents } from './queries'

export const eventRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/eventos' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query }) =>
        listEvents(cx.db, actor.userId, {
          span: readDays(query, cx.tenant.timeZone),
          search: query.searchParam ?? '',
        }),
      {
        signedIn: true,
        query: t.Object({ ...Days, searchParam: SearchText }),
        response: { 200: EventList, ...failures },
      },
    )
    .post('/', ({ cx, actor, body }) => createEvent(cx, actor, body), {
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateEvent),
      response: { 200: CalendarEvent, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => updateEvent(cx, actor, params.id, body), {
      signedIn: true,
      params: ById,
      body: input(UpdateEvent),
      response: { 200: CalendarEvent, ...failures },
    })
    .put('/:id/concluido', ({ cx, actor, params, body }) => markEvent(cx, actor, params.id, body?.concluido ?? true), {
      signedIn: true,
      params: ById,
      body: input(MarkEvent),
      response: { 200: CalendarEvent, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteEvent(cx, actor, params.id)
        return done
      },
      { signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
export type EventRoutes = ReturnType<typeof eventRoutes>
