import type { ModuleFile, RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import { LOJA, PASSWORD } from '../support/company-world'
import { cookieOf, signIn } from './support'

declare module '../api/furnish' {
  interface Ids {
    /** A colleague of profile user, which supervisors may change. */
    readonly colleague: number
  }
}

export const routeExamples: RouteExamples = {
  'POST /api/auth/login': {
    opens: 'everybody',
    example: () => ({ path: '/api/auth/login', body: { email: 'ninguem@loja.example', password: 'x' } }),
    measured: (w) => {
      const { email } = w.attendant([], { email: 'ana@loja.example' })
      return { path: '/api/auth/login', body: { email, password: PASSWORD } }
    },
  },
  'POST /api/auth/refresh_token': {
    opens: 'cookie',
    example: () => ({ path: '/api/auth/refresh_token', body: {} }),
    measured: async (w) => {
      const { email } = w.attendant([], { email: 'ana@loja.example' })
      return { path: '/api/auth/refresh_token', body: {}, headers: { cookie: cookieOf(await signIn(w, email)) } }
    },
  },
  'DELETE /api/auth/logout': { opens: 'leaving', example: () => ({ path: '/api/auth/logout' }) },
  'GET /api/auth/me': { opens: 'session', example: () => ({ path: '/api/auth/me' }) },
  'GET /api/users/': {
    finds: ['POST /api/users/', 'name'],
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: () => ({ path: '/api/users/?searchParam=a&pageNumber=1&active=true' }),
  },
  'GET /api/users/list': { opens: 'session', example: () => ({ path: '/api/users/list' }) },
  'GET /api/users/:id': { opens: 'session', example: ({ colleague }) => ({ path: `/api/users/${colleague}` }) },
  'POST /api/users/': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue, connection }) => ({
      path: '/api/users/',
      body: {
        name: 'Nova pessoa',
        email: 'nova@loja.example',
        password: 'Segredo123',
        profile: 'user',
        queueIds: [queue],
        whatsappId: connection,
        connectionAccess: [connection],
        conversationLimit: 5,
        farewellMessage: 'Até logo!',
        typeExpedient: 'unique',
        startWork: '08:00',
        endWork: '18:00',
      },
    }),
  },
  'PUT /api/users/:id': {
    opens: 'session',
    example: ({ colleague }) => ({ path: `/api/users/${colleague}`, body: { name: 'Outro nome' } }),
  },
  'DELETE /api/users/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ colleague }) => ({ path: `/api/users/${colleague}` }),
  },
  'POST /api/user-access/': {
    opens: 'session',
    for: ['admin'],
    example: ({ colleague, connection }) => ({
      path: '/api/user-access/',
      body: { userId: colleague, connectionId: connection },
    }),
  },
  'POST /api/user-access/delete-connection-by-user': {
    opens: 'session',
    for: ['admin'],
    example: ({ colleague, connection }) => ({
      path: '/api/user-access/delete-connection-by-user',
      body: { userId: colleague, connectionId: connection },
    }),
  },
  'GET /api/user-access/list-by-connection/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ connection }) => ({ path: `/api/user-access/list-by-connection/${connection}` }),
  },
  'GET /api/user-access/list-by-user/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ colleague }) => ({ path: `/api/user-access/list-by-user/${colleague}` }),
  },
}

export const furnish: ModuleFile['furnish'] = async (company, _ids, { mark }) => ({
  colleague: company.attendant([], { name: `${mark} Colega`, farewell: `${mark} tchau`, connections: [LOJA] }).userId,
})

export const shownAt: ShownAt = {
  'auth.logout': 'own',
  'user.update': (p) => `/api/users/${valueAt(p, 'user', 'id')}`,
  'user.delete': 'sign',
  'user.update.person': () => '/api/users/list',
  'expedient.update': 'own',
  'expedient.delete': 'own',
}
