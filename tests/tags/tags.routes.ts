import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly tag: number
    readonly lane: number
  }
}

const managers = ['admin', 'supervisor'] as const

export const routeExamples: RouteExamples = {
  'GET /api/tags/': {
    finds: ['POST /api/tags/', 'name'],
    opens: 'session',
    example: () => ({ path: '/api/tags/?searchParam=a&pageNumber=1&kanban=0' }),
  },
  'GET /api/tags/list': { opens: 'session', example: () => ({ path: '/api/tags/list' }) },
  'GET /api/tags/kanban': { opens: 'session', example: () => ({ path: '/api/tags/kanban' }) },
  'POST /api/tags/order': {
    opens: 'session',
    for: managers,
    example: ({ lane }) => ({ path: '/api/tags/order', body: { tagOrder: [lane] } }),
  },
  'GET /api/tags/:id': { opens: 'session', example: ({ tag }) => ({ path: `/api/tags/${tag}` }) },
  'POST /api/tags/': {
    opens: 'session',
    example: () => ({ path: '/api/tags/', body: { name: 'Nova etiqueta', color: '#0ea5e9', kanban: 0 } }),
  },
  'PUT /api/tags/:id': {
    opens: 'session',
    for: managers,
    example: ({ tag }) => ({
      path: `/api/tags/${tag}`,
      body: { name: 'Outro nome', color: '#0ea5e9', kanban: 1 },
    }),
  },
  'DELETE /api/tags/:id': {
    opens: 'session',
    for: managers,
    example: ({ tag }) => ({ path: `/api/tags/${tag}` }),
  },
  'PUT /api/ticket-tags/': {
    opens: 'session',
    example: ({ ticket, tag }) => ({
      path: '/api/ticket-tags/',
      body: { ticketIds: [ticket], tagId: tag, tagged: true },
    }),
  },
  'PUT /api/ticket-tags/:ticketId/:tagId': {
    opens: 'session',
    example: ({ ticket, tag }) => ({ path: `/api/ticket-tags/${ticket}/${tag}` }),
  },
  'DELETE /api/ticket-tags/:ticketId': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/ticket-tags/${ticket}` }),
  },
  'DELETE /api/ticket-tags/:ticketId/:tagId': {
    opens: 'session',
    example: ({ ticket, tag }) => ({ path: `/api/ticket-tags/${ticket}/${tag}` }),
  },
}

/** A tag and a lane of the ticket. */
export async function furnish(
  company: CompanyWorld,
  { ticket }: Ids,
  { mark, lap }: { readonly mark: string; readonly lap: number },
) {
  const admin = company.admin()
  const made = async (name: string, kanban: 0 | 1) => {
    const { data } = await admin.api.tags.post({ name: `${mark} ${name}${lap || ''}`, color: '#127eee', kanban })
    const id = data?.id ?? 0
    await admin.request(`/api/ticket-tags/${ticket}/${id}`, { method: 'PUT' })
    return id
  }
  return { tag: await made('etiqueta', 0), lane: await made('coluna', 1) }
}

export const shownAt: ShownAt = {
  'tag.create': (p) => `/api/tags/${valueAt(p, 'tag', 'id')}`,
  'tag.update': (p) => `/api/tags/${valueAt(p, 'tag', 'id')}`,
  'tag.delete': 'sign',
}
