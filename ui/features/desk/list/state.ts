/** What the list remembers: tab, filters, search. Each person's own, see `ofPerson`. */
import { atom } from 'jotai/vanilla'
import { ofSession, storedOfPerson } from '../../../shared/session/ofPerson'
import { mayAtom, userAtom } from '../../../shared/session/session'
import { isBoolean } from '../../../shared/storedAtom'
import { choiceOf, type DeskSegment, type DeskTab, type SegmentOrders, usualOrders } from '../rules/lists'

const isIds = (value: unknown): value is number[] | null =>
  value === null || (Array.isArray(value) && value.every((id) => typeof id === 'number'))
const isSegment = (value: unknown): value is DeskSegment => value === 'open' || value === 'pending'

export const tabAtom = ofSession<DeskTab>('open')
export const segmentAtom = storedOfPerson<DeskSegment>('desk.segment', 'open', isSegment)
const isOrders = (value: unknown): value is SegmentOrders =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(usualOrders).every((segment) => ['recent', 'waiting'].includes(Reflect.get(value, segment)))
export const ordersAtom = storedOfPerson<SegmentOrders>('desk.orders', usualOrders, isOrders)
export const lateFilterAtom = ofSession(false)

/** The search text as it was typed. */
export const searchAtom = ofSession('')

/** Null until somebody chooses: profiles with the right then see everybody's tickets. */
const showAllChoiceAtom = storedOfPerson<boolean | null>(
  'desk.showAll',
  null,
  (value): value is boolean | null => value === null || isBoolean(value),
)
export const showAllAtom = atom(
  (get) => {
    const [may, user] = [get(mayAtom), get(userAtom)]
    if (!may('tickets-manager:showall')) return false
    return get(showAllChoiceAtom) ?? (user?.profile === 'admin' || user?.allUserChat === true)
  },
  (_get, set, on: boolean) => set(showAllChoiceAtom, on),
)

export const queueFilterAtom = storedOfPerson<number[] | null>('desk.queues', null, isIds)
export const connectionFilterAtom = storedOfPerson<number[] | null>('desk.connections', null, isIds)
/** As on the server, an empty selection does not filter. */
const chosen = (ids: number[] | null) => (ids && ids.length > 0 ? ids : null)
/** Not stored, like the rest: a filter of last week must not hide tickets. */
export const tagFilterAtom = ofSession<number[] | null>(null)
export const attendantFilterAtom = ofSession<number | null>(null)
export const unreadFilterAtom = ofSession(false)
export const dayFilterAtom = ofSession<string | null>(null)

const filtersAtom = atom((get) => ({
  queueIds: chosen(get(queueFilterAtom)),
  connectionIds: chosen(get(connectionFilterAtom)),
  userId: get(attendantFilterAtom),
  tagIds: chosen(get(tagFilterAtom)),
  unreadOnly: get(unreadFilterAtom),
  movedOn: get(dayFilterAtom),
}))
export const filterCountAtom = atom(
  (get) => Object.values(get(filtersAtom)).filter((filter) => filter !== null && filter !== false).length,
)
export const clearFiltersAtom = atom(null, (_get, set) => {
  set(queueFilterAtom, null)
  set(connectionFilterAtom, null)
  set(attendantFilterAtom, null)
  set(tagFilterAtom, null)
  set(unreadFilterAtom, false)
  set(lateFilterAtom, false)
  set(dayFilterAtom, null)
})

export const choiceAtom = atom((get) =>
  choiceOf(get(tabAtom), get(segmentAtom), {
    ...get(filtersAtom),
    orders: get(ordersAtom),
    lateOnly: get(lateFilterAtom),
    showAll: get(showAllAtom),
    // The server ignores case and accents.
    search: get(searchAtom).trim(),
  }),
)

/** The list that comes next gives its first row the focus. */
export const firstRowWishedAtom = ofSession(false)

/** Several tickets are being chosen. */
export const choosingAtom = ofSession(false)
