import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { mediaPath, serveFile } from '../platform/files'
import { PhoneNumber } from '../platform/formats'
import { failures, type Http } from '../platform/http'
import { ById, PageNumber, SearchText } from '../platform/params'
import { createContact, toggleAudio, updateContact } from './actions'
import { ContactPage, ContactSummary, CreateContact, MergeSummary, NumberCheck, UpdateContact } from './contract'
import { ContactDetail } from './groups/contract'
import { readContact } from './groups/detail'
import { type Address, findContactOrFail, listContacts, summarizeContact } from './queries'
import type { Contact } from './tables'

export type ContactPorts = {
  /** Asks the messenger whether a number exists there, and refuses one that does not; its own form of the number comes back among the addresses. */
  checkNumber(cx: Cx, number: string): Promise<readonly Address[]>
  /** The same for somebody who only wants to know; null when there is no such account. Refused without an open connection. */
  lookUp(cx: Cx, number: string): Promise<readonly Address[] | null>
  setActive(cx: Cx, contactId: number, active: boolean): Contact
  /** Does this person see a conversation with the group? */
  seesGroup(cx: Cx, actor: Actor, groupId: number): boolean
  listMerges(cx: Cx, contactId: number): MergeSummary[]
  undoMerge(cx: Cx, actor: Actor, mergeId: number): Contact
}

export const contactRoutes = (http: Http, ports: ContactPorts) =>
  new Elysia({ prefix: '/contacts' })
    .use(http)
    .get(
      '/',
      ({ cx, query }) => listContacts(cx.db, { search: query.searchParam ?? '', page: query.pageNumber ?? 1 }),
      {
        signedIn: true,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber }),
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
      async ({ cx, body }) => summarizeContact(createContact(cx, body, await ports.checkNumber(cx, body.number))),
      {
        signedIn: true,
        body: CreateContact,
        response: { 200: ContactSummary, ...failures },
      },
    )
    .put('/:id', async ({ cx, params, body }) => summarizeContact(await change(ports, cx, params.id, body)), {
      signedIn: true,
      params: ById,
      body: UpdateContact,
      response: { 200: ContactSummary, ...failures },
    })
    .put('/block/:id', ({ cx, params, body }) => summarizeContact(ports.setActive(cx, params.id, body.active)), {
      signedIn: true,
      params: ById,
      body: v.object({ active: v.boolean() }),
      response: { 200: ContactSummary, ...failures },
    })
    .put('/toggleAcceptAudio/:id', ({ cx, params }) => summarizeContact(toggleAudio(cx, params.id)), {
      signedIn: true,
      params: ById,
      response: { 200: ContactSummary, ...failures },
    })
    .get('/check/:number', async ({ cx, params }) => numberAmong(await ports.lookUp(cx, params.number)), {
      signedIn: true,
      params: v.object({ number: PhoneNumber }),
      response: { 200: NumberCheck, ...failures },
    })
    .get('/:id/merges', ({ cx, params }) => ports.listMerges(cx, findContactOrFail(cx.db, params.id).id), {
      signedIn: true,
      params: ById,
      response: { 200: v.array(MergeSummary), ...failures },
    })
    .post('/merges/:id/undo', ({ cx, actor, params }) => summarizeContact(ports.undoMerge(cx, actor, params.id)), {
      signedIn: true,
      params: ById,
      response: { 200: ContactSummary, ...failures },
    })
export type ContactRoutes = ReturnType<typeof contactRoutes>

/** The picture of a contact; a page's <img> sends no token. */
export const pictureRoutes = (ports: {
  identifyReader(request: Request): Promise<{ cx: Cx }>
  folderOf(cx: Cx): string
}) =>
  new Elysia({ prefix: '/contacts' }).get(
    '/:id/picture/:version',
    async ({ params, request }) => {
      const { cx } = await ports.identifyReader(request)
      const { picture } = findContactOrFail(cx.db, params.id)
      const answer =
        picture &&
        (await serveFile(request, {
          path: mediaPath(ports.folderOf(cx), picture),
          sha256: picture,
          mimetype: 'image/jpeg',
          name: null,
        }))
      return answer || fail('ERR_NO_MEDIA_FOUND')
    },
    { params: t.Object({ ...ById.properties, version: t.String({ maxLength: 64 }) }) },
  )

async function change(ports: ContactPorts, cx: Cx, id: number, wanted: UpdateContact): Promise<Contact> {
  const { number } = findContactOrFail(cx.db, id)
  const isOther = wanted.number !== undefined && wanted.number !== number
  return updateContact(cx, id, wanted, isOther ? await ports.checkNumber(cx, wanted.number ?? '') : [])
}

const numberAmong = (addresses: readonly Address[] | null): NumberCheck => ({
  number: addresses?.find(({ kind }) => kind === 'phone')?.value ?? null,
})
