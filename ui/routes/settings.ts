import { createRoute } from '@tanstack/react-router'
import { privateRoute } from './private'

export const settingsRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/settings',
}).lazy(() => import('./settings.lazy').then((file) => file.Route))
