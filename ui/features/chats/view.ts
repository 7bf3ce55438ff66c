/** What the address of the internal chat may say. */
import * as v from 'valibot'
import { lenient } from '../../shared/table/view'

export const ChatsView = v.object({
  /** The message that is led to. */
  message: lenient(v.pipe(v.number(), v.integer(), v.minValue(1))),
})
