import type { RouteExamples } from '../api/chapter-files'

export const routeExamples: RouteExamples = {
  'POST /api/auth/login': {
    opens: 'everybody',
    example: () => ({ path: '/api/auth/login', body: { email: 'ninguem@loja.example', password: 'x' } }),
  },
  'POST /api/auth/refresh_token': { opens: 'cookie', example: () => ({ path: '/api/auth/refresh_token', body: {} }) },
  'DELETE /api/auth/logout': { opens: 'leaving', example: () => ({ path: '/api/auth/logout' }) },
  'GET /api/auth/me': { opens: 'session', example: () => ({ path: '/api/auth/me' }) },
  'GET /api/users/': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: () => ({ path: '/api/users/?searchParam=a&pageNumber=1&active=true' }),
  },
  'GET /api/users/list': { opens: 'session', example: () => ({ path: '/api/users/list' }) },
  'GET /api/users/:id': { opens: 'session', example: ({ user }) => ({ path: `/api/users/${user}` }) },
}
