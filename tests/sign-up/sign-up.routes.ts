import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/signup/': { opens: 'everybody', example: () => ({ path: '/api/signup' }) },
  'POST /api/signup/': {
    opens: 'everybody',
    example: () => ({
      path: '/api/signup',
      body: {
        companyName: 'Ateliê Flor de Sal',
        name: 'Beatriz',
        email: 'bia@flordesal.example',
        phone: '21988774120',
        password: 'Flordesal26',
      },
    }),
  },
}
