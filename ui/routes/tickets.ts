import { createRoute } from '@tanstack/react-router'
import { privateRoute } from './private'

export const ticketsRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/tickets/{-$ticketId}',
}).lazy(() => import('./tickets.lazy').then((file) => file.Route))
