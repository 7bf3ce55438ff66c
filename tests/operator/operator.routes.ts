import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'

export const routeExamples: RouteExamples = {
  'POST /api/company/release': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/company/release', body: {} }),
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
}
