import * as v from 'valibot'
import { viewSchema } from '../../shared/table/view'

/** `whatsapp`: the connection whose templates are shown; the first one by default. */
export const TemplatesView = viewSchema(['name', 'language', 'category', 'status'], {
  whatsapp: v.pipe(v.number(), v.integer(), v.minValue(1)),
  category: v.picklist(['marketing', 'utility', 'authentication']),
})
export type TemplatesView = v.InferOutput<typeof TemplatesView>
