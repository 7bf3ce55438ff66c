import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { ByChannel, connectionsAsked } from '../channels/connections/by-channel'
import type { Cx } from '../platform/cx'
import { type AppHttp, Done, done, failures, written } from '../platform/http'
import { input } from '../platform/input'
import type { RouteServices } from '../platform/module'
import {
  After,
  ById,
  Day,
  Days,
  Flag,
  IdList,
  isOn,
  OptionalId,
  PageNumber,
  readDay,
  readDays,
  readId,
  readIds,
  readPage,
  SearchText,
} from '../platform/params'
import { reading } from '../platform/sqlite'
import { MINUTE } from '../platform/time'
import { readLateAfter } from '../settings/settings'
import { CREATED_A_MINUTE } from '../users/shares'
import {
  ContinueOver,
  CreateTicket,
  Door,
  OpenTicket,
  OpenTickets,
  ReadTickets,
  TicketCounters,
  TicketLog,
  TicketPage,
  TicketSummary,
  TransferTarget,
  UpdateTicket,
} from './contract'
import { filterQuery, readChosen, type TicketFilter } from './fields'
import type { ListFilter } from './lists/filter'
import { countTickets, type PageEnds, writeTickets } from './lists/list'
import { summarizeTicket } from './lists/summaries'
import { listLog } from './log/log'
import { changeTicket, createTicket, readSeveral } from './moves/actions'
import { describeActiveFor } from './moves/attending'
import { deleteTicket } from './moves/delete-ticket'
import { continueOver, doorsOf } from './moves/doors'
import { listTransferTargets } from './moves/transfer-targets'
import { findContactKnownTo, findVisibleTicket, findVisibleTicketByUuid } from './queries'
import { ticketsContaining } from './searching/hits'
import { moveOf } from './ticket'

export const ListQuery = t.Object({
  pageNumber: PageNumber,
  after: After,
  status: t.Optional(t.Union([t.Literal('pending'), t.Literal('open'), t.Literal('closed')])),
  showAll: Flag,
  isGroup: Flag,
  /** Of pending tickets: those that a bot serves, or those that wait for people. Absent: both. */
  isBot: Flag,
  contactId: OptionalId,
  withUnreadMessages: Flag,
  /** Only tickets that have waited longer than the company allows. */
  late: Flag,
  /** `waiting`: longest wait first, if all listed tickets are open or pending; otherwise last changed first. */
  order: t.Optional(t.Union([t.Literal('recent'), t.Literal('waiting')])),
  queueIds: IdList,
  connectionIds: IdList,
  channel: ByChannel,
  users: IdList,
  /** Opened on that day. */
  date: Day,
  /** Last changed on that day. */
  updatedAt: Day,
  searchParam: SearchText,
  /** Also searches what was said. */
  messageSearch: Flag,
})

