import { Elysia, t } from 'elysia'
import { createBudget } from '../../platform/budget'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, Days, readDays, SearchText } from '../../platform/params'
import { CREATED_A_MINUTE } from '../../users/shares'
import { changeEvent, createEvent, deleteEvent, markEvent, seeEvents, skipDay } from './actions'
import {
  CalendarEvent,
  CreateEvent,
  EventList,
  ImportedEvents,
  MarkEvent,
  SeenEvents,
  SkipDay,
  UpdateEvent,
} from './contract'
import { writeCalendar } from './ics-write'
import { importEvents, receiveCalendar } from './import'
import { type FoundEvent, findEventOf, listAllEvents, listEvents, listReminding, showEvent } from './queries'
import { zoneOf } from './zone'

/** Files per person and minute. */
const FILES_A_MINUTE = 10

export const eventRoutes = (http: AppHttp, { auth, uploadTargetOf }: Pick<RouteServices, 'auth' | 'uploadTargetOf'>) =>
  new Elysia({ prefix: '/eventos' })
    .use(http)
    .get(
      '/',
      async ({ cx, actor, query }) => {
        await createBudget().rest() // hundreds of repeated events take milliseconds
        return listEvents(cx.db, actor.userId, {
          span: readDays(query, cx.tenant.timeZone),
          zone: zoneOf(cx.tenant.timeZone),
          search: query.searchParam ?? '',
        }).map(showEvent)
      },
      {
        detail: { summary: 'List events of the calendar' },
        signedIn: true,
        query: t.Object({ ...Days, searchParam: SearchText }),
        response: { 200: EventList, ...failures },
      },
    )
    .get('/reminders', ({ cx, actor }) => listReminding(cx.db, actor.userId).map(showEvent), {
      detail: { summary: 'List the events that remind the person' },
      signedIn: true,
      response: { 200: EventList, ...failures },
    })
    .post(
      '/reminders/seen',
      ({ cx, actor, body }) => {
        seeEvents(cx, actor, body)
        return done
      },
      {
        detail: { summary: 'Mark the reminders of events as seen' },
        signedIn: true,
        body: input(SeenEvents),
        response: { 200: Done, ...failures },
      },
    )
    .get(
      '/export',
      ({ cx, actor }) => answerCalendar(listAllEvents(cx.db, actor.userId), cx.tenant.timeZone, cx.now()),
      { detail: { summary: 'Download the calendar as an iCalendar file' }, signedIn: true, rateLimit: FILES_A_MINUTE },
    )
    .get(
      '/:id/export',
      ({ cx, actor, params }) => answerCalendar([findEventOf(cx.db, actor, params.id)], cx.tenant.timeZone, cx.now()),
      {
        detail: { summary: 'Download an event as an iCalendar file' },
        signedIn: true,
        rateLimit: FILES_A_MINUTE,
        params: ById,
      },
    )
    .post(
      '/import',
      async ({ cx, actor, request }) => {
        const text = await receiveCalendar(request, uploadTargetOf(actor))
        return importEvents(cx, () => auth.stillHere(actor), text)
      },
      {
        detail: { summary: 'Import events from an iCalendar file' },
        signedIn: true,
        rateLimit: FILES_A_MINUTE,
        upload: true,
        response: { 200: ImportedEvents, ...failures },
      },
    )
    .post('/', ({ cx, actor, body }) => createEvent(cx, actor, body), {
      detail: { summary: 'Create an event' },
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateEvent),
      response: { 200: CalendarEvent, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => changeEvent(cx, actor, params.id, body), {
      detail: { summary: 'Change an event' },
      signedIn: true,
      params: ById,
      body: input(UpdateEvent),
      response: { 200: CalendarEvent, ...failures },
    })
    .put('/:id/concluido', ({ cx, actor, params, body }) => markEvent(cx, actor, params.id, body ?? {}), {
      detail: { summary: 'Mark an event as done' },
      signedIn: true,
      params: ById,
      body: input(MarkEvent),
      response: { 200: CalendarEvent, ...failures },
    })
    .post('/:id/days', ({ cx, actor, params, body }) => skipDay(cx, actor, params.id, body), {
      detail: { summary: 'Leave out a day of a repeated event, or put it back' },
      signedIn: true,
      params: ById,
      body: input(SkipDay),
      response: { 200: CalendarEvent, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteEvent(cx, actor, params.id)
        return done
      },
      { detail: { summary: 'Delete an event' }, signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
export type EventRoutes = ReturnType<typeof eventRoutes>

async function answerCalendar(events: readonly FoundEvent[], timeZone: string, now: number): Promise<Response> {
  return new Response(await writeCalendar(events, timeZone, now), {
    headers: {
      'content-type': 'text/calendar;charset=utf-8',
      'content-disposition': 'attachment; filename="calendar.ics"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
