import { createRoute } from '@tanstack/react-router'
import { QueuesSearch } from '../features/queues/search'
import { privateRoute } from './private'

export const queuesRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/queues',
  validateSearch: QueuesSearch,
}).lazy(() => import('./queues.lazy').then((file) => file.Route))
