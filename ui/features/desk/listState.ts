/** State of the list: tab, filters, search. Per user, see `ofPerson`. */
import { atom } from 'jotai/vanilla'
import { ofSession, storedOfPerson } from '../../shared/session/ofPerson'
import { mayAtom, userAtom } from '../../shared/session/session'
import { isBoolean } from '../../shared/storedAtom'
import type { ExtraFilters } from '../../shared/ticketParts'
import { choiceOf, type DayRange, type DeskSegment, type DeskTab, type SegmentOrders, usualOrders } from './rules/lists'
import { type DeskView, extrasIn } from './view'

const isIds = (value: unknown): value is number[] | null =>
  value === null || (Array.isArray(value) && value.every((id) => typeof id === 'number'))
const isSegment = (value: unknown): value is DeskSegment => value === 'open' || value === 'pending' || value === 'bot'

const keptTabAtom = ofSession<DeskTab>('open')
/** Leaving the search clears its text: it would hide tickets of the other lists. */
export const tabAtom = atom(
  (get) => get(keptTabAtom),
  (get, set, tab: DeskTab) => {
    if (get(keptTabAtom) === 'search' && tab !== 'search') set(searchAtom, '')
    set(keptTabAtom, tab)
  },
)
const ticketSegmentAtom = storedOfPerson<DeskSegment>('desk.segment', 'open', isSegment)
const groupSegmentAtom = storedOfPerson<DeskSegment>('desk.groupSegment', 'open', isSegment)
/** The visible part of the list. Groups have their own choice, since few wait where many contacts do. */
export const segmentAtom = atom(
  (get) => get(get(tabAtom) === 'group' ? groupSegmentAtom : ticketSegmentAtom),
  (get, set, segment: DeskSegment) => set(get(tabAtom) === 'group' ? groupSegmentAtom : ticketSegmentAtom, segment),
)
const isOrders = (value: unknown): value is SegmentOrders =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(usualOrders).every((segment) => ['recent', 'waiting'].includes(Reflect.get(value, segment)))
export const ordersAtom = storedOfPerson<SegmentOrders>('desk.orders', usualOrders, isOrders)
export const lateFilterAtom = ofSession(false)

/** The search text as typed. */
export const searchAtom = ofSession('')

/** Null until chosen: users with the permission then see everybody's tickets. */
const showAllChoiceAtom = storedOfPerson<boolean | null>(
  'desk.showAll',
  null,
  (value): value is boolean | null => value === null || isBoolean(value),
)
const usualShowAllAtom = atom((get) => {
  const user = get(userAtom)
  return user?.profile === 'admin' || user?.allUserChat === true
})
export const showAllAtom = atom(
  (get) => get(mayAtom)('tickets-manager:showall') && (get(showAllChoiceAtom) ?? get(usualShowAllAtom)),
  (_get, set, on: boolean) => set(showAllChoiceAtom, on),
)

export const queueFilterAtom = storedOfPerson<number[] | null>('desk.queues', null, isIds)
export const connectionFilterAtom = storedOfPerson<number[] | null>('desk.connections', null, isIds)
/** As on the server, an empty selection does not filter. */
const chosen = (ids: number[] | null) => (ids && ids.length > 0 ? ids : null)
/** Not stored, like the rest: last week's filter must not hide tickets. */
export const extraFiltersAtom = ofSession<ExtraFilters>({})
/** Removes deleted values from the filter of this name. */
export const dropFromFilterAtom = atom(null, (get, set, name: string, id: number) => {
  const { [name]: ids, ...others } = get(extraFiltersAtom)
  if (ids?.includes(id)) set(extraFiltersAtom, { ...others, [name]: ids.filter((one) => one !== id) })
})
export const attendantFilterAtom = ofSession<number | null>(null)
export const unreadFilterAtom = ofSession(false)
export const dayFilterAtom = ofSession<DayRange | null>(null)

