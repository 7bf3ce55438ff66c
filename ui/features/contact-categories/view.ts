import type * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const CategoriesView = viewSchema(['name', 'state'])
export type CategoriesView = v.InferOutput<typeof CategoriesView>
