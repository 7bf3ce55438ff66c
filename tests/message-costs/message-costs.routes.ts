import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    /** A connection whose messenger charges for messages. */
    readonly chargedConnection: number
  }
}

const DAY = '2026-12-01'
const prices = { service: 400, utility: 400, marketing: 3600, authentication: 400, freeService: 1000 }

export const routeExamples: RouteExamples = {
  'GET /api/message-costs': {
    opens: 'session',
    example: () => ({ path: '/api/message-costs?month=2026-11' }),
  },
  'GET /api/message-costs/period': {
    opens: 'session',
    example: () => ({ path: '/api/message-costs/period?dateStart=2026-11-01&dateEnd=2026-11-30' }),
  },
  'GET /api/message-costs/contacts/:id': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/message-costs/contacts/${contact}` }),
  },
  'GET /api/message-costs/:id': {
    opens: 'session',
    example: ({ chargedConnection }) => ({ path: `/api/message-costs/${chargedConnection}?month=2026-11` }),
  },
  'PUT /api/message-costs/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ chargedConnection }) => ({
      path: `/api/message-costs/${chargedConnection}`,
      body: { amount: 2_000_000 },
    }),
  },
  'GET /api/message-prices': { opens: 'super', example: () => ({ path: '/api/message-prices' }) },
  'PUT /api/message-prices/:day': {
    opens: 'super',
    example: () => ({ path: `/api/message-prices/${DAY}`, body: prices }),
  },
  'DELETE /api/message-prices/:day': {
    opens: 'super',
    example: () => ({ path: '/api/message-prices/2026-10-01' }),
  },
}

/** A connection to the Cloud API. */
export async function furnish(company: CompanyWorld) {
  const { id } = company.connection({ open: false })
  company.rows("UPDATE connections SET channel = 'whatsapp_cloud' WHERE id = ? RETURNING id", id)
  return { chargedConnection: id }
}

export const shownAt: ShownAt = {
  'monthCost.update': (p) => `/api/message-costs/${valueAt(p, 'record', 'whatsappId')}`,
}
