import { supportGrants } from '../../../src/operator/support/tables'
import { HOUR } from '../../../src/platform/time'
import type { RouteExamples } from '../../api/module-files'
import type { World } from '../../support/world'

const path = '/api/companies/1/support'

function ask({ server, clock }: World, askedBy: number, state: 'asked' | 'granted') {
  const [askedAt, until] = [clock.now(), state === 'granted' ? clock.now() + HOUR : null]
  const grant = { companyId: 1, askedBy, asker: 'Operadora', reason: 'Ajuda', askedAt, state, until }
  server.databases.writableControl().insert(supportGrants).values(grant).run()
}

export const routeExamples: RouteExamples = {
  'GET /api/companies/:id/support': { opens: 'super', example: () => ({ path }) },
  'POST /api/companies/:id/support': {
    opens: 'super',
    example: () => ({ path, body: { reason: 'Ajuda' } }),
    measured: (w) => ({ path: `/api/companies/${w.company().tenant.id}/support`, body: { reason: 'Ajuda' } }),
  },
  'DELETE /api/companies/:id/support': {
    opens: 'super',
    example: () => ({ path }),
    measured: (w, _, { userId }) => {
      ask(w, userId, 'granted')
      return { path }
    },
  },
  'POST /api/companies/:id/support/enter': {
    opens: 'super',
    example: () => ({ path: `${path}/enter` }),
    measured: (w, _, { userId }) => {
      ask(w, userId, 'granted')
      return { path: `${path}/enter` }
    },
  },
  'POST /api/support/leave': { opens: 'everybody', example: () => ({ path: '/api/support/leave' }) },
  'GET /api/support': { opens: 'session', for: ['admin'], example: () => ({ path: '/api/support' }) },
  'PUT /api/support': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/support', body: { answer: 'grant' } }),
    measured: (w, _, { userId }) => {
      ask(w, userId, 'asked')
      return { path: '/api/support', body: { answer: 'grant' } }
    },
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
