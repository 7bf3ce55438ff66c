import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

/** `month`: `2026-11`; without it, the current one. */
export const CostsView = viewSchema(['name'], { month: v.pipe(v.string(), v.regex(/^20\d{2}-(0[1-9]|1[0-2])$/)) })
export type CostsView = v.InferOutput<typeof CostsView>
