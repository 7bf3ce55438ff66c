/** The desk's route, in the initial bundle, so that signing in does not wait for the module list. */
import { tickets } from '../features/desk/module'
import { store } from '../shared/store'
import { type TicketPart, ticketPartsAtom } from '../shared/ticketParts'
import { lazyPage } from './lazyPage'
import { moduleRoute, type RouteOf } from './moduleRoute'
import { shellPage } from './private'

/** The ticket parts of the modules come with it. */
async function deskPage() {
  const [page, parts] = await Promise.all([tickets.page(), import('../ticketParts')])
  store.set(ticketPartsAtom, Object.values<TicketPart>(parts))
  return page
}

export const deskRoute = moduleRoute({ ...tickets, page: deskPage }) as RouteOf<typeof tickets>

/** Prefetches the desk and its texts. */
export const fetchDesk = () => Promise.allSettled([shellPage(), lazyPage(deskPage, tickets.texts)()])
