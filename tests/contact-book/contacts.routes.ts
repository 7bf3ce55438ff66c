import { FindUsername } from '../../src/contacts/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly contactCategory: number
    /** A contact without a ticket, with a category and custom fields. */
    readonly notedContact: number
  }
}

const managers = ['admin', 'supervisor'] as const

export const routeExamples: RouteExamples = {
  'GET /api/contacts/': {
    finds: ['POST /api/contacts/', 'name'],
    opens: 'session',
    example: () => ({
      path: '/api/contacts/?searchParam=a&pageNumber=1&name=a&number=5&username=a&date=2026-03-02&dateStart=2026-03-01&dateEnd=2026-03-02&noTicket=false&contactCategoryId=1&channel=whatsapp&active=true&sort=last&desc=true&after=1~0',
    }),
  },
  'GET /api/contact/': {
    opens: 'session',
    example: () => ({ path: '/api/contact/?name=Maria&number=5511900000010' }),
  },
  'POST /api/contacts/username': {
    opens: 'session',
    reads: FindUsername,
    example: () => ({ path: '/api/contacts/username', body: { username: '@ma.duarte', key: null } }),
  },
  'GET /api/contacts/dialing': { opens: 'session', example: () => ({ path: '/api/contacts/dialing' }) },
  'GET /api/contacts/:id': { opens: 'session', example: ({ contact }) => ({ path: `/api/contacts/${contact}` }) },
  'PUT /api/contacts/:id': {
    opens: 'session',
    example: ({ contact }) => ({
      path: `/api/contacts/${contact}`,
      body: { name: 'Outro nome', disableBot: true, extraInfo: [{ name: 'CPF', value: '529.982.247-25' }] },
    }),
  },
  'PUT /api/contacts/category': {
    opens: 'session',
    example: ({ notedContact, contactCategory }) => ({
      path: '/api/contacts/category',
      body: { contactIds: [notedContact], contactCategoryId: contactCategory },
    }),
  },
  'GET /api/contacts/:id/deletion': {
    opens: 'session',
    for: ['admin'],
    example: ({ notedContact }) => ({ path: `/api/contacts/${notedContact}/deletion` }),
  },
  'DELETE /api/contacts/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ notedContact }) => ({ path: `/api/contacts/${notedContact}` }),
  },
  'POST /api/contacts/delete': {
    opens: 'session',
    for: ['admin'],
    example: ({ notedContact }) => ({ path: '/api/contacts/delete', body: { contactIds: [notedContact] } }),
  },
  'GET /api/contactCategories/': { opens: 'session', example: () => ({ path: '/api/contactCategories/' }) },
  'GET /api/contactCategories/:id': {
    opens: 'session',
    example: ({ contactCategory }) => ({ path: `/api/contactCategories/${contactCategory}` }),
  },
  'POST /api/contactCategories/': {
    opens: 'session',
    for: managers,
    example: () => ({ path: '/api/contactCategories/', body: { descricao: 'Atacado', active: true } }),
  },
  'PUT /api/contactCategories/:id': {
    opens: 'session',
    for: managers,
    example: ({ contactCategory }) => ({
      path: `/api/contactCategories/${contactCategory}`,
      body: { descricao: 'Revenda', active: false },
    }),
  },
  'DELETE /api/contactCategories/:id': {
    opens: 'session',
    for: managers,
    example: ({ contactCategory }) => ({ path: `/api/contactCategories/${contactCategory}` }),
  },
  'PUT /api/contacts/block/:id': {
    opens: 'session',
    example: ({ freeContact }) => ({ path: `/api/contacts/block/${freeContact}`, body: { active: false } }),
  },
  'PUT /api/contacts/toggleAcceptAudio/:id': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/contacts/toggleAcceptAudio/${contact}`, body: {} }),
  },
  'GET /api/contacts/check/:number': {
    opens: 'session',
    example: () => ({ path: '/api/contacts/check/5511912345678' }),
  },
  'GET /api/contacts/merges': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: () => ({ path: '/api/contacts/merges' }),
  },
  'GET /api/contacts/:id/identity': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: ({ contact }) => ({ path: `/api/contacts/${contact}/identity` }),
  },
  'GET /api/contacts/:id/merges': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/contacts/${contact}/merges` }),
  },
  'POST /api/contacts/merges/:id/undo': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: ({ merge }) => ({ path: `/api/contacts/merges/${merge}/undo`, body: {} }),
  },
  'GET /api/contacts/:id/picture/:version': {
    opens: 'session',
    raw: true,
    example: ({ contact }) => ({ path: `/api/contacts/${contact}/picture/a1b2c3` }),
  },
  'POST /api/contacts/': {
    opens: 'session',
    example: () => ({
      path: '/api/contacts/',
      body: { name: 'Nova pessoa', number: '5511912345678', email: '', acceptAudioMessage: true },
    }),
  },
}

/** A contact in a category, with custom fields. */
export async function furnish(
  company: CompanyWorld,
  _: Ids,
  { mark, lap }: { readonly mark: string; readonly lap: number },
) {
  const admin = company.admin()
  const category = await admin.api.contactCategories.post({ descricao: `${mark} categoria${lap || ''}` })
  const contactCategory = category.data?.id ?? 0
  const contact = await admin.api.contacts.post({
    name: `${mark} anotado`,
    contactCategoryId: contactCategory,
    extraInfo: [{ name: `${mark} CPF`, value: `${mark} 529` }],
  })
  const notedContact = contact.data?.id ?? 0
  const lid = `990${notedContact}`
  company.rows(
    'INSERT INTO contact_addresses (kind, value, contact_id) VALUES (?, ?, ?) RETURNING value',
    'lid',
    lid,
    notedContact,
  )
  company.rows(
    `INSERT OR REPLACE INTO usernames (kind, value, username, folded, since) VALUES ('lid', ?, ?, ?, 0) RETURNING value`,
    lid,
    'ma.duarte',
    'ma.duarte',
  )
  return { contactCategory, notedContact }
}

export const shownAt: ShownAt = {
  'contact.alike': () => '/api/contacts/duplicates',
  'contact.apart': () => '/api/contacts/duplicates',
  'contactCategory.create': (p) => `/api/contactCategories/${valueAt(p, 'category', 'id')}`,
  'contactCategory.update': (p) => `/api/contactCategories/${valueAt(p, 'category', 'id')}`,
  'contactCategory.delete': 'sign',
  'contact.update': (p) => `/api/contacts/${valueAt(p, 'contact', 'id')}`,
  'contact.delete': 'sign',
  'contact.reload': 'sign',
  'contact.restore': (p) => `/api/contacts/${valueAt(p, 'contactId')}`,
  'contact.group': (p) => `/api/contacts/${valueAt(p, 'contactId')}`,
}
