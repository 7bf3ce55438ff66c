import type { StartImport } from '../../src/bulk-import/contract'
import {
  AddContactsToList,
  CreateContactList,
  CreateListItem,
  UpdateContactList,
  UpdateListItem,
} from '../../src/features/contact-lists/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly contactList: number
    readonly listItem: number
    /** An uploaded spreadsheet whose import was not started. */
    readonly listImport: number
  }
}

const opens = 'session' as const
const managers = ['admin', 'supervisor'] as const
const gate = { opens, for: managers }
const at = (rest: string | number) => ({ path: `/api/contact-lists/${rest}` })
const item = (rest: string | number) => ({ path: `/api/contact-list-items/${rest}` })

export const routeExamples: RouteExamples = {
  'GET /api/contact-lists/': {
    finds: ['POST /api/contact-lists/', 'name'],
    ...gate,
    example: () => at('?searchParam=a&pageNumber=1'),
  },
  'GET /api/contact-lists/list': { ...gate, example: () => at('list') },
  'GET /api/contact-lists/example': { ...gate, raw: true, example: () => at('example') },
  'GET /api/contact-lists/:id': { ...gate, example: ({ contactList }) => at(contactList) },
  'POST /api/contact-lists/': {
    ...gate,
    reads: CreateContactList,
    example: () => ({ ...at(''), body: { name: 'Clientes de julho' } }),
  },
  'PUT /api/contact-lists/:id': {
    ...gate,
    reads: UpdateContactList,
    example: ({ contactList }) => ({ ...at(contactList), body: { name: 'Clientes de agosto' } }),
  },
  'DELETE /api/contact-lists/:id': { ...gate, example: ({ contactList }) => at(contactList) },
  'POST /api/contact-lists/:id/upload': {
    ...gate,
    reads: null,
    example: ({ contactList }) => ({
      ...at(`${contactList}/upload`),
      form() {
        const form = new FormData()
        form.set('file', new File(['Nome,Número\nMaria,21996124087\n'], 'pessoas.csv'))
        return form
      },
    }),
  },
  'GET /api/contact-lists/imports': { ...gate, example: () => at('imports') },
  'GET /api/contact-lists/imports/example': { ...gate, raw: true, example: () => at('imports/example') },
  'GET /api/contact-lists/imports/:id': { ...gate, example: ({ listImport }) => at(`imports/${listImport}`) },
  'POST /api/contact-lists/imports/:id/start': {
    ...gate,
    example: ({ listImport }) => ({
      ...at(`imports/${listImport}/start`),
      body: { columns: ['name', 'number'], headRows: 1, updateExisting: true } satisfies StartImport,
    }),
  },
  'POST /api/contact-lists/imports/:id/cancel': {
    ...gate,
    example: ({ listImport }) => at(`imports/${listImport}/cancel`),
  },
  'GET /api/contact-lists/imports/:id/errors': {
    ...gate,
    raw: true,
    example: ({ listImport }) => at(`imports/${listImport}/errors`),
  },
  'GET /api/contact-list-items/': {
    finds: ['POST /api/contact-list-items/', 'name'],
    ...gate,
    example: ({ contactList }) =>
      item(`?contactListId=${contactList}&searchParam=a&pageNumber=1&state=valid&after=5~a`),
  },
  'GET /api/contact-list-items/:id': { ...gate, example: ({ listItem }) => item(listItem) },
  'POST /api/contact-list-items/contacts': {
    ...gate,
    reads: AddContactsToList,
    example: ({ contactList, contact }) => ({
      ...item('contacts'),
      body: { contactListId: contactList, contactIds: [contact] },
    }),
  },
  'POST /api/contact-list-items/': {
    ...gate,
    reads: CreateListItem,
    example: ({ contactList }) => ({
      ...item(''),
      body: { contactListId: contactList, name: 'Maria', number: '21 99612-4087', email: 'maria@exemplo.com' },
    }),
  },
  'PUT /api/contact-list-items/:id': {
    ...gate,
    reads: UpdateListItem,
    example: ({ listItem }) => ({ ...item(listItem), body: { inBlacklist: true } }),
  },
  'DELETE /api/contact-list-items/:id': { ...gate, example: ({ listItem }) => item(listItem) },
}

export async function furnish(company: CompanyWorld, _ids: Ids, { mark, lap }: { mark: string; lap: number }) {
  const admin = company.admin()
  const { data: list } = await admin.api['contact-lists'].post({ name: `${mark} lista${lap || ''}` })
  const contactList = list?.id ?? 0
  const number = `+55219960${String(10_000 + lap)}`
  const { data: made } = await admin.api['contact-list-items'].post({
    contactListId: contactList,
    name: `${mark} Pessoa`,
    number,
  })
  const form = new FormData()
  form.set('file', new File([`Nome,Número\n${mark} Planilha,2199612${5000 + lap}\n`], `${mark}.csv`))
  const answer = await admin.request(`/api/contact-lists/${contactList}/upload`, { method: 'POST', body: form })
  const { id } = (await answer.json()) as { id: number } // the answer of its route
  return { contactList, listItem: made?.id ?? 0, listImport: id }
}

/** Only its uploader and admins see an import. */
export function give(company: CompanyWorld, { listImport: id }: Ids, userId: number) {
  company.rows('UPDATE imports SET user_id = ? WHERE id = ? RETURNING id', userId, id)
}

export const shownAt: ShownAt = {
  'ContactList.create': (p) => `/api/contact-lists/${valueAt(p, 'record', 'id')}`,
  'ContactList.update': (p) => `/api/contact-lists/${valueAt(p, 'record', 'id')}`,
  'ContactList.delete': () => '/api/contact-lists',
  'ContactListItem.create': (p) => `/api/contact-list-items/${valueAt(p, 'record', 'id')}`,
  'ContactListItem.update': (p) => `/api/contact-list-items/${valueAt(p, 'record', 'id')}`,
  'ContactListItem.delete': () => '/api/contact-lists',
  'ContactListItem.reload': () => '/api/contact-lists',
  'ContactListItem.progress': () => '/api/contact-lists',
}
