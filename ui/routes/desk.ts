/** The desk's route, in the initial bundle, so that signing in does not wait for the module list. */
import { tickets } from '../features/desk/module'
import type { Module } from '../shared/module'
import { store } from '../shared/store'
import { type TicketPart, ticketPartsAtom } from '../shared/ticketParts'
import { firstPage } from './lazyPage'
import { moduleRoute, type RouteOf } from './moduleRoute'
import { shellPage } from './private'

/** A page that shows tickets, with what modules add to them. */
export const withTicketParts = (load: Module['page']) => async () => {
  const [page, parts] = await Promise.all([load(), import('../ticketParts')])
  store.set(ticketPartsAtom, Object.values<TicketPart>(parts))
  return page
}
const deskPage = withTicketParts(tickets.page)

export const deskRoute = moduleRoute({ ...tickets, page: deskPage }, firstPage) as RouteOf<typeof tickets> // only its page differs

/** Prefetches the desk and its texts. */
export const fetchDesk = () => Promise.allSettled([shellPage(), firstPage(deskPage, tickets.texts)()])
