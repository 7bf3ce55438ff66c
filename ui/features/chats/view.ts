import * as v from 'valibot'
import { lenient } from '../../shared/table/view'

export const ChatsView = v.object({
  /** The message to scroll to. */
  message: lenient(v.pipe(v.number(), v.integer(), v.minValue(1))),
})
