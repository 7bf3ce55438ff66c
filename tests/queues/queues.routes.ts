import type { RouteExamples } from '../api/chapter-files'

export const routeExamples: RouteExamples = {
  'GET /api/queue/': { opens: 'session', example: () => ({ path: '/api/queue/?orderQuery=name' }) },
  'GET /api/queue/:id': { opens: 'session', example: ({ queue }) => ({ path: `/api/queue/${queue}` }) },
  'POST /api/queue/': {
    opens: 'session',
    for: ['admin'],
    example: ({ user }) => ({
      path: '/api/queue/',
      body: { name: 'Nova fila', color: '#0ea5e9', orderQueue: 3, userIds: [user] },
    }),
  },
  'PUT /api/queue/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue, user }) => ({
      path: `/api/queue/${queue}`,
      body: { name: 'Outro nome', color: '#0ea5e9', orderQueue: 3, userIds: [user] },
    }),
  },
  'DELETE /api/queue/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: `/api/queue/${queue}` }),
  },
  'GET /api/queue/:id/users': { opens: 'session', example: ({ queue }) => ({ path: `/api/queue/${queue}/users` }) },
  'PUT /api/queue/:id/users': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue, user }) => ({ path: `/api/queue/${queue}/users`, body: { userIds: [user] } }),
  },
}
