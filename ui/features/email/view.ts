/** Search parameters of the e-mail pages. */
import * as v from 'valibot'
import { SearchWords } from '../../shared/searchWords'
import { lenient } from '../../shared/table/view'

const Count = v.pipe(v.number(), v.integer(), v.minValue(1))

/** `open`: the e-mail whose pane is open. */
export const EmailListView = v.object({ search: SearchWords, page: lenient(Count), open: lenient(Count) })
export type EmailListView = v.InferOutput<typeof EmailListView>

/** `email`: the scheduled e-mail being edited. */
export const EmailFormView = v.object({ email: lenient(Count) })
export type EmailFormView = v.InferOutput<typeof EmailFormView>
