import type { RouteExamples } from '../api/module-files'
import type { ShownAt } from '../api/shown-at'

export const routeExamples: RouteExamples = {
  'POST /api/company/release': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/company/release', body: {} }),
  },
}

export const shownAt: ShownAt = {
  'installation.update': 'sign',
  'storage.update': () => '/api/subscription/offer',
  'company.released': 'sign',
}
