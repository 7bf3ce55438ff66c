import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/settings/': { opens: 'session', example: () => ({ path: '/api/settings/' }) },
  'GET /api/settings/:key': { opens: 'session', example: () => ({ path: '/api/settings/acceptCallWhatsapp' }) },
  'PUT /api/settings/:key': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/settings/acceptCallWhatsapp', body: { value: 'enabled' } }),
  },
}
