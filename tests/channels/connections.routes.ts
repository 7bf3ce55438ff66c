import type { RouteExamples } from '../api/chapter-files'

export const routeExamples: RouteExamples = {
  'GET /api/whatsapp/': { opens: 'session', example: () => ({ path: '/api/whatsapp/?session=0' }) },
  'GET /api/whatsapp/:id': {
    opens: 'session',
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}?session=0` }),
  },
  'POST /api/whatsapp/': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: '/api/whatsapp/', body: { name: 'Nova conexão', queueIds: [queue] } }),
  },
  'PUT /api/whatsapp/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ connection, queue }) => ({
      path: `/api/whatsapp/${connection}`,
      body: { name: 'Outro nome', queueIds: [queue] },
    }),
  },
  'DELETE /api/whatsapp/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsapp/${stopped}` }),
  },
  'DELETE /api/whatsapp/:id/import': {
    opens: 'session',
    for: ['admin'],
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}/import` }),
  },
  'POST /api/whatsappsession/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}`, body: { number: '5511912345678' } }),
  },
  'PUT /api/whatsappsession/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}` }),
  },
  'DELETE /api/whatsappsession/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}` }),
  },
  'POST /api/whatsapp-restart': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/whatsapp-restart' }),
  },
}
