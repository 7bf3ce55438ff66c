import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { ByChannel, connectionsAsked } from '../../channels/connections/by-channel'
import { findVisibleConnection } from '../../channels/connections/queries'
import { dialingOf, phoneMeant, readMeant } from '../../channels/dialing'
import type { NumberLookUp } from '../../channels/look-up'
import { setActive } from '../../channels/pending-updates/blocks'
import { categorizeContacts, changeContact, createContact, recogniseContact, toggleAudio } from '../../contacts/actions'
import type { Address } from '../../contacts/address'
import {
  CategorizeContacts,
  ContactPage,
  ContactSummary,
  ContactWithInfo,
  DeleteContacts,
  DeletedContacts,
  Dialing,
  FindUsername,
  MergeSummary,
  NumberCheck,
  RecentMerge,
  TypedNumber,
} from '../../contacts/contract'
import { CreateContact, UpdateContact } from '../../contacts/editing/contract'
import { contactErrors } from '../../contacts/errors'
import { ContactDetail } from '../../contacts/groups/contract'
import { readContact } from '../../contacts/groups/detail'
import {
  findContactIdByAddress,
  findContactOrFail,
  findPerson,
  showContact,
  summarizeContact,
} from '../../contacts/queries'
import type { Contact } from '../../contacts/tables'
import { noteTypedNumber } from '../../contacts/typed-numbers'
import { findContactIdByUsername } from '../../contacts/usernames'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { serveFile } from '../../platform/files'
import { type AppHttp, Done, done, failures, written } from '../../platform/http'
import { check, input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import {
  ById,
  Day,
  Days,
  Flag,
  isOn,
  OptionalId,
  PageNumber,
  readDay,
  readDays,
  readId,
  readPage,
  SearchText,
} from '../../platform/params'
import { reading } from '../../platform/sqlite'
import { ContactDeletion } from '../../tickets/contract'
import { findContactKnownTo, hasTicketFor, recentContactsOf, seesContact } from '../../tickets/queries'
import { CREATED_A_MINUTE, requireTypedContact } from '../../users/shares'
import { withActiveTickets } from './active-tickets'
import { deleteContact, deleteContacts, describeDeletion } from './delete-contact'
import { type ContactFilter, type Cursor, listContacts, type Order } from './list'
import { listMerges, listRecentMerges, undoMerge } from './merging/unmerge'

const ListQuery = t.Object({
  searchParam: SearchText,
  name: SearchText,
  number: SearchText,
  /** The beginning, with or without the @. */
  username: SearchText,
  /** Created on that day; takes precedence over the period. */
  date: Day,
  ...Days,
  noTicket: Flag,
  contactCategoryId: OptionalId,
  whatsappId: OptionalId,
  channel: ByChannel,
  active: Flag,
  sort: t.Optional(t.Union([t.Literal('name'), t.Literal('id'), t.Literal('last')])),
  desc: Flag,
  pageNumber: PageNumber,
  /** `next` of the previous page, in place of `pageNumber`: the id, then the value of the sort key. */
  after: t.Optional(t.String({ maxLength: 1000, pattern: '^[0-9]{1,15}~' })),
})

const writeCursor = ({ id, value }: Cursor): string => `${id}~${value}`
function readCursor(written: string, by: Order['by']): Cursor {
  const at = written.indexOf('~')
  const value = written.slice(at + 1)
  return { id: Number(written.slice(0, at)), value: by === 'name' ? value : Number(value) || 0 }
}

export const contactRoutes = (http: AppHttp, numbers: NumberLookUp) =>
  new Elysia({ prefix: '/contacts' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query, set }) =>
        reading(cx.db.$client, () => {
          const { next, contacts, ...page } = listContacts(cx.db, filterOf(cx, actor, query))
          const shown: ContactPage = {
            ...page,
            contacts: withActiveTickets(cx, actor, contacts),
            next: next && writeCursor(next),
          }
          return written<ContactPage>(set, JSON.stringify(shown))
        }),
      {
        signedIn: true,
        query: ListQuery,
        response: { 200: ContactPage, ...failures },
      },
    )
    .get('/dialing', ({ cx }) => dialingOf(cx), {
      detail: { summary: 'Read the country and area of numbers typed without them' },
      signedIn: true,
      response: { 200: Dialing, ...failures },
    })
    .get(
      '/:id',
      ({ cx, actor, params }) =>
        readContact(cx.db, findContactKnownTo(cx.db, actor, params.id), (groupId) =>
          seesContact(cx.db, actor, groupId),
        ),
      { signedIn: true, params: ById, response: { 200: ContactDetail, ...failures } },
    )
    .post(
      '/',
      async ({ cx, actor, body }) => {
        const input = withDialedNumber(cx, body)
        const addresses = input.number ? await numbers.check(cx, actor, input.number) : []
        return cx.transaction((cx) => {
          const contact = createContact(cx, input, addresses)
          requireTypedContact(cx, actor)
          noteTypedNumber(cx.db, actor, contact.id)
          return showContact(cx.db, contact)
        })
      },
      {
        signedIn: true,
        rateLimit: CREATED_A_MINUTE,
        body: input(CreateContact),
        response: { 200: ContactWithInfo, ...failures },
      },
    )
    .put(
      '/:id',
      async ({ cx, actor, params, body }) =>
        showContact(
          cx.db,
          await applyChange(
            numbers,
            { cx, actor },
            findContactKnownTo(cx.db, actor, params.id),
            withDialedNumber(cx, body),
          ),
        ),
      {
        signedIn: true,
        params: ById,
        body: input(UpdateContact),
        response: { 200: ContactWithInfo, ...failures },
      },
    )
    .put(
      '/category',
      async ({ cx, actor, body: { contactIds, contactCategoryId } }) => {
        for (const id of contactIds) findContactKnownTo(cx.db, actor, id)
        await categorizeContacts(cx, actor, contactIds, contactCategoryId)
        return done
      },
      {
        detail: { summary: 'Set the category of several contacts' },
        signedIn: true,
        body: input(CategorizeContacts),
        response: { 200: Done, ...failures },
      },
    )
    .get('/:id/deletion', ({ cx, actor, params }) => describeDeletion(cx.db, actor, params.id), {
      detail: { summary: 'Read what goes when a contact is deleted' },
      allowed: 'contacts-page:deleteContact',
      params: ById,
      response: { 200: ContactDeletion, ...failures },
    })
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await deleteContact(cx, actor, params.id)
        return done
      },
      { allowed: 'contacts-page:deleteContact', params: ById, response: { 200: Done, ...failures } },
    )
    .post('/delete', ({ cx, actor, body }) => deleteContacts(cx, actor, body.contactIds), {
      detail: { summary: 'Delete several contacts' },
      allowed: 'contacts-page:deleteContact',
      body: input(DeleteContacts),
      response: { 200: DeletedContacts, ...failures },
    })
    .put(
      '/block/:id',
      ({ cx, actor, params, body }) =>
        summarizeContact(cx.db, setActive(cx, actor, findContactKnownTo(cx.db, actor, params.id).id, body.active)),
      {
        detail: { summary: 'Block or unblock a contact' },
        signedIn: true,
        params: ById,
        body: input(v.object({ active: v.boolean() })),
        response: { 200: ContactSummary, ...failures },
      },
    )
    .put(
      '/toggleAcceptAudio/:id',
      ({ cx, actor, params }) =>
        summarizeContact(cx.db, toggleAudio(cx, findContactKnownTo(cx.db, actor, params.id).id)),
      {
        detail: { summary: 'Accept or refuse voice messages of a contact' },
        signedIn: true,
        params: ById,
        response: { 200: ContactSummary, ...failures },
      },
    )
    .get(
      '/check/:number',
      async ({ cx, actor, params }) => numberAmong(await numbers.lookUp(cx, actor, phoneMeant(cx, params.number))),
      {
        detail: { summary: 'Check whether a number is on WhatsApp' },
        signedIn: true,
        params: input(v.object({ number: TypedNumber })),
        response: { 200: NumberCheck, ...failures },
      },
    )
    .get('/merges', ({ cx, actor }) => listRecentMerges(cx, actor), {
      detail: { summary: 'List merges of contacts' },
      allowed: 'contacts-page:mergeContacts',
      response: { 200: v.array(RecentMerge), ...failures },
    })
    .post(
      '/username',
      async ({ cx, actor, body: { username, key = null } }) => {
        const known = findContactIdByUsername(cx.db, username)
        if (known !== undefined) {
          noteTypedNumber(cx.db, actor, known)
          return summarizeContact(cx.db, findContactOrFail(cx.db, known))
        }
        const found = await numbers.findUsername(cx, actor, { username, key })
        if (found.is === 'nobody') return fail(contactErrors.ERR_USERNAME_UNKNOWN)
        if (found.is === 'protected') return fail(contactErrors.ERR_USERNAME_KEY, { isWrong: key !== null })
        const { addresses } = found
        return cx.transaction((cx) => {
          const contact = recogniseContact(cx, { addresses, name: null, isGroup: false })
          noteTypedNumber(cx.db, actor, contact.id)
          return summarizeContact(cx.db, contact)
        })
      },
      {
        detail: { summary: 'Create a contact by a WhatsApp username' },
        signedIn: true,
        body: input(FindUsername),
        response: { 200: ContactSummary, ...failures },
      },
    )
    .get('/:id/merges', ({ cx, actor, params }) => listMerges(cx, findContactKnownTo(cx.db, actor, params.id).id), {
      detail: { summary: 'List the merges of a contact' },
      signedIn: true,
      params: ById,
      response: { 200: v.array(MergeSummary), ...failures },
    })
    .post('/merges/:id/undo', ({ cx, actor, params }) => summarizeContact(cx.db, undoMerge(cx, actor, params.id)), {
      detail: { summary: 'Undo a merge' },
      allowed: 'contacts-page:mergeContacts',
      params: ById,
      response: { 200: ContactSummary, ...failures },
    })
