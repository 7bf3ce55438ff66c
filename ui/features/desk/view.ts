/** The list's state in the desk's address; defaults are omitted. */
import * as v from 'valibot'
import { SearchWords } from '../../shared/searchWords'
import { Day, Ids, lenient } from '../../shared/table/view'
import type { ExtraFilters } from '../../shared/ticketParts'

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))
/** 0: without a queue. */
const QueueIds = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.minLength(1))

const Own = v.object({
  tab: lenient(v.picklist(['group', 'closed', 'search'])),
  /** The part of the list, where it has several. */
  status: lenient(v.picklist(['pending', 'bot'])),
  search: SearchWords,
  /** Everybody's tickets or the user's own, if not the user's default. */
  all: lenient(v.boolean()),
  late: lenient(v.literal(true)),
  unread: lenient(v.literal(true)),
  from: lenient(Day),
  to: lenient(Day),
  attendant: lenient(Id),
  queues: lenient(QueueIds),
  connections: lenient(Ids),
})
export type DeskView = v.InferOutput<typeof Own>
/** The modules' filters follow, by name. */
export const DeskView = v.objectWithRest(Own.entries, lenient(Ids)) as object as typeof Own // `extrasIn` reads the rest

export const extrasIn = (view: DeskView): ExtraFilters =>
  Object.fromEntries(
    Object.entries(view).flatMap(([name, ids]) => (name in Own.entries || !v.is(Ids, ids) ? [] : [[name, ids]])),
  )
