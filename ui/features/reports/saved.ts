/** Between the page's address and a saved view. Pure. */

import type { ViewFilter } from '../../../src/features/reports/views/contract'
import { rangeNames } from '../../../src/platform/formats'
import { rangeOf } from '../../shared/form/ranges'
import type { ReportsView } from './view'

const names = [
  ...(['tab', 'by', 'anytime', 'status', 'queue', 'user'] as const),
  ...(['connection', 'channel', 'tag', 'contact', 'rated'] as const),
] as const

/** Days that are a named range today are saved under its name, so that the view follows the calendar. */
export function filterOf(now: ReportsView, today: string): ViewFilter {
  const { from, to, search } = now
  const range = rangeNames.find((name) => {
    const days = rangeOf(name, today)
    return days.from === from && days.to === to
  })
  const days = range ? { range } : { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const chosen = Object.fromEntries(names.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]]])))
  return { ...chosen, ...days, ...(search ? { search } : {}) }
}

/** The change of the address that shows the view, and nothing of what was shown before. */
export function addressOf({ range, from, to, search = '', ...filter }: ViewFilter, today: string) {
  const nothing = Object.fromEntries(names.map((name) => [name, undefined])) as {
    [N in (typeof names)[number]]: undefined
  }
  return { ...nothing, ...filter, search, page: undefined, ...(range ? rangeOf(range, today) : { from, to }) }
}

/** Whether the page shows exactly this view. */
export const isShown = (filter: ViewFilter, now: ReportsView, today: string): boolean =>
  keyOf(filterOf(addressOf(filter, today), today)) === keyOf(filterOf(now, today))

const keyOf = (filter: ViewFilter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)))