export type ContactRoutes = ReturnType<typeof contactRoutes>

const filterOf = (cx: Cx, actor: Actor, query: typeof ListQuery.static): ContactFilter => {
  const order: Order = { by: query.sort ?? 'name', isDescending: isOn(query.desc) }
  const connectionId = readId(query.whatsappId)
  const asked = connectionId === null ? null : [findVisibleConnection(cx.db, actor, connectionId).id]
  return {
    either: query.searchParam ?? '',
    name: query.name ?? '',
    number: query.number ?? '',
    username: query.username,
    created: readDay(query.date, 'date', cx.tenant.timeZone) ?? readDays(query, cx.tenant.timeZone),
    categoryId: readId(query.contactCategoryId),
    connectionIds: query.channel ? connectionsAsked(cx.db, asked ?? actor.connectionIds, query.channel) : asked,
    active: query.active ? isOn(query.active) : null,
    noTicket: isOn(query.noTicket),
    ...searchScope(cx, actor, query),
    order,
    page: readPage(query.pageNumber),
    after: query.after ? readCursor(query.after, order.by) : null,
  }
}

/**
 * Contacts that a search may find. If the company restricts it, attendants find only contacts whose conversations they see,
 * and the one whose full number or username they typed.
 */
function searchScope(
  cx: Cx,
  actor: Actor,
  query: typeof ListQuery.static,
): Pick<ContactFilter, 'claim' | 'unsearched'> {
  if (!actor.onlyKnownContacts) return { claim: null }
  const known = hasTicketFor(actor, 'contacts.id')
  const typed = query.number || query.username || query.searchParam || ''
  const meant = readMeant(cx, typed)
  const named =
    ('number' in meant ? findContactIdByAddress(cx.db, { kind: 'phone', value: meant.number }) : undefined) ??
    findContactIdByUsername(cx.db, typed)
  if (named !== undefined) noteTypedNumber(cx.db, actor, named)
  return {
    claim: { sql: `(contacts.id = ? OR ${known.sql})`, params: [named ?? 0, ...known.params] },
    unsearched: () => recentContactsOf(cx.db, actor),
  }
}

