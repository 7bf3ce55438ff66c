import { createRoute } from '@tanstack/react-router'
import { ConnectionsView } from '../features/connections/spec'
import { privateRoute } from './private'

export const connectionsRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/connections',
  validateSearch: ConnectionsView,
}).lazy(() => import('./connections.lazy').then((file) => file.Route))