/** `filters`: the modules' filters. */
export const ticketRoutes = (http: AppHttp, ends: PageEnds, filters: readonly TicketFilter[]) =>
  new Elysia({ prefix: '/tickets' })
    .use(http)
    .get(
      '/',
      async ({ cx, actor, query, set }) => {
        const { timeZone } = cx.tenant
        const asked = filterOf(cx, query)
        const filter = { ...asked, moved: asked.moved ?? readDays(query, timeZone) }
        const isSaid = filter.search !== '' && isOn(query.messageSearch)
        const saying = isSaid && { saying: await ticketsContaining(cx, actor, filter) }
        return written<TicketPage>(
          set,
          reading(cx.db.$client, () => writeTickets(cx, actor, { ...filter, ...saying }, ends)),
        )
      },
      {
        signedIn: true,
        /** The days between which the ticket last changed. */
        query: t.Object({ ...ListQuery.properties, ...Days, ...filterQuery(filters) }),
        response: { 200: TicketPage, ...failures },
      },
    )
    .get(
      '/counters',
      ({ cx, actor, query }) => countTickets(cx.db, actor, { showAll: isOn(query.showAll), lateUntil: lateUntil(cx) }),
      {
        detail: { summary: 'Count tickets by list' },
        signedIn: true,
        query: t.Object({ showAll: Flag }),
        response: { 200: TicketCounters, ...failures },
      },
    )
    .get('/transfer-targets', ({ cx }) => listTransferTargets(cx), {
      detail: { summary: 'List queues and users to transfer to' },
      signedIn: true,
      response: { 200: v.array(TransferTarget), ...failures },
    })
    .get(
      '/u/:uuid',
      ({ cx, actor, params }) => summarizeTicket(cx, findVisibleTicketByUuid(cx.db, actor, params.uuid).id),
      {
        detail: { summary: 'Read a ticket by its uuid' },
        signedIn: true,
        params: t.Object({ uuid: t.String({ maxLength: 64 }) }),
        response: { 200: TicketSummary, ...failures },
      },
    )
    .get('/:id', ({ cx, actor, params }) => summarizeTicket(cx, findVisibleTicket(cx.db, actor, params.id).id), {
      signedIn: true,
      params: ById,
      response: { 200: TicketSummary, ...failures },
    })
    .post('/', ({ cx, actor, body }) => summarizeTicket(cx, createTicket(cx, actor, body).id), {
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateTicket),
      response: { 200: TicketSummary, ...failures },
    })
    .get('/:id/doors', ({ cx, actor, params }) => doorsOf(cx, actor, findVisibleTicket(cx.db, actor, params.id)), {
      detail: { summary: 'List the connections that reach the contact of a ticket' },
      signedIn: true,
      params: ById,
      response: { 200: v.array(Door), ...failures },
    })
    .post(
      '/:id/doors',
      ({ cx, actor, params, body }) => summarizeTicket(cx, continueOver(cx, actor, params.id, body.whatsappId).id),
      {
        detail: { summary: 'Continue a ticket over another connection' },
        signedIn: true,
        rateLimit: CREATED_A_MINUTE,
        params: ById,
        body: input(ContinueOver),
        response: { 200: TicketSummary, ...failures },
      },
    )
    .post(
      '/read',
      ({ cx, actor, body }) => {
        readSeveral(cx, actor, body.ticketIds)
        return done
      },
      {
        detail: { summary: 'Mark several tickets as read' },
        signedIn: true,
        body: input(ReadTickets),
        response: { 200: Done, ...failures },
      },
    )
    .put(
      '/:id',
      ({ cx, actor, params, body }) => summarizeTicket(cx, changeTicket(cx, actor, params.id, moveOf(body, actor)).id),
      {
        signedIn: true,
        params: ById,
        body: input(UpdateTicket),
        response: { 200: TicketSummary, ...failures },
      },
    )
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await deleteTicket(cx, actor, params.id)
        return done
      },
      {
        allowed: 'ticket-options:deleteTicket',
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
export type TicketRoutes = ReturnType<typeof ticketRoutes>

export const ticketLogRoutes = (http: AppHttp, { accessLog }: Pick<RouteServices, 'accessLog'>) =>
  new Elysia({ prefix: '/tickets-log' }).use(http).get(
    '/:id',
    ({ cx, actor, params }) => {
      const { id } = findVisibleTicket(cx.db, actor, params.id)
      accessLog.write(cx.tenant.uuid)
      return { logs: listLog(cx.db, id) }
    },
    {
      detail: { summary: 'List what happened to a ticket' },
      signedIn: true,
      params: ById,
      response: { 200: TicketLog, ...failures },
    },
  )
export type TicketLogRoutes = ReturnType<typeof ticketLogRoutes>

/** Each costs some lookups. */
const MOST_CONTACTS = 100

/** Called before opening a conversation: a contact has at most one open ticket. */
export const openTicketRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/contacts' })
    .use(http)
    .get(
      '/existsOpenTicket/:id',
      ({ cx, actor, params }) => describeActiveFor(cx.db, actor, findContactKnownTo(cx.db, actor, params.id).id),
      {
        detail: { summary: 'Read the open ticket of a contact' },
        signedIn: true,
        params: ById,
        response: { 200: OpenTicket, ...failures },
      },
    )
    .get(
      '/existsOpenTicket',
      ({ cx, actor, query }) =>
        (readIds(query.contactIds, 'contactIds', MOST_CONTACTS) ?? []).map((id) => {
          const { id: contactId } = findContactKnownTo(cx.db, actor, id)
          return { contactId, ...describeActiveFor(cx.db, actor, contactId) }
        }),
      {
        detail: { summary: 'Read the open ticket of a number' },
        signedIn: true,
        query: t.Object({ contactIds: IdList }),
        response: { 200: OpenTickets, ...failures },
      },
    )

/** Contacts waiting since then or longer have waited too long. */
const lateUntil = (cx: Cx): number => cx.now() - readLateAfter(cx.db) * MINUTE

export function filterOf(cx: Cx, query: typeof ListQuery.static): ListFilter {
  const { timeZone } = cx.tenant
  return {
    page: readPage(query.pageNumber),
    after: query.after ?? null,
    status: query.status ?? null,
    contactId: readId(query.contactId),
    isGroup: query.isGroup ? isOn(query.isGroup) : null,
    isBot: query.isBot ? isOn(query.isBot) : null,
    showAll: isOn(query.showAll),
    queueIds: readIds(query.queueIds, 'queueIds'),
    connectionIds: connectionsAsked(cx.db, readIds(query.connectionIds, 'connectionIds'), query.channel),
    userIds: readIds(query.users, 'users'),
    chosen: readChosen(cx, query),
    unreadOnly: isOn(query.withUnreadMessages),
    waitingUntil: isOn(query.late) ? lateUntil(cx) : null,
    order: query.order ?? 'recent',
    created: readDay(query.date, 'date', timeZone),
    moved: readDay(query.updatedAt, 'updatedAt', timeZone),
    search: query.searchParam?.trim() ?? '',
  }
}
