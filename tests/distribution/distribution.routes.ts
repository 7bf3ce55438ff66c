import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'

export const routeExamples: RouteExamples = {
  'GET /api/distribution/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: `/api/distribution/${queue}` }),
  },
}

export const shownAt: ShownAt = {
  'distribution.create': (p) => `/api/distribution/${valueAt(p, 'distribution', 'queueId')}`,
  'distribution.nobody': (p) => `/api/queue/${valueAt(p, 'queue', 'id')}`,
}
