import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Permission } from '../access/permissions'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { serveFile } from '../platform/files'
import { PhoneNumber } from '../platform/formats'
import { failures, type Http } from '../platform/http'
import { check, input } from '../platform/input'
import { ById, Day, Days, Flag, isOn, PageNumber, readDay, readDays, readPage, SearchText } from '../platform/params'
import { type Condition, reading } from '../platform/sqlite'
import { createContact, toggleAudio, updateContact } from './actions'
import type { Address } from './address'
import { ContactPage, ContactSummary, CreateContact, MergeSummary, NumberCheck, UpdateContact } from './contract'
import { ContactDetail } from './groups/contract'
import { findVisibleContact, readContact } from './groups/detail'
import { findPerson, listContacts, summarizeContact } from './queries'
import type { Contact } from './tables'

export type ContactPorts = {
  /** Asks the messenger whether a number exists there, and fails if not; the addresses include the messenger's own form of the number. */
  checkNumber(cx: Cx, actor: Actor, number: string): Promise<readonly Address[]>
  /** The same as a mere question: null when there is no such account. Fails without an open connection, and when asked too often. */
  lookUp(cx: Cx, actor: Actor, number: string): Promise<readonly Address[] | null>
  setActive(cx: Cx, contactId: number, active: boolean): Contact
  /** The condition that the contact whose id is in this column has never had a conversation. */
  hasNoTicket(id: string): Condition
  /** Whether this person sees a conversation with the group. */
  seesGroup(cx: Cx, actor: Actor, groupId: number): boolean
  listMerges(cx: Cx, contactId: number): MergeSummary[]
  undoMerge(cx: Cx, actor: Actor, mergeId: number): Contact
}

const ListQuery = t.Object({
  searchParam: SearchText,
  name: SearchText,
  number: SearchText,
  /** Created on that day; takes precedence over the period. */
  date: Day,
  ...Days,
  noTicket: Flag,
  pageNumber: PageNumber,
})

export const contactRoutes = (http: Http<Permission>, ports: ContactPorts) =>
  new Elysia({ prefix: '/contacts' })
    .use(http)
    .get(
      '/',
      ({ cx, query }) =>
        reading(cx.db.$client, () =>
          listContacts(cx.db, {
            either: query.searchParam ?? '',
            name: query.name ?? '',
            number: query.number ?? '',
            created: readDay(query.date, 'date', cx.tenant.timeZone) ?? readDays(query, cx.tenant.timeZone),
            claim: isOn(query.noTicket) ? ports.hasNoTicket('contacts.id') : null,
            page: readPage(query.pageNumber),
          }),
        ),
      {
        signedIn: true,
        query: ListQuery,
        response: { 200: ContactPage, ...failures },
      },
    )
    .get(
      '/:id',
      ({ cx, actor, params }) => readContact(cx.db, params.id, (groupId) => ports.seesGroup(cx, actor, groupId)),
      { signedIn: true, params: ById, response: { 200: ContactDetail, ...failures } },
    )
    .post(
      '/',
      async ({ cx, actor, body }) =>
        summarizeContact(
          cx.db,
          createContact(cx, body, body.number ? await ports.checkNumber(cx, actor, body.number) : []),
        ),
      {
        signedIn: true,
        body: input(CreateContact),
        response: { 200: ContactSummary, ...failures },
      },
    )
    .put(
      '/:id',
      async ({ cx, actor, params, body }) =>
        summarizeContact(cx.db, await change(ports, { cx, actor }, visible(ports, cx, actor, params.id), body)),
      {
        signedIn: true,
        params: ById,
        body: input(UpdateContact),
        response: { 200: ContactSummary, ...failures },
      },
    )
    .put(
      '/block/:id',
      ({ cx, actor, params, body }) =>
        summarizeContact(cx.db, ports.setActive(cx, visible(ports, cx, actor, params.id).id, body.active)),
      {
        signedIn: true,
        params: ById,
        body: input(v.object({ active: v.boolean() })),
        response: { 200: ContactSummary, ...failures },
      },
    )
    .put(
      '/toggleAcceptAudio/:id',
      ({ cx, actor, params }) => summarizeContact(cx.db, toggleAudio(cx, visible(ports, cx, actor, params.id).id)),
      {
        signedIn: true,
        params: ById,
        response: { 200: ContactSummary, ...failures },
      },
    )
    .get('/check/:number', async ({ cx, actor, params }) => numberAmong(await ports.lookUp(cx, actor, params.number)), {
      signedIn: true,
      params: input(v.object({ number: PhoneNumber })),
      response: { 200: NumberCheck, ...failures },
    })
    .get('/:id/merges', ({ cx, actor, params }) => ports.listMerges(cx, visible(ports, cx, actor, params.id).id), {
      signedIn: true,
      params: ById,
      response: { 200: v.array(MergeSummary), ...failures },
    })
    .post(
      '/merges/:id/undo',
      ({ cx, actor, params }) => summarizeContact(cx.db, ports.undoMerge(cx, actor, params.id)),
      {
        allowed: 'contacts-page:mergeContacts',
        params: ById,
        response: { 200: ContactSummary, ...failures },
      },
    )
export type ContactRoutes = ReturnType<typeof contactRoutes>

const PersonQuery = v.object({
  name: v.optional(v.string()),
  number: v.optional(v.union([v.literal(''), PhoneNumber])),
})

/** One person, by the whole number or, without one, by the whole name. */
export const findContactRoutes = (http: Http<Permission>) =>
  new Elysia({ prefix: '/contact' }).use(http).get(
    '/',
    ({ cx, query }) => {
      const { number = '', name = '' } = check(PersonQuery, query)
      if (number === '' && name.trim() === '')
        fail('ERR_INVALID_INPUT', [{ field: 'number', message: 'form.required' }])
      return summarizeContact(cx.db, findPerson(cx.db, { number, name }))
    },
    {
      signedIn: true,
      query: t.Object({ name: SearchText, number: SearchText }),
      response: { 200: ContactSummary, ...failures },
    },
  )

/** The picture of a contact; a page's <img> sends no token. */
export const pictureRoutes = (
  ports: Pick<ContactPorts, 'seesGroup'> & {
    identifyReader(request: Request): Promise<{ cx: Cx; actor: Actor }>
    folderOf(cx: Cx): string
  },
) =>
  new Elysia({ prefix: '/contacts' }).get(
    '/:id/picture/:version',
    async ({ params, request }) => {
      const { cx, actor } = await ports.identifyReader(request)
      const { picture } = visible(ports, cx, actor, params.id)
      const answer =
        picture && serveFile(request, { folder: ports.folderOf(cx), file: picture, mimetype: 'image/jpeg', name: null })
      return answer || fail('ERR_NO_MEDIA_FOUND')
    },
    { params: t.Object({ ...ById.properties, version: t.String({ maxLength: 64 }) }) },
  )

const visible = (ports: Pick<ContactPorts, 'seesGroup'>, cx: Cx, actor: Actor, id: number): Contact =>
  findVisibleContact(cx.db, id, (groupId) => ports.seesGroup(cx, actor, groupId))

async function change(
  ports: ContactPorts,
  { cx, actor }: { readonly cx: Cx; readonly actor: Actor },
  { id, number }: Contact,
  wanted: UpdateContact,
): Promise<Contact> {
  const other = wanted.number && wanted.number !== number ? wanted.number : null
  return updateContact(cx, id, wanted, other === null ? [] : await ports.checkNumber(cx, actor, other))
}

const numberAmong = (addresses: readonly Address[] | null): NumberCheck => ({
  number: addresses?.find(({ kind }) => kind === 'phone')?.value ?? null,
})
