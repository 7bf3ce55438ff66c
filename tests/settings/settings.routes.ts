import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'

export const routeExamples: RouteExamples = {
  'GET /api/settings/': { opens: 'session', example: () => ({ path: '/api/settings/' }) },
  'GET /api/settings/:key': { opens: 'session', example: () => ({ path: '/api/settings/acceptCallWhatsapp' }) },
  'PUT /api/settings/:key': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/settings/acceptCallWhatsapp', body: { value: 'enabled' } }),
  },
}

export const shownAt: ShownAt = {
  'operatorSettings.update': () => '/api/operator-settings',
  'settings.update': (p) => `/api/settings/${valueAt(p, 'setting', 'key')}`,
  'company.update': () => '/api/auth/me',
}
