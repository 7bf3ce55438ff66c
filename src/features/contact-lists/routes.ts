import { Elysia, t } from 'elysia'
import { ImportDetail } from '../../bulk-import/contract'
import { answerExample, followRoutes, takeUpload, uploadQuery } from '../../bulk-import/routes'
import { manageCampaigns } from '../../outbound/contract'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { listingOf, pageOf } from '../../platform/pages'
import { ById, OptionalId, PageNumber, readId, readPage, SearchText } from '../../platform/params'
import { findContactKnownTo } from '../../tickets/queries'
import {
  addContacts,
  changeContactList,
  changeItem,
  createContactList,
  createItem,
  deleteContactList,
  deleteItem,
} from './actions'
import {
  AddContactsToList,
  AddedToList,
  ContactList,
  ContactListItem,
  ContactListItemPage,
  ContactListNames,
  ContactListPage,
  CreateContactList,
  CreateListItem,
  itemStates,
  UpdateContactList,
  UpdateListItem,
} from './contract'
import { CONTACT_LISTS } from './import-target'
import { type ItemCursor, pageItems } from './item-page'
import { findContactListOrFail, findItemOrFail, listContactLists, showItem, showList } from './queries'

const allowed = manageCampaigns

export const contactListRoutes = (http: AppHttp, server: RouteServices) =>
  new Elysia({ prefix: '/contact-lists' })
    .use(http)
    .get(
      '/',
      ({ cx, query }) => {
        const found = listingOf(listContactLists(cx.db, query.searchParam))
        const { rows, ...rest } = pageOf(found, readPage(query.pageNumber))
        return { records: rows.map((list) => showList(cx.db, cx.now(), list)), ...rest }
      },
      {
        allowed,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber }),
        response: { 200: ContactListPage, ...failures },
      },
    )
    .get(
      '/list',
      ({ cx }) => listContactLists(cx.db).map(({ id, name, contactsCount }) => ({ id, name, contactsCount })),
      {
        detail: { summary: 'List the names of all contact lists' },
        allowed,
        response: { 200: ContactListNames, ...failures },
      },
    )
    .get('/example', (asked) => answerExample(server, asked, CONTACT_LISTS), {
      detail: { summary: 'Download a sample spreadsheet for a contact list' },
      allowed,
    })
    .get('/:id', ({ cx, params }) => showList(cx.db, cx.now(), findContactListOrFail(cx.db, params.id)), {
      allowed,
      params: ById,
      response: { 200: ContactList, ...failures },
    })
    .post('/', ({ cx, actor, body }) => showList(cx.db, cx.now(), createContactList(cx, actor, body)), {
      allowed,
      body: input(CreateContactList),
      response: { 200: ContactList, ...failures },
    })
    .put(
      '/:id',
      ({ cx, actor, params, body }) => showList(cx.db, cx.now(), changeContactList(cx, actor, params.id, body)),
      {
        allowed,
        params: ById,
        body: input(UpdateContactList),
        response: { 200: ContactList, ...failures },
      },
    )
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteContactList(cx, actor, params.id)
        return done
      },
      { allowed, params: ById, response: { 200: Done, ...failures } },
    )
    .post(
      '/:id/upload',
      ({ cx, actor, params, request, query }) => {
        const subjectOf = () => findContactListOrFail(cx.db, params.id).id
        subjectOf() // before reading the file
        return takeUpload(server, { cx, actor, request, query, target: CONTACT_LISTS, subjectOf })
      },
      {
        detail: { summary: 'Upload a spreadsheet to a contact list' },
        allowed,
        upload: true,
        params: ById,
        query: uploadQuery,
        response: { 200: ImportDetail, ...failures },
      },
    )
    .use(followRoutes(http, server, '', { rows: 'contacts for a list', target: CONTACT_LISTS, permission: allowed }))
export type ContactListRoutes = ReturnType<typeof contactListRoutes>

const ListQuery = t.Object({
  contactListId: OptionalId,
  searchParam: SearchText,
  state: t.Optional(t.Union(itemStates.map((one) => t.Literal(one)))),
  pageNumber: PageNumber,
  /** `next` of the previous page, in place of `pageNumber`: the id, then the folded name. */
  after: t.Optional(t.String({ maxLength: 300, pattern: '^[0-9]{1,15}~' })),
})

const writeCursor = ({ id, name }: ItemCursor): string => `${id}~${name}`
function readCursor(written: string): ItemCursor {
  const at = written.indexOf('~')
  return { id: Number(written.slice(0, at)), name: written.slice(at + 1) }
}

export const listItemRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/contact-list-items' })
    .use(http)
    .get(
      '/',
      ({ cx, query }) => {
        const list = findContactListOrFail(cx.db, readId(query.contactListId) ?? 0)
        const { rows, next, ...page } = pageItems(cx.db, list, {
          search: query.searchParam ?? '',
          state: query.state ?? null,
          page: readPage(query.pageNumber),
          after: query.after ? readCursor(query.after) : null,
        })
        return { contacts: rows.map((item) => showItem(cx.db, item)), ...page, next: next && writeCursor(next) }
      },
      { allowed, query: ListQuery, response: { 200: ContactListItemPage, ...failures } },
    )
    .get('/:id', ({ cx, params }) => showItem(cx.db, findItemOrFail(cx.db, params.id)), {
      allowed,
      params: ById,
      response: { 200: ContactListItem, ...failures },
    })
    .post('/', ({ cx, actor, body }) => showItem(cx.db, createItem(cx, actor, body)), {
      allowed,
      body: input(CreateListItem),
      response: { 200: ContactListItem, ...failures },
    })
    .post(
      '/contacts',
      ({ cx, actor, body }) => addContacts(cx, actor, body, (id) => findContactKnownTo(cx.db, actor, id)),
      {
        detail: { summary: 'Add contacts to a contact list' },
        allowed,
        body: input(AddContactsToList),
        response: { 200: AddedToList, ...failures },
      },
    )
    .put('/:id', ({ cx, actor, params, body }) => showItem(cx.db, changeItem(cx, actor, params.id, body)), {
      allowed,
      params: ById,
      body: input(UpdateListItem),
      response: { 200: ContactListItem, ...failures },
    })
    .delete(
      '/:id',
      ({ cx, actor, params }) => {
        deleteItem(cx, actor, params.id)
        return done
      },
      { allowed, params: ById, response: { 200: Done, ...failures } },
    )
export type ListItemRoutes = ReturnType<typeof listItemRoutes>
