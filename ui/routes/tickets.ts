import { createRoute } from '@tanstack/react-router'
import { ticketsFile } from './deskFiles'
import { privateRoute } from './private'

export const ticketsRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/tickets/{-$ticketId}',
}).lazy(() => ticketsFile().then((file) => file.Route))
