/** The search parameters of the API documentation. */
import type * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const ApiDocsView = viewSchema(['path'])
export type ApiDocsView = v.InferOutput<typeof ApiDocsView>
