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
  'GET /api/settings/userCreation': { opens: 'super', example: () => ({ path: '/api/settings/userCreation' }) },
  'PUT /api/settings/userCreation': {
    opens: 'super',
    example: () => ({ path: '/api/settings/userCreation', body: { value: 'enabled' } }),
  },
  'GET /api/settings/asaas': { opens: 'super', example: () => ({ path: '/api/settings/asaas' }) },
  'PUT /api/settings/asaas': {
    opens: 'super',
    example: () => ({ path: '/api/settings/asaas', body: { value: '$aact_prod_1' } }),
  },
  'POST /api/operator-settings/mail-sign-in': {
    opens: 'super',
    example: () => ({ path: '/api/operator-settings/mail-sign-in', body: { provider: 'microsoft' } }),
  },
  'POST /api/operator-settings/mail-sign-in/finish': {
    opens: 'super',
    example: () => ({
      path: '/api/operator-settings/mail-sign-in/finish',
      body: { state: 'o.never-begun', code: '4/0Ab' },
    }),
  },
  'DELETE /api/operator-settings/mail-sign-in': {
    opens: 'super',
    example: () => ({ path: '/api/operator-settings/mail-sign-in' }),
  },
  'GET /api/operator-settings/mails': { opens: 'super', example: () => ({ path: '/api/operator-settings/mails' }) },
  'PUT /api/operator-settings/mails/:kind/:language': {
    opens: 'super',
    example: () => ({
      path: '/api/operator-settings/mails/invoice/pt-BR',
      body: { subject: 'Fatura {{invoice}}', body: 'Vence em {{due}}.' },
    }),
  },
  'DELETE /api/operator-settings/mails/:kind/:language': {
    opens: 'super',
    example: () => ({ path: '/api/operator-settings/mails/invoice/pt-BR' }),
  },
  'POST /api/operator-settings/trials/:name': {
    opens: 'super',
    example: () => ({ path: '/api/operator-settings/trials/mail' }),
  },
}
