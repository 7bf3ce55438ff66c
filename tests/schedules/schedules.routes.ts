import { CreateSchedule, SeenReminders, UpdateSchedule } from '../../src/features/schedules/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import { type CompanyWorld, LOJA } from '../support/company-world'
import { NOON } from '../support/world'

declare module '../api/furnish' {
  interface Ids {
    readonly schedule: number
  }
}

const tomorrow = new Date(NOON + 86_400_000).toISOString()
const at = (id: number, rest = '') => ({ path: `/api/schedules/${id}${rest}` })

export const routeExamples: RouteExamples = {
  'GET /api/schedules/': {
    finds: ['POST /api/schedules/', 'body'],
    opens: 'session',
    example: ({ user }) => ({
      path: `/api/schedules/?searchParam=a&pageNumber=1&userIds=[${user}]&type=mensagem&pending=true`,
    }),
  },
  'GET /api/schedules/calendar': {
    finds: ['POST /api/schedules/', 'body'],
    opens: 'session',
    example: () => ({ path: '/api/schedules/calendar?dateStart=2026-03-01&dateEnd=2026-03-31' }),
  },
  'GET /api/schedules/prospect': {
    opens: 'session',
    example: ({ contact, connection }) => ({
      path: `/api/schedules/prospect?contactId=${contact}&whatsappId=${connection}&sendAt=${tomorrow}`,
    }),
  },
  'GET /api/schedules/reminders': { opens: 'session', example: () => ({ path: '/api/schedules/reminders' }) },
  'POST /api/schedules/reminders/seen': {
    opens: 'session',
    reads: SeenReminders,
    example: ({ schedule }) => ({ path: '/api/schedules/reminders/seen', body: { ids: [schedule] } }),
  },
  'GET /api/schedules/:id': { opens: 'session', example: ({ schedule }) => at(schedule) },
  'POST /api/schedules/': {
    opens: 'session',
    reads: CreateSchedule,
    example: ({ contact, connection }) => ({
      path: '/api/schedules/',
      body: { contactId: contact, whatsappId: connection, body: 'Bom dia', sendAt: tomorrow },
    }),
  },
  'PUT /api/schedules/:id': {
    opens: 'session',
    reads: UpdateSchedule,
    example: ({ schedule }) => ({ ...at(schedule), body: { body: 'Boa tarde' } }),
  },
  'DELETE /api/schedules/:id': { opens: 'session', example: ({ schedule }) => at(schedule) },
  'GET /api/schedules/:id/media-upload': {
    opens: 'session',
    raw: true,
    example: ({ schedule }) => at(schedule, '/media-upload'),
  },
  'POST /api/schedules/:id/media-upload': {
    opens: 'session',
    reads: null,
    example: ({ schedule }) => ({
      ...at(schedule, '/media-upload'),
      form() {
        const form = new FormData()
        form.set('file', new File(['tabela'], 'tabela.txt'))
        return form
      },
    }),
  },
  'DELETE /api/schedules/:id/media-upload': {
    opens: 'session',
    example: ({ schedule }) => at(schedule, '/media-upload'),
  },
}

/** A message with a file, due tomorrow. */
export async function furnish(company: CompanyWorld, { contact }: Ids, { mark }: { mark: string }) {
  const admin = company.admin()
  const body = { contactId: contact, whatsappId: LOJA, body: `${mark} lembrete de pagamento`, sendAt: tomorrow }
  const answer = await admin.json('/api/schedules', 'POST', body)
  const [made] = ((await answer.json()) as { schedules: { id: number }[] }).schedules // the answer of its route
  const form = new FormData()
  form.set('file', new File([`${mark} boleto`], `${mark}-boleto.txt`))
  await admin.request(`/api/schedules/${made?.id}/media-upload`, { method: 'POST', body: form })
  return { schedule: made?.id ?? 0 }
}

/** Users may change their own schedules. */
export function give(company: CompanyWorld, { schedule }: Ids, userId: number) {
  company.rows('UPDATE schedules SET user_id = ? WHERE id = ? RETURNING id', userId, schedule)
}

export const shownAt: ShownAt = {
  'scheduledMessage.create': (p) => `/api/schedules/${valueAt(p, 'record', 'id')}`,
  'scheduledMessage.update': (p) => `/api/schedules/${valueAt(p, 'record', 'id')}`,
  'scheduledMessage.delete': 'sign',
  'scheduledMessage.reminder': (p) => `/api/schedules/${valueAt(p, 'record', 'id')}`,
}

export const plans = ['schedules.send_at']
