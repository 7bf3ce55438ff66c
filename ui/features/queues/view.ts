import type * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const QueuesView = viewSchema(['order', 'name', 'people', 'tickets'])
export type QueuesView = v.InferOutput<typeof QueuesView>
