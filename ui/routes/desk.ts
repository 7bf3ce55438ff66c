/** The desk's route, known from the first: whoever signs in waits for no list of modules to begin. */
import { createRoute, redirect } from '@tanstack/react-router'
import { tickets } from '../features/desk/module'
import type { Module } from '../shared/module'
import { store } from '../shared/store'
import { type TicketPart, ticketPartsAtom } from '../shared/ticketParts'
import { lazyPage } from './lazyPage'
import { moduleRoute, type RouteOf } from './moduleRoute'
import { privateRoute, shellPage } from './private'

/** A page that shows tickets, with what modules add to them. */
export const withTicketParts = (load: Module['page']) => async () => {
  const [page, parts] = await Promise.all([load(), import('../ticketParts')])
  store.set(ticketPartsAtom, Object.values<TicketPart>(parts))
  return page
}
const deskPage = withTicketParts(tickets.page)

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
