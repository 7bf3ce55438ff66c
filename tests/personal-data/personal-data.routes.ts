import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/contacts/:id/personal-data': {
    opens: 'session',
    for: ['admin'],
    raw: true,
    example: ({ contact }) => ({ path: `/api/contacts/${contact}/personal-data` }),
  },
  'DELETE /api/contacts/:id/personal-data': {
    opens: 'session',
    for: ['admin'],
    example: ({ notedContact }) => ({ path: `/api/contacts/${notedContact}/personal-data`, method: 'DELETE' }),
  },
}
