import type {
  ContactCategory,
  CreateCategory,
  UpdateCategory,
} from '../../../../src/features/contact-book/categories/contract'
import type { ContactCategoryRoutes } from '../../../../src/features/contact-book/categories/routes'
import { client, unwrap } from '../../../shared/client'
import { liveCrud } from '../../../shared/live/liveCrud'
import { categoriesSpec } from './spec'

const { contactCategories: routes } = client<ContactCategoryRoutes>()

export const categories = liveCrud<ContactCategory, CreateCategory, UpdateCategory>({
  ...categoriesSpec,
  routes: {
    list: ({ signal }) => unwrap(routes.get({ fetch: { signal } })),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

/** With its current number of contacts. */
export const fetchCategory = (id: number) => unwrap(routes({ id }).get())
