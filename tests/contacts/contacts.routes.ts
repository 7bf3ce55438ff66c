import type { RouteExamples } from '../api/chapter-files'

export const routeExamples: RouteExamples = {
  'GET /api/contacts/': {
    opens: 'session',
    example: () => ({
      path: '/api/contacts/?searchParam=a&pageNumber=1&name=a&number=5&date=2026-03-02&dateStart=2026-03-01&dateEnd=2026-03-02&noTicket=false',
    }),
  },
  'GET /api/contact/': {
    opens: 'session',
    example: () => ({ path: '/api/contact/?name=Maria&number=5511900000010' }),
  },
  'GET /api/contacts/dialing': { opens: 'session', example: () => ({ path: '/api/contacts/dialing' }) },
  'GET /api/contacts/:id': { opens: 'session', example: ({ contact }) => ({ path: `/api/contacts/${contact}` }) },
  'PUT /api/contacts/:id': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/contacts/${contact}`, body: { name: 'Outro nome', disableBot: true } }),
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
    example: () => ({ path: '/api/contacts/', body: { name: 'Nova pessoa', number: '5511912345678', email: '' } }),
  },
}
