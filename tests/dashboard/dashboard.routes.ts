import type { RouteExamples } from '../api/module-files'

const managers = ['admin', 'supervisor'] as const
const days = 'date_from=2026-03-01&date_to=2026-03-02'
const chartDays = 'initialDate=2026-03-01&finalDate=2026-03-02'

export const routeExamples: RouteExamples = {
  'GET /api/dashboard/': {
    opens: 'session',
    for: managers,
    example: ({ queue, connection }) => ({
      path: `/api/dashboard/?${days}&queueIds=[0,${queue}]&whatsappIds=[${connection}]`,
    }),
  },
  'GET /api/dashboard/ticketsDay': {
    opens: 'session',
    for: managers,
    example: ({ queue }) => ({ path: `/api/dashboard/ticketsDay?${chartDays}&queueIds=[${queue}]` }),
  },
  'GET /api/dashboard/ticketsUsers': {
    opens: 'session',
    for: managers,
    example: () => ({ path: `/api/dashboard/ticketsUsers?${chartDays}` }),
  },
  'GET /api/dashboard/spreadsheet': {
    opens: 'session',
    raw: true,
    for: managers,
    example: () => ({ path: `/api/dashboard/spreadsheet?${days}&sheet=times&format=csv` }),
  },
}
