import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { listingOf, pageOf } from '../../platform/pages'
import { ById, Flag, isOn, PageNumber, readPage, SearchText } from '../../platform/params'
import { CREATED_A_MINUTE } from '../../users/shares'
import { changeTag, createTag, deleteTag, orderLanes } from './actions'
import { CreateTag, changeTags, Tag, TagLanes, TagOrder, TagPage, TagTickets, UpdateTag } from './contract'
import { findTagOrFail, listLanes, listTags, showTag } from './queries'
import { clearLane, tagTicket, tagTickets, untagTicket } from './ticket-tags'

export const tagRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/tags' })
    .use(http)
    .get(
      '/',
      ({ cx, query: { searchParam: search, kanban, pageNumber } }) => {
        const found = listTags(cx.db, { search, kanban: kanban ? isOn(kanban) : undefined })
        const { rows, ...rest } = pageOf(listingOf(found), readPage(pageNumber))
        return { tags: rows.map(showTag), ...rest }
      },
      {
        signedIn: true,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber, kanban: Flag }),
        response: { 200: TagPage, ...failures },
      },
    )
    .get('/list', ({ cx }) => listTags(cx.db).map(showTag), {
      detail: { summary: 'List all tags to choose from' },
      signedIn: true,
      response: { 200: v.array(Tag), ...failures },
    })
    .get('/kanban', ({ cx }) => ({ lista: listLanes(cx.db).map(showTag) }), {
      detail: { summary: 'List the lanes of the kanban board' },
      signedIn: true,
      response: { 200: TagLanes, ...failures },
    })
    .post(
      '/order',
      ({ cx, actor, body }) => {
        orderLanes(cx, actor, body.tagOrder)
        return done
      },
      {
        detail: { summary: 'Order the lanes of the kanban board' },
        allowed: changeTags,
        body: input(TagOrder),
        response: { 200: Done, ...failures },
      },
    )
    .get('/:id', ({ cx, params }) => showTag(findTagOrFail(cx.db, params.id)), {
      signedIn: true,
      params: ById,
      response: { 200: Tag, ...failures },
    })
    .post('/', ({ cx, actor, body }) => showTag(createTag(cx, actor, body)), {
      signedIn: true,
      rateLimit: CREATED_A_MINUTE,
      body: input(CreateTag),
      response: { 200: Tag, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => showTag(changeTag(cx, actor, params.id, body)), {
      allowed: changeTags,
      params: ById,
      body: input(UpdateTag),
      response: { 200: Tag, ...failures },
    })
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await deleteTag(cx, actor, params.id)
        return done
      },
      { allowed: changeTags, params: ById, response: { 200: Done, ...failures } },
    )
export type TagRoutes = ReturnType<typeof tagRoutes>

const OfTicket = t.Object({ ticketId: ById.properties.id })
const TagOfTicket = t.Object({ ...OfTicket.properties, tagId: ById.properties.id })

export const ticketTagRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/ticket-tags' })
    .use(http)
    .put(
      '/',
      ({ cx, actor, body }) => {
        tagTickets(cx, actor, body)
        return done
      },
      {
        detail: { summary: 'Add or remove a tag on several tickets' },
        signedIn: true,
        body: input(TagTickets),
        response: { 200: Done, ...failures },
      },
    )
    .put(
      '/:ticketId/:tagId',
      ({ cx, actor, params: { ticketId, tagId } }) => {
        tagTicket(cx, actor, ticketId, tagId)
        return done
      },
      {
        detail: { summary: 'Add a tag to a ticket' },
        signedIn: true,
        params: TagOfTicket,
        response: { 200: Done, ...failures },
      },
    )
    .delete(
      '/:ticketId',
      ({ cx, actor, params }) => {
        clearLane(cx, actor, params.ticketId)
        return done
      },
      {
        detail: { summary: 'Take a ticket out of its lane of the kanban board' },
        signedIn: true,
        params: OfTicket,
        response: { 200: Done, ...failures },
      },
    )
    .delete(
      '/:ticketId/:tagId',
      ({ cx, actor, params: { ticketId, tagId } }) => {
        untagTicket(cx, actor, ticketId, tagId)
        return done
      },
      {
        detail: { summary: 'Remove a tag from a ticket' },
        signedIn: true,
        params: TagOfTicket,
        response: { 200: Done, ...failures },
      },
    )
export type TicketTagRoutes = ReturnType<typeof ticketTagRoutes>
