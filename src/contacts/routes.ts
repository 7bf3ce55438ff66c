import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { AppHttp } from '../access/gates'
import type { Actor } from '../actor'
import { findDefaultConnection } from '../channels/connections/queries'
import type { NumberLookUp } from '../channels/look-up'
import { setActive } from '../channels/pending-updates/blocks'
import type { Server } from '../chapter'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { serveFile } from '../platform/files'
import { failures } from '../platform/http'
import { check, input } from '../platform/input'
import { ById, Day, Days, Flag, isOn, PageNumber, readDay, readDays, readPage, SearchText } from '../platform/params'
import { reading } from '../platform/sqlite'
import { isEnabled } from '../settings/settings'
import { hasNoTicket, hasTicketFor, recentContactsOf, seesContact } from '../tickets/queries'
import { listMerges, undoMerge } from '../tickets/unmerge'
import { createContact, toggleAudio, updateContact } from './actions'
import type { Address } from './address'
import {
  ContactPage,
  ContactSummary,
  CreateContact,
  Dialing,
  dialingOf,
  MergeSummary,
  NumberCheck,
  phoneFromTyping,
  TypedNumber,
  UpdateContact,
} from './contract'
import { ContactDetail } from './groups/contract'
import { findVisibleContact, readContact } from './groups/detail'
import { type ContactFilter, findContactIdByAddress, findPerson, listContacts, summarizeContact } from './queries'
import type { Contact } from './tables'

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

export const contactRoutes = (http: AppHttp, numbers: NumberLookUp) =>
  new Elysia({ prefix: '/contacts' })
    .use(http)
    .get(
      '/',
      ({ cx, actor, query }) =>
        reading(cx.db.$client, () =>
          listContacts(cx.db, {
            either: query.searchParam ?? '',
            name: query.name ?? '',
            number: query.number ?? '',
            created: readDay(query.date, 'date', cx.tenant.timeZone) ?? readDays(query, cx.tenant.timeZone),
            ...reachOf(cx, actor, query),
            page: readPage(query.pageNumber),
          }),
        ),
      {
        signedIn: true,
        query: ListQuery,
        response: { 200: ContactPage, ...failures },
      },
    )
    .get('/dialing', ({ cx }) => dialingIn(cx), { signedIn: true, response: { 200: Dialing, ...failures } })
    .get(
      '/:id',
      ({ cx, actor, params }) => readContact(cx.db, params.id, (groupId) => seesContact(cx.db, actor, groupId)),
      { signedIn: true, params: ById, response: { 200: ContactDetail, ...failures } },
    )
    .post(
      '/',
      async ({ cx, actor, body }) => {
        const wanted = meant(cx, body)
        const addresses = wanted.number ? await numbers.check(cx, actor, wanted.number) : []
        return summarizeContact(cx.db, createContact(cx, wanted, addresses))
      },
      {
        signedIn: true,
        body: input(CreateContact),
        response: { 200: ContactSummary, ...failures },
      },
    )
    .put(
      '/:id',
      async ({ cx, actor, params, body }) =>
        summarizeContact(cx.db, await change(numbers, { cx, actor }, visible(cx, actor, params.id), meant(cx, body))),
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
        summarizeContact(cx.db, setActive(cx, visible(cx, actor, params.id).id, body.active)),
      {
        signedIn: true,
        params: ById,
        body: input(v.object({ active: v.boolean() })),
        response: { 200: ContactSummary, ...failures },
      },
    )
    .put(
      '/toggleAcceptAudio/:id',
      ({ cx, actor, params }) => summarizeContact(cx.db, toggleAudio(cx, visible(cx, actor, params.id).id)),
      {
        signedIn: true,
        params: ById,
        response: { 200: ContactSummary, ...failures },
      },
    )
    .get(
      '/check/:number',
      async ({ cx, actor, params }) =>
        numberAmong(await numbers.lookUp(cx, actor, phoneFromTyping(params.number, dialingIn(cx)))),
      {
        signedIn: true,
        params: input(v.object({ number: TypedNumber })),
        response: { 200: NumberCheck, ...failures },
      },
    )
    .get('/:id/merges', ({ cx, actor, params }) => listMerges(cx.db, visible(cx, actor, params.id).id), {
      signedIn: true,
      params: ById,
      response: { 200: v.array(MergeSummary), ...failures },
    })
    .post('/merges/:id/undo', ({ cx, actor, params }) => summarizeContact(cx.db, undoMerge(cx, actor, params.id)), {
      allowed: 'contacts-page:mergeContacts',
      params: ById,
      response: { 200: ContactSummary, ...failures },
    })
