import type { Ids } from '../api/furnish'
import type { RouteExamples } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly reportView: number
  }
}

const managers = ['admin', 'supervisor'] as const

export const routeExamples: RouteExamples = {
  'GET /api/ticketreport/reports': {
    opens: 'session',
    for: managers,
    example: ({ queue, user, connection, tag, contact }) => ({
      path: `/api/ticketreport/reports?dateFrom=2026-03-01&dateTo=2026-03-31&queueIds=[${queue}]&users=[${user}]&whatsappId=[${connection}]&tags=[${tag}]&contactId=${contact}&status=${encodeURIComponent('["open","closed"]')}&onlyRated=true&searchParam=maria&by=closed&page=1&pageSize=20`,
    }),
  },
  'GET /api/ticketreport/summary': {
    opens: 'session',
    for: managers,
    example: ({ queue }) => ({
      path: `/api/ticketreport/summary?by=tags&dateFrom=2026-03-01&dateTo=2026-03-31&queueIds=[${queue}]`,
    }),
  },
  'GET /api/ticketreport/summary/spreadsheet': {
    opens: 'session',
    raw: true,
    for: managers,
    example: ({ queue }) => ({
      path: `/api/ticketreport/summary/spreadsheet?by=attendants&dateFrom=2026-03-01&dateTo=2026-03-31&queueIds=[${queue}]`,
    }),
  },
  'GET /api/ticketreport/hours': {
    opens: 'session',
    for: managers,
    example: ({ user }) => ({ path: `/api/ticketreport/hours?users=[${user}]` }),
  },
  'GET /api/ticketreport/views': {
    opens: 'session',
    for: managers,
    example: () => ({ path: '/api/ticketreport/views' }),
  },
  'POST /api/ticketreport/views': {
    opens: 'session',
    for: managers,
    example: () => ({
      path: '/api/ticketreport/views',
      body: { name: 'Vendas', filter: { range: 'lastWeek', status: ['open'] }, isShared: true, isMailed: true },
    }),
  },
  'PUT /api/ticketreport/views/:id': {
    opens: 'session',
    for: managers,
    example: ({ reportView }) => ({ path: `/api/ticketreport/views/${reportView}`, body: { name: 'Pós-venda' } }),
  },
  'DELETE /api/ticketreport/views/:id': {
    opens: 'session',
    for: managers,
    example: ({ reportView }) => ({ path: `/api/ticketreport/views/${reportView}` }),
  },
}

/** A view of the admin. */
export function furnish(company: CompanyWorld, { user }: Ids, { mark }: { mark: string }) {
  const [row] = company.rows<{ id: number }>(
    `INSERT INTO report_views (user_id, name, filter, shared, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0) RETURNING id`,
    ...[user, `${mark} semana`, JSON.stringify({ range: 'lastWeek', search: mark })],
  )
  return { reportView: row?.id ?? 0 }
}

/** Only their owner may change views. */
export function give(company: CompanyWorld, { reportView }: Ids, userId: number) {
  company.rows('UPDATE report_views SET user_id = ? WHERE id = ? RETURNING id', userId, reportView)
}
