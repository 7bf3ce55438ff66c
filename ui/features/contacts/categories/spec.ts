import {
  type ContactCategory,
  categoryCreated,
  categoryDeleted,
  categoryUpdated,
} from '../../../../src/features/contact-book/categories/contract'
import { on } from '../../../shared/live/bus'
import type { CrudSpec } from '../../../shared/live/liveCrud'
import { plain } from '../../../shared/plain'

export const byName = (a: ContactCategory, b: ContactCategory) =>
  plain(a.descricao).localeCompare(plain(b.descricao)) || a.id - b.id

export const categoriesSpec: CrudSpec<ContactCategory> = {
  key: ['contact-categories'],
  compare: byName,
  events: [
    on(categoryCreated, ({ category }) => ({ put: category })),
    on(categoryUpdated, ({ category }) => ({ put: category })),
    on(categoryDeleted, ({ categoryId }) => ({ drop: categoryId })),
  ],
}
