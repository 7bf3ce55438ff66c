import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly holiday: number
    readonly company: number
  }
}

const day = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }

export const routeExamples: RouteExamples = {
  'GET /api/companies/:id/schedules': {
    opens: 'session',
    example: ({ company }) => ({ path: `/api/companies/${company}/schedules` }),
  },
  'PUT /api/companies/:id/schedules': {
    opens: 'session',
    for: ['admin'],
    example: ({ company }) => ({ path: `/api/companies/${company}/schedules`, body: { schedules: [day] } }),
  },
  'GET /api/holidays/': { opens: 'session', example: () => ({ path: '/api/holidays/' }) },
  'GET /api/holidays/national': { opens: 'session', example: () => ({ path: '/api/holidays/national?year=2026' }) },
  'POST /api/holidays/': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({
      path: '/api/holidays/',
      body: { date: '2026-12-24', name: 'Véspera de Natal', queueId: queue },
    }),
  },
  'PUT /api/holidays/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ holiday, queue }) => ({
      path: `/api/holidays/${holiday}`,
      body: { date: '2026-12-31', name: 'Balanço', queueId: queue },
    }),
  },
  'DELETE /api/holidays/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ holiday }) => ({ path: `/api/holidays/${holiday}` }),
  },
}

export async function furnish(
  company: CompanyWorld,
  _ids: Ids,
  { mark, lap }: { readonly mark: string; readonly lap: number },
): Promise<Partial<Ids>> {
  const body = { date: `2027-01-${10 + lap}`, name: `${mark} férias` }
  const { id } = (await (await company.admin().json('/api/holidays', 'POST', body)).json()) as { id: number }
  return { holiday: id, company: company.tenant.id }
}

export const shownAt: ShownAt = {
  'schedules.update': () => '/api/companies/1/schedules',
  'holiday.update': () => '/api/holidays',
  'holiday.delete': 'sign',
}
