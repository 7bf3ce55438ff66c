import type { RouteExamples } from '../../api/module-files'
import type { CompanyWorld } from '../../support/company-world'

declare module '../../api/furnish' {
  interface Ids {
    /** A company that the operator manages. */
    readonly tenant: number
  }
}

const body = {
  name: 'Padaria Sol',
  email: 'sol@padaria.example',
  password: 'Segredo123',
  planId: 1,
  document: '11.222.333/0001-81',
  phone: '+55 21 99999-0000',
  dueDate: '2026-12-31',
  recurrence: 'ANUAL',
}

export const routeExamples: RouteExamples = {
  'GET /api/companies': {
    finds: ['POST /api/companies', 'name'],
    opens: 'super',
    example: () => ({ path: '/api/companies?searchParam=a&due=soon' }),
  },
  'GET /api/companiesPlan': {
    finds: ['POST /api/companies', 'name'],
    opens: 'super',
    example: () => ({ path: '/api/companiesPlan?pageNumber=1' }),
  },
  'GET /api/companies/list': { opens: 'super', example: () => ({ path: '/api/companies/list' }) },
  'GET /api/companies/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ company }) => ({ path: `/api/companies/${company}` }),
  },
  'GET /api/companies/:id/usage': {
    opens: 'super',
    example: ({ tenant }) => ({ path: `/api/companies/${tenant}/usage` }),
  },
  'POST /api/companies': {
    opens: 'super',
    example: ({ plan }) => ({ path: '/api/companies', body: { ...body, planId: plan } }),
  },
  'PUT /api/companies/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ company }) => ({
      path: `/api/companies/${company}`,
      body: { timeZone: 'America/Manaus', language: 'pt-BR', billingName: 'Loja Ltda' },
    }),
  },
  'POST /api/companies/:id/renew': {
    opens: 'super',
    example: ({ tenant }) => ({ path: `/api/companies/${tenant}/renew` }),
  },
  'DELETE /api/companies/:id': {
    opens: 'super',
    example: ({ tenant }) => ({ path: `/api/companies/${tenant}`, body: { name: 'Filial' } }),
  },
  'GET /api/companies/:id/backups': {
    opens: 'super',
    example: ({ tenant }) => ({ path: `/api/companies/${tenant}/backups` }),
  },
  'GET /api/companies/:id/settings': {
    opens: 'super',
    example: ({ tenant }) => ({ path: `/api/companies/${tenant}/settings` }),
  },
  'PUT /api/companies/:id/settings/:key': {
    opens: 'super',
    example: ({ tenant }) => ({
      path: `/api/companies/${tenant}/settings/userRating`,
      body: { value: 'enabled' },
    }),
  },
}

/** One for all; the operator's company makes it. */
export async function furnish(company: CompanyWorld) {
  const who = company.admin({ super: true })
  if (!who.actor().super) return { tenant: company.tenant.id }
  const companies = (await (await who.request('/api/companies/list')).json()) as { id: number; name: string }[]
  const known = companies.find(({ name }) => name === 'Filial')
  if (known) return { tenant: known.id }
  const plan = (await (
    await who.json('/api/plans', 'POST', { name: 'Filiais', users: 3, connections: 1, queues: 1, amount: 0 })
  ).json()) as { id: number }
  const wanted = { ...body, name: 'Filial', email: 'filial@padaria.example', planId: plan.id }
  const made = (await (await who.json('/api/companies', 'POST', wanted)).json()) as { id: number }
  return { tenant: made.id }
}
