import { CreateTemplate } from '../../src/channels/templates/writing/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'
import { PNG } from '../support/pixel'

declare module '../api/furnish' {
  interface Ids {
    readonly officialConnection: number
    readonly template: number
  }
}

/** Meta cannot be reached in the walks: what changes something there is refused. */
export const routeExamples: RouteExamples = {
  'GET /api/whatsapp/:id/templates': {
    opens: 'session',
    example: ({ officialConnection }) => ({ path: `/api/whatsapp/${officialConnection}/templates` }),
  },
  'POST /api/whatsapp/:id/templates': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    reads: CreateTemplate,
    example: ({ officialConnection }) => ({
      path: `/api/whatsapp/${officialConnection}/templates`,
      body: { name: 'visita', language: 'pt_BR', category: 'utility', body: 'Olá!' },
    }),
  },
  'POST /api/whatsapp/:id/templates/files': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    reads: null,
    example: ({ officialConnection }) => ({
      path: `/api/whatsapp/${officialConnection}/templates/files`,
      form() {
        const form = new FormData()
        form.set('file', new File([PNG], 'foto.png'))
        return form
      },
    }),
  },
  'PUT /api/whatsapp/:id/templates/:templateId': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    reads: CreateTemplate,
    example: ({ officialConnection, template }) => ({
      path: `/api/whatsapp/${officialConnection}/templates/${template}`,
      body: { name: 'visita', language: 'pt_BR', category: 'utility', body: 'Olá de novo!' },
    }),
  },
  'POST /api/whatsapp/:id/templates/:templateId/read': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: ({ officialConnection, template }) => ({
      path: `/api/whatsapp/${officialConnection}/templates/${template}/read`,
    }),
  },
  'GET /api/template-changes/': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: () => ({ path: '/api/template-changes/' }),
  },
  'DELETE /api/whatsapp/:id/templates/:templateId': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: ({ officialConnection, template }) => ({
      path: `/api/whatsapp/${officialConnection}/templates/${template}`,
    }),
  },
}

/** An official number with a template that was just read. */
export async function furnish(company: CompanyWorld, _: Ids, { mark, lap }: { mark: string; lap: number }) {
  const { id } = company.connection({ name: `${mark} oficial${lap}`, open: false })
  company.rows("UPDATE connections SET channel = 'whatsapp_cloud' WHERE id = ? RETURNING id", id)
  company.rows('INSERT INTO template_refreshes VALUES (?, ?) RETURNING 1', id, company.cx.now())
  const [template] = company.rows<{ id: number }>(
    `INSERT INTO message_templates (connection_id, template_id, name, language, category, status, components, status_at)
     VALUES (?, ?, ?, 'pt_BR', 'utility', 'APPROVED', ?, ?) RETURNING id`,
    id,
    `${mark}${lap}`,
    `${mark} modelo${lap}`,
    JSON.stringify([{ type: 'BODY', text: `${mark} texto` }]),
    company.cx.now(),
  )
  company.rows(
    "INSERT INTO template_category_changes VALUES (?, 'marketing', ?) RETURNING 1",
    template?.id ?? 0,
    company.cx.now(),
  )
  return { officialConnection: id, template: template?.id ?? 0 }
}

export const shownAt: ShownAt = {
  'templates.changed': (p) => `/api/whatsapp/${valueAt(p, 'whatsappId')}/templates`,
}
