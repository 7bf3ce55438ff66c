import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly note: number
  }
}

export const routeExamples: RouteExamples = {
  'GET /api/ticket-notes/list': {
    opens: 'session',
    example: ({ ticket, contact }) => ({ path: `/api/ticket-notes/list?ticketId=${ticket}&contactId=${contact}` }),
  },
  'POST /api/ticket-notes/': {
    opens: 'session',
    example: ({ ticket, contact }) => ({
      path: '/api/ticket-notes/',
      body: { ticketId: ticket, contactId: contact, note: 'Prefere a tarde' },
    }),
  },
  'DELETE /api/ticket-notes/:id': {
    opens: 'session',
    example: ({ note }) => ({ path: `/api/ticket-notes/${note}` }),
  },
}

/** An attendant's note on the ticket. */
export async function furnish(company: CompanyWorld, { ticket }: Ids, { mark }: { readonly mark: string }) {
  const admin = company.admin()
  const made = await admin.json('/api/ticket-notes', 'POST', { ticketId: ticket, note: `${mark} observação` })
  const { id } = (await made.json()) as { id: number } // a note
  return { note: id }
}

export function give(company: CompanyWorld, { note }: Ids, userId: number) {
  company.rows('UPDATE ticket_notes SET user_id = ? WHERE id = ? RETURNING id', userId, note)
}

export const shownAt: ShownAt = {
  'note.create': (p) => `/api/ticket-notes/list?contactId=${valueAt(p, 'note', 'contactId')}`,
  'note.delete': 'sign',
}
