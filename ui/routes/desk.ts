/** The desk's route, in the initial bundle, so that signing in does not wait for the module list. */
import { createRoute, redirect } from '@tanstack/react-router'
import { tickets } from '../features/desk/module'
import { store } from '../shared/store'
import { type TicketPart, ticketPartsAtom } from '../shared/ticketParts'
import { lazyPage } from './lazyPage'
import { moduleRoute, type RouteOf } from './moduleRoute'
import { privateRoute, shellPage } from './private'

/** The ticket parts of the modules come with it. */
async function deskPage() {
  const [page, parts] = await Promise.all([tickets.page(), import('../ticketParts')])
  store.set(ticketPartsAtom, Object.values<TicketPart>(parts))
  return page
}

export const deskRoute = moduleRoute({ ...tickets, page: deskPage }) as RouteOf<typeof tickets>

/** Address of the dashboard; the desk until a dashboard exists. */
export const homeRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tickets/{-$ticketId}' })
  },
})

/** Prefetches the desk and its texts. */
export const fetchDesk = () => Promise.allSettled([shellPage(), lazyPage(deskPage, tickets.texts)()])
