import { Elysia, t } from 'elysia'
import type { Cx } from '../platform/cx'
import { failures, type Http } from '../platform/http'
import { ById, PageNumber, SearchText } from '../platform/params'
import { createContact } from './actions'
import { ContactPage, ContactSummary, CreateContact } from './contract'
import { type Address, findContactOrFail, listContacts, summarizeContact } from './queries'

/** Asks the messenger whether a number exists there; its own form of the number comes back among the addresses. */
export type CheckNumber = (cx: Cx, number: string) => Promise<readonly Address[]>

export const contactRoutes = (http: Http, checkNumber: CheckNumber) =>
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
    .get('/:id', ({ cx, params }) => summarizeContact(findContactOrFail(cx.db, params.id)), {
      signedIn: true,
      params: ById,
      response: { 200: ContactSummary, ...failures },
    })
    .post('/', async ({ cx, body }) => summarizeContact(createContact(cx, body, await checkNumber(cx, body.number))), {
      signedIn: true,
      body: CreateContact,
      response: { 200: ContactSummary, ...failures },
    })
export type ContactRoutes = ReturnType<typeof contactRoutes>
