import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'POST /api/company/release': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/company/release', body: {} }),
  },
}
