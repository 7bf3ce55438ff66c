import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { fail } from '../../errors'
import type { Period } from '../../platform/days'
import { Id, Instant } from '../../platform/formats'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { check, input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import {
  ById,
  Days,
  Flag,
  isOn,
  OptionalId,
  PageNumber,
  readDays,
  readId,
  readIds,
  readPage,
  SearchText,
} from '../../platform/params'
import { DAY } from '../../platform/time'
import { messageFileOf } from '../../tickets/media/upload'
import { fileRoutes } from '../../users/file-routes'
import { CREATED_A_MINUTE } from '../../users/shares'
import { changeSchedule, createSchedules, deleteSchedule, findChangeable, putFile, seeReminders } from './actions'
import {
  CreateSchedule,
  LONGEST_SPAN,
  MadeSchedules,
  Reminders,
  SCHEDULE_FILE_LIMIT,
  Schedule,
  SchedulePage,
  ScheduleProspect,
  ScheduleSpan,
  SeenReminders,
  UpdateSchedule,
} from './contract'
import { readProspect } from './prospect'
import { findVisible, listReminders, listSchedules, listSpan, readSchedule } from './queries'

type Deps = Pick<RouteServices, 'auth' | 'folderOf' | 'uploadTargetOf'>

/** `userIds` is JSON, as in the specification: `[1,2]`. */
const Filter = {
  searchParam: SearchText,
  userIds: t.Optional(t.String({ maxLength: 4000, pattern: '^(\\[[0-9, ]*\\])?$' })),
  type: t.Optional(t.Union([t.Literal('mensagem'), t.Literal('lembrete')])),
  /** Only pending ones. */
  pending: Flag,
  contactId: OptionalId,
}
type FilterAsked = {
  readonly searchParam?: string
  readonly userIds?: string
  readonly type?: 'mensagem' | 'lembrete'
  readonly pending?: string
  readonly contactId?: string
}
const readFilter = ({ searchParam = '', userIds, type, pending, contactId }: FilterAsked) => ({
  search: searchParam,
  userIds: readIds(userIds === '[]' ? undefined : userIds || undefined, 'userIds', 100),
  type: type ?? null,
  isWaiting: isOn(pending),
  contactId: readId(contactId),
})

const asId = v.pipe(v.string('form.required'), v.transform(Number), Id)
const PlannedMessage = v.object({ contactId: asId, whatsappId: asId, sendAt: Instant })

function boundedSpan(span: Period | null): Period {
  if (!span) return fail('ERR_INVALID_INPUT', [{ field: 'dateStart', message: 'form.required' }])
  const isLong = span.to - span.from > (LONGEST_SPAN + 1) * DAY
  return isLong ? fail('ERR_INVALID_INPUT', [{ field: 'dateEnd', message: 'form.invalid' }]) : span
}

export const scheduleRoutes = (http: AppHttp, server: Deps) =>
  new Elysia({ prefix: '/schedules' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query }) => {
        const { rows, ...page } = listSchedules(cx.db, actor, readFilter(query), readPage(query.pageNumber))
        return { schedules: rows, ...page }
      },
      {
        signedIn: true,
        query: t.Object({ ...Filter, pageNumber: PageNumber }),
        response: { 200: SchedulePage, ...failures },
      },
    )
    .get(
      '/calendar',
      ({ cx, actor, query }) =>
        listSpan(cx.db, actor, readFilter(query), boundedSpan(readDays(query, cx.tenant.timeZone))),
      {
        detail: { summary: 'List schedules between two days' },
        signedIn: true,
        query: t.Object({ ...Filter, ...Days }),
        response: { 200: ScheduleSpan, ...failures },
      },
    )
    .get(
      '/prospect',
      ({ cx, actor, query }) => {
        const { contactId, whatsappId, sendAt } = check(PlannedMessage, query)
        return readProspect(cx, actor, { contactId, connectionId: whatsappId, sendAt: Date.parse(sendAt) })
      },
      {
        detail: { summary: 'Read what would be sent to a contact at a time' },
        signedIn: true,
        query: t.Object({
          contactId: OptionalId,
          whatsappId: OptionalId,
          sendAt: t.Optional(t.String({ maxLength: 40 })),
        }),
        response: { 200: ScheduleProspect, ...failures },
      },
    )
    .get('/reminders', ({ cx, actor }) => ({ reminders: listReminders(cx.db, actor.userId) }), {
      detail: { summary: 'List reminders that are due' },
      signedIn: true,
      response: { 200: Reminders, ...failures },
    })
    .post(
      '/reminders/seen',
      ({ cx, actor, body }) => {
        seeReminders(cx, actor, body)
        return done
      },
      {
        detail: { summary: 'Mark reminders as seen' },
        signedIn: true,
        body: input(SeenReminders),
        response: { 200: Done, ...failures },
      },
    )
    .get('/:id', ({ cx, actor, params }) => readSchedule(cx.db, findVisible(cx.db, actor, params.id).id), {
      signedIn: true,
      params: ById,
      response: { 200: Schedule, ...failures },
    })
    .post('/', ({ cx, actor, body }) => ({ schedules: createSchedules(cx, actor, body) }), {
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateSchedule),
      response: { 200: MadeSchedules, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => changeSchedule(cx, actor, params.id, body), {
      signedIn: true,
      params: ById,
      body: input(UpdateSchedule),
      response: { 200: Schedule, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteSchedule(cx, actor, params.id)
        return done
      },
      { signedIn: true, params: ById, response: { 200: Done, ...failures } },
    )
    .use(
      fileRoutes(http, server, {
        of: 'a schedule',
        at: '/:id/media-upload',
        limit: SCHEDULE_FILE_LIMIT,
        answer: Schedule,
        find: (cx, actor, id) => findVisible(cx.db, actor, id).media,
        requireChangeable: findChangeable,
        prepare: messageFileOf,
        put: putFile,
      }),
    )
export type ScheduleRoutes = ReturnType<typeof scheduleRoutes>
