import type { RouteExamples } from './module-files'

export const routeExamples: RouteExamples = {
  'GET /api/version': { opens: 'everybody', example: () => ({ path: '/api/version' }) },
  'GET /api/openapi.json': { opens: 'session', raw: true, example: () => ({ path: '/api/openapi.json' }) },
  'GET /api/docs': { opens: 'everybody', raw: true, example: () => ({ path: '/api/docs' }) },
  'POST /api/simulator/media': {
    opens: 'session',
    raw: true,
    reads: null,
    example: () => ({ path: '/api/simulator/media' }),
  },
  'ALL /api/simulator/*': { opens: 'session', reads: null, example: () => ({ path: '/api/simulator/state' }) },
  'WS /ws/:company': { opens: 'everybody', raw: true, example: () => ({ path: '/ws/none' }) },
  'GET /passkey/helper.zip': { opens: 'everybody', raw: true, example: () => ({ path: '/passkey/helper.zip' }) },
  'GET /health': { opens: 'everybody', example: () => ({ path: '/health' }) },
  'GET /metrics': { opens: 'super', raw: true, example: () => ({ path: '/metrics' }) },
  'ALL /*': { opens: 'everybody', example: () => ({ path: '/nothing-here' }) },
}
