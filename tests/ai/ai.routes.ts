import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/openai/': { opens: 'session', example: () => ({ path: '/api/openai/' }) },
  'POST /api/openai/': {
    opens: 'session',
    example: ({ ticket }) => ({ path: '/api/openai/', body: { prompt: 'olá', act: 'suggest', ticketId: ticket } }),
  },
}
