import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'

/** As it is at first. */
const OFF = { kind: 'proxy', domain: '', acmeEmail: '', tlsCert: '', tlsKey: '' }

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
  'DELETE /api/installation/update/plan': {
    opens: 'super',
    example: () => ({ path: '/api/installation/update/plan' }),
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
}
