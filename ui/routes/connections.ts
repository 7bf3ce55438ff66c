import { createRoute } from '@tanstack/react-router'
import { ConnectionsSearch } from '../features/connections/search'
import { privateRoute } from './private'

export const connectionsRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/connections',
  validateSearch: ConnectionsSearch,
}).lazy(() => import('./connections.lazy').then((file) => file.Route))
