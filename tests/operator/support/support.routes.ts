import type { RouteExamples } from '../../api/module-files'

const path = '/api/companies/1/support'
export const routeExamples: RouteExamples = {
  'GET /api/companies/:id/support': { opens: 'super', example: () => ({ path }) },
  'POST /api/companies/:id/support': { opens: 'super', example: () => ({ path, body: { reason: 'Ajuda' } }) },
  'DELETE /api/companies/:id/support': { opens: 'super', example: () => ({ path }) },
  'POST /api/companies/:id/support/enter': { opens: 'super', example: () => ({ path: `${path}/enter` }) },
  'POST /api/support/leave': { opens: 'everybody', example: () => ({ path: '/api/support/leave' }) },
  'GET /api/support': { opens: 'session', for: ['admin'], example: () => ({ path: '/api/support' }) },
  'PUT /api/support': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/support', body: { answer: 'grant' } }),
  },
  'GET /api/companies/:id/notes': { opens: 'super', example: () => ({ path: '/api/companies/1/notes' }) },
  'POST /api/companies/:id/notes': {
    opens: 'super',
    example: () => ({ path: '/api/companies/1/notes', body: { text: 'Liga na segunda' } }),
  },
  'DELETE /api/companies/:id/notes/:noteId': {
    opens: 'super',
    example: () => ({ path: '/api/companies/1/notes/999' }),
  },
}
