import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'
import { PNG } from '../support/pixel'

declare module '../api/furnish' {
  interface Ids {
    /** Announcements belong to the operator and are the same in all companies. */
    readonly announcement: number
  }
}

const body = { title: 'Manutenção', text: 'No domingo, das 2h às 3h.', priority: 1, status: true }
const picture = () => {
  const form = new FormData()
  form.set('file', new File([PNG], 'aviso.png', { type: 'image/png' }))
  return form
}

export const routeExamples: RouteExamples = {
  'GET /api/announcements/': {
    finds: ['POST /api/announcements/', 'title'],
    opens: 'session',
    example: () => ({ path: '/api/announcements/?searchParam=a&pageNumber=1' }),
  },
  'GET /api/announcements/list': { opens: 'super', example: () => ({ path: '/api/announcements/list' }) },
  'GET /api/announcements/current': { opens: 'session', example: () => ({ path: '/api/announcements/current' }) },
  'POST /api/announcements/read': {
    opens: 'session',
    example: ({ announcement }) => ({ path: '/api/announcements/read', body: { ids: [announcement] } }),
  },
  'GET /api/announcements/:id': {
    opens: 'session',
    example: ({ announcement }) => ({ path: `/api/announcements/${announcement}` }),
  },
  'GET /api/announcements/:id/readers': {
    opens: 'super',
    example: ({ announcement }) => ({ path: `/api/announcements/${announcement}/readers` }),
  },
  'POST /api/announcements/': { opens: 'super', example: () => ({ path: '/api/announcements/', body }) },
  'PUT /api/announcements/:id': {
    opens: 'super',
    example: ({ announcement }) => ({ path: `/api/announcements/${announcement}`, body: { priority: 2 } }),
  },
  'DELETE /api/announcements/:id': {
    opens: 'super',
    example: ({ announcement }) => ({ path: `/api/announcements/${announcement}` }),
  },
  'GET /api/announcements/:id/media-upload': {
    opens: 'session',
    raw: true,
    example: ({ announcement }) => ({ path: `/api/announcements/${announcement}/media-upload` }),
  },
  'POST /api/announcements/:id/media-upload': {
    opens: 'super',
    reads: null,
    example: ({ announcement }) => ({ path: `/api/announcements/${announcement}/media-upload`, form: picture }),
  },
  'DELETE /api/announcements/:id/media-upload': {
    opens: 'super',
    example: ({ announcement }) => ({ path: `/api/announcements/${announcement}/media-upload` }),
  },
}

/** One announcement for all companies, with a picture, created by the operator's. */
export async function furnish(company: CompanyWorld) {
  const who = company.admin({ super: true })
  const { records } = (await (await who.request('/api/announcements')).json()) as { records: { id: number }[] }
  const [known] = records
  if (known || !who.actor().super) return { announcement: known?.id ?? 1 }
  const made = (await (await who.json('/api/announcements', 'POST', body)).json()) as { id: number }
  await who.request(`/api/announcements/${made.id}/media-upload`, { method: 'POST', body: picture() })
  return { announcement: made.id }
}

export const shownAt: ShownAt = {
  'announcement.create': (p) => `/api/announcements/${valueAt(p, 'record', 'id')}`,
  'announcement.update': (p) => `/api/announcements/${valueAt(p, 'record', 'id')}`,
  'announcement.delete': 'sign',
  'announcementRead.update': 'own',
}