export type ContactRoutes = ReturnType<typeof contactRoutes>

/**
 * Whom a search looks at. Where the company limits it, attendants find those with whom they see a conversation, and whose
 * whole number they know.
 */
function reachOf(cx: Cx, actor: Actor, query: typeof ListQuery.static): Pick<ContactFilter, 'claim' | 'unsearched'> {
  const withoutTicket = isOn(query.noTicket) ? hasNoTicket('contacts.id') : null
  if (!isLimited(cx, actor)) return { claim: withoutTicket }
  const known = hasTicketFor(actor, 'contacts.id')
  const named = findContactIdByAddress(cx.db, {
    kind: 'phone',
    value: phoneFromTyping(query.number || query.searchParam || '', dialingIn(cx)),
  })
  const reach = { sql: `(contacts.id = ? OR ${known.sql})`, params: [named ?? 0, ...known.params] }
  return {
    claim: withoutTicket
      ? { sql: `${withoutTicket.sql} AND ${reach.sql}`, params: [...withoutTicket.params, ...reach.params] }
      : reach,
    unsearched: () => recentContactsOf(cx.db, actor),
  }
}

const isLimited = (cx: Cx, { profile }: Actor): boolean =>
  profile === 'user' && isEnabled(cx.db, 'restrictedContactSearch')

const PersonQuery = v.object({
  name: v.optional(v.string()),
  number: v.optional(v.union([v.literal(''), TypedNumber])),
})

/** One person, by the whole number or, without one, by the whole name. */
export const findContactRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/contact' }).use(http).get(
    '/',
    ({ cx, actor, query }) => {
      const { number = '', name = '' } = check(PersonQuery, query)
      if (number === '' && name.trim() === '')
        fail('ERR_INVALID_INPUT', [{ field: 'number', message: 'form.required' }])
      const found = findPerson(cx.db, { number: number && phoneFromTyping(number, dialingIn(cx)), name })
      if (number === '' && isLimited(cx, actor) && !seesContact(cx.db, actor, found.id)) fail('ERR_NO_CONTACT_FOUND')
      return summarizeContact(cx.db, found)
    },
    {
      signedIn: true,
      query: t.Object({ name: SearchText, number: SearchText }),
      response: { 200: ContactSummary, ...failures },
    },
  )

export const pictureRoutes = (http: AppHttp, { folderOf }: Pick<Server, 'folderOf'>) =>
  new Elysia({ prefix: '/contacts' }).use(http).get(
    '/:id/picture/:version',
    ({ cx, actor, params, request }) => {
      const { picture } = visible(cx, actor, params.id)
      const folder = folderOf(cx.tenant.uuid)
      const answer = picture && serveFile(request, { folder, file: picture, mimetype: 'image/jpeg', name: null })
      return answer || fail('ERR_NO_MEDIA_FOUND')
    },
    { reader: true, params: t.Object({ ...ById.properties, version: t.String({ maxLength: 64 }) }) },
  )

const visible = (cx: Cx, actor: Actor, id: number): Contact =>
  findVisibleContact(cx.db, id, (groupId) => seesContact(cx.db, actor, groupId))

async function change(
  numbers: NumberLookUp,
  { cx, actor }: { readonly cx: Cx; readonly actor: Actor },
  { id, number }: Contact,
  wanted: UpdateContact,
): Promise<Contact> {
  const other = wanted.number && wanted.number !== number ? wanted.number : null
  return updateContact(cx, id, wanted, other === null ? [] : await numbers.check(cx, actor, other))
}

const dialingIn = ({ db }: Cx): Dialing => dialingOf(findDefaultConnection(db)?.number ?? null)

/** With the number that is meant by the one that was typed. */
const meant = <T extends UpdateContact>(cx: Cx, wanted: T): T =>
  wanted.number ? { ...wanted, number: phoneFromTyping(wanted.number, dialingIn(cx)) } : wanted

const numberAmong = (addresses: readonly Address[] | null): NumberCheck => ({
  number: addresses?.find(({ kind }) => kind === 'phone')?.value ?? null,
})
