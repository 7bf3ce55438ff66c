import type { RouteExamples, ShownAt } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/monitor/': { opens: 'super', example: () => ({ path: '/api/monitor/' }) },
  'GET /api/monitor/companies': {
    finds: ['POST /api/companies', 'name'],
    opens: 'super',
    example: () => ({ path: '/api/monitor/companies?searchParam=a&pageNumber=1' }),
  },
  'GET /api/monitor/sockets': { opens: 'super', example: () => ({ path: '/api/monitor/sockets?searchParam=a' }) },
  'DELETE /api/monitor/sockets/:key': { opens: 'super', example: () => ({ path: '/api/monitor/sockets/none' }) },
  'GET /api/monitor/points': { opens: 'super', example: () => ({ path: '/api/monitor/points?hours=1' }) },
  'POST /api/monitor/queues/:name/retry': {
    opens: 'super',
    example: () => ({ path: '/api/monitor/queues/outbox/retry' }),
  },
  'POST /api/monitor/jobs/:name/retry': {
    opens: 'super',
    example: () => ({ path: '/api/monitor/jobs/outbox.expire/retry' }),
  },
  'DELETE /api/monitor/errors/:key': { opens: 'super', example: () => ({ path: '/api/monitor/errors/none' }) },
  'GET /api/monitor/backups': { opens: 'super', example: () => ({ path: '/api/monitor/backups' }) },
  'POST /api/monitor/backups': { opens: 'super', example: () => ({ path: '/api/monitor/backups' }) },
  'POST /api/monitor/backups/:id/verify': {
    opens: 'super',
    example: () => ({ path: '/api/monitor/backups/1/verify' }),
  },
}

export const shownAt: ShownAt = {
  'monitor.changed': 'sign',
}
