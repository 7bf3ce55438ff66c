import { CreateEvent, MarkEvent, UpdateEvent } from '../../src/features/calendar/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    /** An event of the admin. */
    readonly event: number
  }
}

const times = { start: '2026-03-02T12:00:00.000Z', end: '2026-03-02T13:00:00.000Z' }

export const routeExamples: RouteExamples = {
  'GET /api/eventos/': {
    opens: 'session',
    example: () => ({ path: '/api/eventos/?dateStart=2026-03-01&dateEnd=2026-03-31&searchParam=a' }),
  },
  'POST /api/eventos/': {
    opens: 'session',
    reads: CreateEvent,
    example: () => ({ path: '/api/eventos/', body: { title: 'Reunião', description: 'Com a fábrica', ...times } }),
  },
  'PUT /api/eventos/:id': {
    opens: 'session',
    reads: UpdateEvent,
    example: ({ event }) => ({ path: `/api/eventos/${event}`, body: { title: 'Outra reunião', ...times } }),
  },
  'PUT /api/eventos/:id/concluido': {
    opens: 'session',
    reads: MarkEvent,
    example: ({ event }) => ({ path: `/api/eventos/${event}/concluido`, body: { concluido: true } }),
  },
  'DELETE /api/eventos/:id': { opens: 'session', example: ({ event }) => ({ path: `/api/eventos/${event}` }) },
}

export function furnish(company: CompanyWorld, { user }: Ids, { mark }: { mark: string }) {
  const [row] = company.rows<{ id: number }>(
    `INSERT INTO events (user_id, title, description, start_at, end_at, words, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0) RETURNING id`,
    ...[user, `${mark} evento`, `${mark} detalhe`, Date.parse(times.start), Date.parse(times.end), `${mark} evento`],
  )
  return { event: row?.id ?? 0 }
}

/** Events are personal. */
export function give(company: CompanyWorld, { event }: Ids, userId: number) {
  company.rows('UPDATE events SET user_id = ? WHERE id = ? RETURNING id', userId, event)
}
export { give as join }
