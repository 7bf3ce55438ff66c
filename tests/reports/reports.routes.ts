import type { RouteExamples } from '../api/module-files'

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
}
