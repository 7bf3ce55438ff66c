import type { RouteExamples } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'POST /api/forgetpassword/:email': {
    opens: 'everybody',
    example: () => ({ path: '/api/forgetpassword/ninguem@loja.example' }),
  },
  'POST /api/resetpasswords/:email': {
    opens: 'everybody',
    example: () => ({
      path: '/api/resetpasswords/ninguem@loja.example',
      body: { token: '12345678', password: 'Segredo26' },
    }),
  },
}
