import { Elysia } from 'elysia'
import * as v from 'valibot'
import { findCategoryOrFail } from '../../../contacts/queries'
import { type AppHttp, Done, done, failures } from '../../../platform/http'
import { input } from '../../../platform/input'
import { ById } from '../../../platform/params'
import { changeCategory, createCategory, deleteCategory } from './actions'
import { ContactCategory, ContactCategoryDetail, CreateCategory, UpdateCategory } from './contract'
import { countContactsOf, listCategories, showCategory } from './queries'

export const contactCategoryRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/contactCategories' })
    .use(http)
    .get('/', ({ cx }) => listCategories(cx.db).map(showCategory), {
      signedIn: true,
      response: { 200: v.array(ContactCategory), ...failures },
    })
    .get(
      '/:id',
      ({ cx, params }) => ({
        ...showCategory(findCategoryOrFail(cx.db, params.id)),
        contacts: countContactsOf(cx.db, params.id),
      }),
      { signedIn: true, params: ById, response: { 200: ContactCategoryDetail, ...failures } },
    )
    .post('/', ({ cx, actor, body }) => showCategory(createCategory(cx, actor, body)), {
      allowed: 'parameters-page:change',
      body: input(CreateCategory),
      response: { 200: ContactCategory, ...failures },
    })
    .put('/:id', ({ cx, actor, params, body }) => showCategory(changeCategory(cx, actor, params.id, body)), {
      allowed: 'parameters-page:change',
      params: ById,
      body: input(UpdateCategory),
      response: { 200: ContactCategory, ...failures },
    })
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await deleteCategory(cx, actor, params.id)
        return done
      },
      { allowed: 'parameters-page:change', params: ById, response: { 200: Done, ...failures } },
    )
export type ContactCategoryRoutes = ReturnType<typeof contactCategoryRoutes>
