import { createRoute, redirect } from '@tanstack/react-router'
import { privateRoute } from './private'

/** The dashboard's address; until it exists, the desk. */
export const homeRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tickets/{-$ticketId}' })
  },
})
