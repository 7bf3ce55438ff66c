import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/distribution/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: `/api/distribution/${queue}` }),
  },
}
