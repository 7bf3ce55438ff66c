import type { RouteExamples } from '../api/chapter-files'

export const routeExamples: RouteExamples = {
  'GET /api/distribution/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: `/api/distribution/${queue}` }),
  },
}
