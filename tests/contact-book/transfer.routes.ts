import type { StartImport } from '../../src/bulk-import/contract'
import type { KeepApart, MergeContacts } from '../../src/features/contact-book/merging/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    /** A spreadsheet whose import has not started. */
    readonly import: number
    readonly double: number
  }
}

const mayImport = ['admin', 'supervisor'] as const
const columns = ['name', 'number']

export const routeExamples: RouteExamples = {
  'POST /api/contacts/upload': {
    opens: 'session',
    for: mayImport,
    reads: null,
    example: () => ({
      path: '/api/contacts/upload',
      form() {
        const form = new FormData()
        form.set('file', new File(['Nome,Número\nMaria,21996124087\n'], 'clientes.csv'))
        return form
      },
    }),
  },
  'GET /api/contacts/imports': {
    opens: 'session',
    for: mayImport,
    example: () => ({ path: '/api/contacts/imports' }),
  },
  'GET /api/contacts/imports/example': {
    opens: 'session',
    for: mayImport,
    raw: true,
    example: () => ({ path: '/api/contacts/imports/example' }),
  },
  'GET /api/contacts/imports/:id': {
    opens: 'session',
    for: mayImport,
    example: ({ import: id }) => ({ path: `/api/contacts/imports/${id}` }),
  },
  'POST /api/contacts/imports/:id/start': {
    opens: 'session',
    for: mayImport,
    example: ({ import: id }) => ({
      path: `/api/contacts/imports/${id}/start`,
      body: { columns, headRows: 1, updateExisting: true } satisfies StartImport,
    }),
  },
  'POST /api/contacts/imports/:id/cancel': {
    opens: 'session',
    for: mayImport,
    example: ({ import: id }) => ({ path: `/api/contacts/imports/${id}/cancel` }),
  },
  'GET /api/contacts/imports/:id/errors': {
    opens: 'session',
    for: mayImport,
    raw: true,
    example: ({ import: id }) => ({ path: `/api/contacts/imports/${id}/errors` }),
  },
  'POST /api/contacts/import': {
    opens: 'session',
    for: mayImport,
    example: () => ({ path: '/api/contacts/import' }),
  },
  'POST /api/contacts/import/chats': {
    opens: 'session',
    for: mayImport,
    example: () => ({ path: '/api/contacts/import/chats' }),
  },
  'GET /api/contacts/export': {
    opens: 'session',
    for: ['admin'],
    raw: true,
    example: () => ({ path: '/api/contacts/export' }),
  },
  'POST /api/contacts/merge': {
    opens: 'session',
    for: mayImport,
    example: ({ contact, double }) => ({
      path: '/api/contacts/merge',
      body: {
        sourceContactId: double,
        targetContactId: contact,
        mergedData: { name: 'original', number: 'original', email: 'selected', extraInfo: 'merge' },
      } satisfies MergeContacts,
    }),
  },
  'GET /api/contacts/duplicates': {
    opens: 'session',
    for: mayImport,
    example: () => ({ path: '/api/contacts/duplicates?after=5-1' }),
  },
  'POST /api/contacts/duplicates/apart': {
    opens: 'session',
    for: mayImport,
    example: ({ contact, double }) => ({
      path: '/api/contacts/duplicates/apart',
      body: { contactIds: [contact, double] } satisfies KeepApart,
    }),
  },
}

export async function furnish(company: CompanyWorld, _ids: Ids, { mark, lap }: { mark: string; lap: number }) {
  const admin = company.admin()
  const form = new FormData()
  form.set('file', new File([`Nome,Número\n${mark} Planilha,2199612${4000 + lap}\n`], `${mark}.csv`))
  const answer = await admin.request('/api/contacts/upload', { method: 'POST', body: form })
  const { id } = (await answer.json()) as { id: number } // the answer of its route
  const double = company.contact({ name: `${mark} Dobro`, number: `55118000${1000 + lap}` }).id
  return { import: id, double }
}

/** Only the uploading user and admins see an import. */
export function give(company: CompanyWorld, { import: id }: Ids, userId: number) {
  company.rows('UPDATE imports SET user_id = ? WHERE id = ? RETURNING id', userId, id)
}

const importsAt: Readonly<Record<string, string>> = { contactLists: '/api/contact-lists' }

export const shownAt: ShownAt = {
  'import.update': (p) =>
    `${importsAt[String(valueAt(p, 'import', 'target'))] ?? '/api/contacts'}/imports/${valueAt(p, 'import', 'id')}`,
}
