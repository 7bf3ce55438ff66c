/** What the address of the companies page may say. */
import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const dueFilters = ['late', 'soon', 'fine', 'suspended'] as const
export const CompaniesView = viewSchema(['due'], {
  due: v.picklist(dueFilters),
  /** The company whose pane is open. */
  pane: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type CompaniesView = v.InferOutput<typeof CompaniesView>
