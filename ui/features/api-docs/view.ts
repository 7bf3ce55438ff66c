/** The search parameters of the API documentation: the words, and the operation shown. */
import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const ApiDocsView = viewSchema(['path'], { operation: v.pipe(v.string(), v.maxLength(200)) })
export type ApiDocsView = v.InferOutput<typeof ApiDocsView>
