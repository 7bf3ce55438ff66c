import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/operator-settings/': { opens: 'super', example: () => ({ path: '/api/operator-settings/' }) },
  'PUT /api/operator-settings/': {
    opens: 'super',
    example: () => ({
      path: '/api/operator-settings/',
      body: { supportUrl: 'https://ajuda.example', trialDays: 10, signUp: true },
    }),
  },
  'POST /api/operator-settings/trials/:name': {
    opens: 'super',
    example: () => ({ path: '/api/operator-settings/trials/mail' }),
  },
}
