import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/usersMoments/': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: () => ({ path: '/api/usersMoments/' }),
  },
}
