import type { RouteExamples, ShownAt } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    /** Help videos belong to the operator and are the same in all companies. */
    readonly help: number
  }
}

const body = { title: 'Primeiros passos', description: 'Entrar e responder.', video: 'abcDEF_1234', seconds: 252 }

export const routeExamples: RouteExamples = {
  'GET /api/helps/': {
    finds: ['POST /api/helps/', 'title'],
    opens: 'session',
    example: () => ({ path: '/api/helps/?searchParam=a' }),
  },
  'GET /api/helps/list': { opens: 'session', example: () => ({ path: '/api/helps/list' }) },
  'POST /api/helps/': { opens: 'super', example: () => ({ path: '/api/helps/', body }) },
  'POST /api/helps/order': {
    opens: 'super',
    example: ({ help }) => ({ path: '/api/helps/order', body: { ids: [help] } }),
  },
  'PUT /api/helps/:id': {
    opens: 'super',
    example: ({ help }) => ({ path: `/api/helps/${help}`, body: { title: 'Outro título' } }),
  },
  'DELETE /api/helps/:id': { opens: 'super', example: ({ help }) => ({ path: `/api/helps/${help}` }) },
}

/** One video for all companies, created by the operator's. */
export async function furnish(company: CompanyWorld) {
  const who = company.admin({ super: true })
  const [known] = (await (await who.request('/api/helps/list')).json()) as { id: number }[]
  if (known || !who.actor().super) return { help: known?.id ?? 1 }
  return { help: ((await (await who.json('/api/helps', 'POST', body)).json()) as { id: number }).id }
}

export const shownAt: ShownAt = {
  'help.create': () => '/api/helps',
  'help.update': () => '/api/helps',
  'help.delete': 'sign',
}
