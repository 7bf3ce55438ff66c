import { CreateEvent, MarkEvent, SeenEvents, SkipDay, UpdateEvent } from '../../src/features/calendar/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    /** An event of the admin. */
    readonly event: number
  }
}

const times = { start: '2026-03-02T12:00:00.000Z', end: '2026-03-02T13:00:00.000Z' }

const file = () => {
  const form = new FormData()
  const event = 'BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260302T120000Z\r\nSUMMARY:Visita\r\nEND:VEVENT'
  form.append('file', new File([`BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR\r\n`], 'agenda.ics'))
  return form
}

export const routeExamples: RouteExamples = {
  'GET /api/eventos/': {
    finds: ['POST /api/eventos/', 'title'],
    opens: 'session',
    example: () => ({ path: '/api/eventos/?dateStart=2026-03-01&dateEnd=2026-03-31&searchParam=a' }),
  },
  'GET /api/eventos/reminders': { opens: 'session', example: () => ({ path: '/api/eventos/reminders' }) },
  'POST /api/eventos/reminders/seen': {
    opens: 'session',
    reads: SeenEvents,
    example: ({ event }) => ({ path: '/api/eventos/reminders/seen', body: { ids: [event] } }),
  },
  'GET /api/eventos/export': { opens: 'session', raw: true, example: () => ({ path: '/api/eventos/export' }) },
  'GET /api/eventos/:id/export': {
    opens: 'session',
    raw: true,
    example: ({ event }) => ({ path: `/api/eventos/${event}/export` }),
  },
  'POST /api/eventos/import': {
    reads: null,
    opens: 'session',
    example: () => ({ path: '/api/eventos/import', form: file }),
  },
  'POST /api/eventos/': {
    opens: 'session',
    reads: CreateEvent,
    example: ({ contact }) => ({
      path: '/api/eventos/',
      body: {
        title: 'Reunião',
        description: 'Com a fábrica',
        ...times,
        repeat: { kind: 'week', until: '2026-12-31' },
        remindLead: 15,
        contactId: contact,
      },
    }),
  },
  'POST /api/eventos/:id/days': {
    opens: 'session',
    reads: SkipDay,
    example: ({ event }) => ({ path: `/api/eventos/${event}/days`, body: { day: '2026-03-09', isSkipped: true } }),
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
  company.rows(
    "INSERT INTO event_plans (event_id, repeat, reminding_start) VALUES (?, 'week', ?) RETURNING event_id",
    ...[row?.id ?? 0, Date.parse(times.start)],
  )
  return { event: row?.id ?? 0 }
}

/** Events are personal. */
export function give(company: CompanyWorld, { event }: Ids, userId: number) {
  company.rows('UPDATE events SET user_id = ? WHERE id = ? RETURNING id', userId, event)
}
export { give as join }

export const shownAt: ShownAt = {
  'event.create': 'own',
  'event.update': 'own',
  'event.delete': 'own',
  'event.reminder': 'own',
}

export const plans = ['event_plans.remind_at', 'events.start_at', 'events.end_at']