const PersonQuery = v.object({
  name: v.optional(v.string()),
  number: v.optional(v.union([v.literal(''), TypedNumber])),
})

/** Finds one contact by full number or, without one, by full name. */
export const findContactRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/contact' }).use(http).get(
    '/',
    ({ cx, actor, query }) => {
      const { number = '', name = '' } = check(PersonQuery, query)
      if (number === '' && name.trim() === '')
        fail('ERR_INVALID_INPUT', [{ field: 'number', message: 'form.required' }])
      const found = findPerson(cx.db, { number: number && phoneMeant(cx, number), name })
      if (number !== '') noteTypedNumber(cx.db, actor, found.id)
      return summarizeContact(cx.db, findContactKnownTo(cx.db, actor, found.id))
    },
    {
      detail: { summary: 'List contacts to choose from' },
      signedIn: true,
      query: t.Object({ name: SearchText, number: SearchText }),
      response: { 200: ContactSummary, ...failures },
    },
  )

export const pictureRoutes = (http: AppHttp, { folderOf }: Pick<RouteServices, 'folderOf'>) =>
  new Elysia({ prefix: '/contacts' }).use(http).get(
    '/:id/picture/:version',
    async ({ cx, actor, params, request }) => {
      const { picture } = findContactKnownTo(cx.db, actor, params.id)
      const folder = folderOf(cx.tenant.uuid)
      const answer =
        picture && (await serveFile(request, { folder, file: picture, mimetype: 'image/jpeg', name: null }))
      return answer || fail('ERR_NO_MEDIA_FOUND')
    },
    {
      detail: { summary: 'Read the picture of a contact' },
      reader: true,
      params: t.Object({ ...ById.properties, version: t.String({ maxLength: 64 }) }),
    },
  )

async function applyChange(
  numbers: NumberLookUp,
  { cx, actor }: { readonly cx: Cx; readonly actor: Actor },
  { id, number }: Contact,
  input: UpdateContact,
): Promise<Contact> {
  const other = input.number && input.number !== number ? input.number : null
  return changeContact(cx, actor, id, input, other === null ? [] : await numbers.check(cx, actor, other))
}

/** Replaces the typed number with the one it dials. */
const withDialedNumber = <T extends UpdateContact>(cx: Cx, input: T): T =>
  input.number ? { ...input, number: phoneMeant(cx, input.number) } : input

const numberAmong = (addresses: readonly Address[] | null): NumberCheck => ({
  number: addresses?.find(({ kind }) => kind === 'phone')?.value ?? null,
})
