import type * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

export const PlansView = viewSchema(['id', 'name', 'amount', 'companies'], {})
export type PlansView = v.InferOutput<typeof PlansView>
