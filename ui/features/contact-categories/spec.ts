/** The rows of the parameters page. Pure. */
import type { ContactCategory } from '../../../src/features/contact-book/categories/contract'
import { plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import { byName } from '../contacts/categories/spec'
import type { CategoriesView } from './view'

/** The rows of a view, in its order. */
export const shownCategories = (list: readonly ContactCategory[], view: CategoriesView): ContactCategory[] =>
  sortRows(
    list.filter(({ descricao }) => plain(descricao).includes(plain(view.search ?? ''))),
    view,
    { name: byName, state: (a, b) => Number(b.active) - Number(a.active) || byName(a, b) },
    'name',
  )
