import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/ticket/kanban': {
    opens: 'session',
    example: () => ({ path: '/api/ticket/kanban?showAll=true&queueIds=[0,1]' }),
  },
}
