/** The desk's route, known from the first: whoever signs in waits for no list of chapters to begin. */
import { createRoute, redirect } from '@tanstack/react-router'
import { tickets } from '../features/desk/chapter'
import { chapterRoute, type RouteOf } from './chapterRoute'
import { lazyPage } from './lazyPage'
import { privateRoute, shellPage } from './private'

export const deskRoute = chapterRoute(tickets) as RouteOf<typeof tickets>

/** The dashboard's address; until it exists, the desk. */
export const homeRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tickets/{-$ticketId}' })
  },
})

/** The desk and its texts, ahead of need. */
export const fetchDesk = () => Promise.allSettled([shellPage(), lazyPage(tickets.page, tickets.texts)()])
