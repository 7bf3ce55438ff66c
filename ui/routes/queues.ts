import { createRoute } from '@tanstack/react-router'
import { QueuesView } from '../features/queues/spec'
import { privateRoute } from './private'

export const queuesRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/queues',
  validateSearch: QueuesView,
}).lazy(() => import('./queues.lazy').then((file) => file.Route))
