/** The rows of the parameters page. Pure. */
import type { ContactCategory } from '../../../src/features/contact-book/categories/contract'
import { fits, needleOf } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import { byName } from '../contacts/categories/spec'
import type { CategoriesView } from './view'

/** The rows of a view, in its order. */
export function shownCategories(list: readonly ContactCategory[], view: CategoriesView): ContactCategory[] {
  const needle = needleOf(view.search ?? '')
  return sortRows(
    list.filter(({ descricao }) => fits(needle, descricao)),
    view,
    { name: byName, state: (a, b) => Number(b.active) - Number(a.active) || byName(a, b) },
    'name',
  )
}
