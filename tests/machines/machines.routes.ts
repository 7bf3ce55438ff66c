import type { RouteExamples, ShownAt } from '../api/module-files'

const move = '/api/machines/companies/1/move'

export const routeExamples: RouteExamples = {
  'GET /api/machines/': { opens: 'super', example: () => ({ path: '/api/machines/' }) },
  'GET /api/machines/companies': {
    opens: 'super',
    example: () => ({ path: '/api/machines/companies?searchParam=a&machine=mare-1&state=moving&pageNumber=1' }),
  },
  'GET /api/machines/companies/:id/move': { opens: 'super', example: () => ({ path: move }) },
  'PUT /api/machines/companies/:id/move': {
    opens: 'super',
    example: () => ({ path: move, body: { to: 'mare-2', when: 'hour' } }),
  },
  'DELETE /api/machines/companies/:id/move': { opens: 'super', example: () => ({ path: move }) },
  'POST /api/machines/rebalance': { opens: 'super', example: () => ({ path: '/api/machines/rebalance' }) },
  'POST /api/machines/:name/drain': { opens: 'super', example: () => ({ path: '/api/machines/mare-1/drain' }) },
  'DELETE /api/machines/:name/drain': { opens: 'super', example: () => ({ path: '/api/machines/mare-1/drain' }) },
  'DELETE /api/machines/:name': { opens: 'super', example: () => ({ path: '/api/machines/mare-1' }) },
}

export const shownAt: ShownAt = {
  'machines.changed': 'sign',
}
