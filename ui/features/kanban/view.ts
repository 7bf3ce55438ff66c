import * as v from 'valibot'
import { SearchWords } from '../../shared/searchWords'
import { lenient } from '../../shared/table/view'

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))

export const KanbanView = v.object({
  search: SearchWords,
  /** The tickets of one queue, or of the user's queues. */
  queue: lenient(v.union([Id, v.literal('mine')])),
  /** The tickets of one user, or without an attendant. */
  person: lenient(v.union([Id, v.literal('nobody')])),
  /** The conversation beside the board. */
  ticket: lenient(v.pipe(v.string(), v.maxLength(64))),
})
export type KanbanView = v.InferOutput<typeof KanbanView>
