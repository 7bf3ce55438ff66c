import { Elysia, t } from 'elysia'
import { summarizeContact } from '../../../contacts/queries'
import { type AppHttp, Done, done, failures } from '../../../platform/http'
import { input } from '../../../platform/input'
import { After, ById } from '../../../platform/params'
import { findContactKnownTo } from '../../../tickets/queries'
import { DuplicatePage, Identity, KeepApart, MergeContacts, MergeResult } from './contract'
import { keepApart, listDuplicates } from './duplicates'
import { identify } from './identity'
import { mergeByHand } from './merge-by-hand'

export const mergingRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/contacts' })
    .use(http)
    .post(
      '/merge',
      ({ cx, actor, body }) => {
        const { contact, mergeId } = mergeByHand(cx, actor, body)
        return { contact: summarizeContact(cx.db, contact), mergeId }
      },
      {
        detail: { summary: 'Merge two contacts' },
        allowed: 'contacts-page:mergeContacts',
        body: input(MergeContacts),
        response: { 200: MergeResult, ...failures },
      },
    )
    .get('/duplicates', ({ cx, query }) => listDuplicates(cx.db, query.after ?? null), {
      detail: { summary: 'List contacts that may be the same person' },
      allowed: 'contacts-page:mergeContacts',
      query: t.Object({ after: After }),
      response: { 200: DuplicatePage, ...failures },
    })
    .get(
      '/:id/identity',
      ({ cx, actor, params }) => identify(cx, actor, findContactKnownTo(cx.db, actor, params.id).id),
      {
        detail: { summary: 'Read what says who a contact is' },
        allowed: 'contacts-page:mergeContacts',
        params: ById,
        response: { 200: Identity, ...failures },
      },
    )
    .post(
      '/duplicates/apart',
      ({ cx, body }) => {
        keepApart(cx, body.contactIds)
        return done
      },
      {
        detail: { summary: 'Mark contacts as different people' },
        allowed: 'contacts-page:mergeContacts',
        body: input(KeepApart),
        response: { 200: Done, ...failures },
      },
    )
export type MergingRoutes = ReturnType<typeof mergingRoutes>
