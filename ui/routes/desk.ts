/** The desk's route, in the initial bundle so that sign-in need not wait for the list of modules. */
import { createRoute, redirect } from '@tanstack/react-router'
import { tickets } from '../features/desk/module'
import { store } from '../shared/store'
import { type TicketPart, ticketPartsAtom } from '../shared/ticketParts'
import { lazyPage } from './lazyPage'
import { moduleRoute, type RouteOf } from './moduleRoute'
import { privateRoute, shellPage } from './private'

/** With what modules add to its tickets. */
async function deskPage() {
  const [page, parts] = await Promise.all([tickets.page(), import('../ticketParts')])
  store.set(ticketPartsAtom, Object.values<TicketPart>(parts))
  return page
}

export const deskRoute = moduleRoute({ ...tickets, page: deskPage }) as RouteOf<typeof tickets>

/** The dashboard's address; until it exists, the desk. */
export const homeRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tickets/{-$ticketId}' })
  },
})

/** The desk and its texts, ahead of need. */
export const fetchDesk = () => Promise.allSettled([shellPage(), lazyPage(deskPage, tickets.texts)()])
