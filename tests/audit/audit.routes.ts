import type { RouteExamples, ShownAt } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/audit-log/': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/audit-log/?kind=setting&dateStart=2026-03-01&dateEnd=2026-03-02' }),
  },
}

export const shownAt: ShownAt = {
  'audit.create': () => '/api/audit-log',
}
