import { OwnNumber, SaveSteps, SeenEscalations } from '../../src/features/escalation/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    /** In the admin's bell. */
    readonly escalationAlert: number
  }
}

export const routeExamples: RouteExamples = {
  'GET /api/escalation/': { opens: 'session', example: () => ({ path: '/api/escalation/' }) },
  'POST /api/escalation/seen': {
    opens: 'session',
    reads: SeenEscalations,
    example: ({ escalationAlert }) => ({ path: '/api/escalation/seen', body: { ids: [escalationAlert] } }),
  },
  'PUT /api/escalation/number': {
    opens: 'session',
    reads: OwnNumber,
    example: () => ({ path: '/api/escalation/number', body: { number: '+55 11 97777-0000' } }),
  },
  'GET /api/escalation/company': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/escalation/company' }),
  },
  'PUT /api/escalation/company': {
    opens: 'session',
    for: ['admin'],
    reads: SaveSteps,
    example: () => ({
      path: '/api/escalation/company',
      body: { steps: { active: true, queueAfter: 5, supervisorAfter: 15, whatsappAfter: null } },
    }),
  },
}

export function furnish(company: CompanyWorld, { user, ticket }: Ids) {
  const [row] = company.rows<{ id: number }>(
    `INSERT INTO escalation_alerts (user_id, ticket_id, minutes, raised_at) VALUES (?, ?, 15, 0) RETURNING ticket_id AS id`,
    user,
    ticket,
  )
  return { escalationAlert: row?.id ?? 0 }
}

export const shownAt: ShownAt = {
  'escalation.raise': 'own',
  'escalation.seen': 'own',
}
