import { createRoute } from '@tanstack/react-router'
import { privateRoute } from './private'

export const simulatorRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/simulator',
}).lazy(() => import('./simulator.lazy').then((file) => file.Route))
