import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    /** Plans belong to the operator and are the same for all companies. */
    readonly plan: number
  }
}

const body = { name: 'Básico', users: 3, connections: 1, queues: 2, amount: '99,00', menus: [1, 8, 15] }

export const routeExamples: RouteExamples = {
  'GET /api/plans': {
    finds: ['POST /api/plans', 'name'],
    opens: 'super',
    example: () => ({ path: '/api/plans?searchParam=a&pageNumber=1' }),
  },
  'GET /api/plans/excess': { opens: 'super', example: () => ({ path: '/api/plans/excess' }) },
  'GET /api/plans/list': { opens: 'everybody', example: () => ({ path: '/api/plans/list' }) },
  'GET /api/plans/:id': { opens: 'super', example: ({ plan }) => ({ path: `/api/plans/${plan}` }) },
  'POST /api/plans': { opens: 'super', example: () => ({ path: '/api/plans', body }) },
  'PUT /api/plans/:id': {
    opens: 'super',
    example: ({ plan }) => ({ path: `/api/plans/${plan}`, body: { amount: 120.5, users: 4 } }),
  },
  'DELETE /api/plans/:id': { opens: 'super', example: ({ plan }) => ({ path: `/api/plans/${plan}` }) },
  'GET /api/menus': { opens: 'session', example: () => ({ path: '/api/menus' }) },
  'GET /api/companies/listPlan/:id': {
    opens: 'session',
    example: ({ company }) => ({ path: `/api/companies/listPlan/${company}` }),
  },
}

const NONE = 99_998

/** One plan for all companies, created by the operator's. */
export async function furnish(company: CompanyWorld) {
  const who = company.admin({ super: true })
  if (!who.actor().super) return { plan: NONE }
  const { plans } = (await (await who.request('/api/plans')).json()) as { plans: { id: number; name: string }[] }
  const known = plans.find(({ name }) => name === body.name)
  if (known) return { plan: known.id }
  const made = (await (await who.json('/api/plans', 'POST', body)).json()) as { id: number }
  return { plan: made.id }
}

export const shownAt: ShownAt = {
  'plan.create': (p) => `/api/plans/${valueAt(p, 'plan', 'id')}`,
  'plan.update': (p) => `/api/plans/${valueAt(p, 'plan', 'id')}`,
  'plan.delete': 'sign',
}