const chosenExtras = (extras: ExtraFilters): ExtraFilters | null => {
  const chosen = Object.entries(extras).filter(([, ids]) => ids.length > 0)
  return chosen.length > 0 ? Object.fromEntries(chosen) : null
}

const filtersAtom = atom((get) => ({
  queueIds: chosen(get(queueFilterAtom)),
  connectionIds: chosen(get(connectionFilterAtom)),
  userId: get(attendantFilterAtom),
  extras: chosenExtras(get(extraFiltersAtom)),
  unreadOnly: get(unreadFilterAtom),
  movedOn: get(dayFilterAtom),
}))
export const filterCountAtom = atom((get) => {
  const { extras, ...own } = get(filtersAtom)
  const chosen = Object.values(own).filter((filter) => filter !== null && filter !== false)
  return chosen.length + Object.keys(extras ?? {}).length
})
export const clearFiltersAtom = atom(null, (_get, set) => {
  set(queueFilterAtom, null)
  set(connectionFilterAtom, null)
  set(attendantFilterAtom, null)
  set(extraFiltersAtom, {})
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

/** The waiting tickets, longest wait first, in the user's selected queues and connections. */
export const nextChoiceAtom = atom((get) =>
  choiceOf('open', 'pending', {
    ...get(filtersAtom),
    userId: null,
    extras: null,
    unreadOnly: false,
    movedOn: null,
    search: '',
    showAll: get(showAllAtom),
  }),
)

const segmentInAddress = (tab: DeskTab, segment: DeskSegment) =>
  (tab === 'open' || tab === 'group') && segment !== 'open' ? segment : undefined

/** The list's state in the address. Setting it shows that list; what it omits is the default. */
export const viewAtom = atom(
  (get): DeskView => {
    const [tab, showAll] = [get(tabAtom), get(showAllAtom)]
    const { queueIds, connectionIds, userId, extras, unreadOnly, movedOn } = get(filtersAtom)
    return {
      tab: tab === 'open' ? undefined : tab,
      status: segmentInAddress(tab, get(segmentAtom)),
      search: get(searchAtom).trim() || undefined,
      all: showAll === get(usualShowAllAtom) ? undefined : showAll,
      late: get(lateFilterAtom) || undefined,
      unread: unreadOnly || undefined,
      from: movedOn?.from ?? undefined,
      to: movedOn?.to ?? undefined,
      attendant: userId ?? undefined,
      queues: queueIds ?? undefined,
      connections: connectionIds ?? undefined,
      ...extras,
    }
  },
  (get, set, view: DeskView) => {
    const { from = null, to = null } = view
    // A search text belongs to the search tab only.
    const tab = view.search ? 'search' : (view.tab ?? 'open')
    set(tabAtom, tab)
    if (tab === 'open' || tab === 'group') set(segmentAtom, view.status ?? 'open')
    set(searchAtom, view.search ?? '')
    set(showAllAtom, view.all ?? get(usualShowAllAtom))
    set(lateFilterAtom, view.late ?? false)
    set(unreadFilterAtom, view.unread ?? false)
    set(dayFilterAtom, from === null && to === null ? null : { from, to })
    set(attendantFilterAtom, view.attendant ?? null)
    set(extraFiltersAtom, extrasIn(view))
    set(queueFilterAtom, view.queues ?? null)
    set(connectionFilterAtom, view.connections ?? null)
  },
)

/** The next list to render focuses its first row. */
export const firstRowWishedAtom = ofSession(false)

/** A ticket has left the list: moves the focus to the empty pane or within the list. */
export const goingOnAtom = ofSession<'pane' | 'list' | null>(null)
/** `wasHere`: its conversation was open. */
export const goOnAtom = atom(null, (_get, set, wasHere: boolean) => set(goingOnAtom, wasHere ? 'pane' : 'list'))

/** Whether tickets are being selected. */
export const choosingAtom = ofSession(false)
