import * as v from 'valibot'
import { SearchWords } from '../../shared/searchWords'
import { lenient, viewSchema } from '../../shared/table/view'

const Count = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `open`: the e-mail whose pane is open. */
export const EmailListView = v.object({ search: SearchWords, page: lenient(Count), open: lenient(Count) })
export type EmailListView = v.InferOutput<typeof EmailListView>

/**
 * `email`: the scheduled e-mail being edited. `contact`, `ticket`: what a new one is about; `back`: the conversation to
 * return to. `signature`: the dialog of the user's signature is open.
 */
export const EmailFormView = v.object({
  email: lenient(Count),
  contact: lenient(Count),
  ticket: lenient(Count),
  back: lenient(v.pipe(v.string(), v.uuid())),
  signature: lenient(v.literal(true)),
})
export type EmailFormView = v.InferOutput<typeof EmailFormView>

export const templateStates = ['active', 'inactive'] as const
export const TemplatesView = viewSchema(['name'], { state: v.picklist(templateStates) })
export type TemplatesView = v.InferOutput<typeof TemplatesView>
