import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'

/** As it is at first. */
const OFF = { kind: 'proxy', domain: '', acmeEmail: '', tlsCert: '', tlsKey: '' }

/** Nothing was uploaded, and no path is given. */
const NO_DUMP = { dump: '', media: '', redis: '', name: '', zone: '', database: '' }

export const routeExamples: RouteExamples = {
  'POST /api/company/release': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/company/release', body: {} }),
  },
  'GET /api/installation/address': { opens: 'super', example: () => ({ path: '/api/installation/address' }) },
  'PUT /api/installation/address': {
    opens: 'super',
    example: () => ({ path: '/api/installation/address', body: OFF }),
  },
  'POST /api/installation/address/check': {
    opens: 'super',
    example: () => ({ path: '/api/installation/address/check' }),
  },
  'POST /api/installation/address/renew': {
    opens: 'super',
    example: () => ({ path: '/api/installation/address/renew' }),
  },
  'GET /api/installation/update': { opens: 'super', example: () => ({ path: '/api/installation/update' }) },
  'POST /api/installation/update/look': {
    opens: 'super',
    example: () => ({ path: '/api/installation/update/look' }),
  },
  'PUT /api/installation/update/plan': {
    opens: 'super',
    example: () => ({ path: '/api/installation/update/plan', body: { version: '9.9.9', when: 'hour' } }),
  },
  'POST /api/installation/update/go-on': {
    opens: 'super',
    example: () => ({ path: '/api/installation/update/go-on' }),
  },
  'DELETE /api/installation/update/plan': {
    opens: 'super',
    example: () => ({ path: '/api/installation/update/plan' }),
  },
  'GET /api/moving-in/': { opens: 'super', example: () => ({ path: '/api/moving-in/' }) },
  'PUT /api/moving-in/source': {
    opens: 'super',
    example: () => ({ path: '/api/moving-in/source', body: NO_DUMP }),
  },
  'DELETE /api/moving-in/source': { opens: 'super', example: () => ({ path: '/api/moving-in/source' }) },
  'POST /api/moving-in/uploads': {
    opens: 'super',
    example: () => ({ path: '/api/moving-in/uploads', body: { kind: 'dump', name: 'ticketz.sql', bytes: 9 } }),
  },
  'PUT /api/moving-in/uploads': {
    opens: 'super',
    reads: null,
    example: () => ({ path: '/api/moving-in/uploads?at=0' }),
  },
  'DELETE /api/moving-in/uploads': { opens: 'super', example: () => ({ path: '/api/moving-in/uploads' }) },
  'POST /api/moving-in/dry-run': { opens: 'super', example: () => ({ path: '/api/moving-in/dry-run' }) },
  'POST /api/moving-in/start': {
    opens: 'super',
    example: () => ({
      path: '/api/moving-in/start',
      body: { leftOut: [], isOperators: null, takeSessions: false },
    }),
  },
  'POST /api/moving-in/stop': { opens: 'super', example: () => ({ path: '/api/moving-in/stop' }) },
  'POST /api/moving-in/continue': { opens: 'super', example: () => ({ path: '/api/moving-in/continue' }) },
  'GET /api/moving-in/report': {
    opens: 'super',
    raw: true,
    example: () => ({ path: '/api/moving-in/report' }),
  },
}

export const shownAt: ShownAt = {
  'installation.update': 'sign',
  'storage.update': () => '/api/subscription/offer',
  'support.update': () => '/api/support',
  'support.answer': (p) => `/api/companies/${valueAt(p, 'companyId')}/support`,
  'plan.update.company': () => '/api/companies/listPlan/1',
  'companies.reload': 'sign',
  'company.released': 'sign',
  'certificate.changed': 'sign',
  'update.changed': 'sign',
  'movingIn.changed': 'sign',
  'movingIn.progress': 'sign',
}
