import { SendMessage } from '../../../src/tickets/messages/contract'
import type { RouteExamples } from '../../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/messages/:id': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/messages/${ticket}?pageNumber=1` }),
  },
  'GET /api/messages/search/:id': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/messages/search/${ticket}?searchQuery=a` }),
  },
  'GET /api/messages/gallery/:id': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/messages/gallery/${ticket}?shelf=media` }),
  },
  'GET /api/messages/colleagues/:id': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/messages/colleagues/${ticket}` }),
  },
  'GET /api/messages/search/': {
    opens: 'session',
    example: ({ queue, connection, user }) => ({
      path: `/api/messages/search/?searchParam=oi&queueIds=[${queue}]&connectionIds=[${connection}]&users=[${user}]&tags=[1]&withUnreadMessages=false&dateStart=2026-03-01&dateEnd=2026-03-02`,
    }),
  },
  'GET /api/messages-allMe/': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: () => ({ path: '/api/messages-allMe/?fromMe=true&dateStart=2026-03-01&dateEnd=2026-03-02' }),
  },
  'POST /api/messages/registerComment/:id': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/messages/registerComment/${ticket}`, body: { body: 'só para nós' } }),
  },
  'POST /api/messages/:id': {
    opens: 'session',
    reads: SendMessage,
    example: ({ ticket, message }) => ({
      path: `/api/messages/${ticket}`,
      body: { body: 'olá', quotedMsg: { id: message } },
    }),
  },
  'GET /api/messages/:id/receipts': {
    opens: 'session',
    example: ({ own }) => ({ path: `/api/messages/${own}/receipts` }),
  },
  'POST /api/messages/retry/:id': {
    opens: 'session',
    example: ({ failed }) => ({ path: `/api/messages/retry/${failed}`, body: {} }),
  },
  'POST /api/messages/cancel/:id': {
    opens: 'session',
    example: ({ waiting }) => ({ path: `/api/messages/cancel/${waiting}`, body: {} }),
  },
  'GET /api/messages/forward/:id': {
    opens: 'session',
    example: ({ ticket, own, contact }) => ({
      path: `/api/messages/forward/${contact}?ticketId=${ticket}&messageIds=[${own}]`,
    }),
  },
  'POST /api/messages/forward': {
    opens: 'session',
    example: ({ ticket, own, contact }) => ({
      path: '/api/messages/forward',
      body: { ticketId: ticket, messageIds: [own], contacts: [contact] },
    }),
  },
  'POST /api/messages/reactMessage': {
    opens: 'session',
    example: ({ ticket, message }) => ({
      path: '/api/messages/reactMessage',
      body: { messageId: message, ticketId: ticket, reaction: '👍' },
    }),
  },
  'POST /api/messages/edit/:id': {
    opens: 'session',
    example: ({ ticket, own }) => ({ path: `/api/messages/edit/${own}?ticketId=${ticket}`, body: { body: 'de novo' } }),
  },
  'DELETE /api/messages/:id': { opens: 'session', example: ({ own }) => ({ path: `/api/messages/${own}` }) },
  'GET /api/messages/deleted/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ deleted }) => ({ path: `/api/messages/deleted/${deleted}` }),
  },
  'POST /api/messages/media/:id/download': {
    opens: 'session',
    example: ({ lostMedia }) => ({ path: `/api/messages/media/${lostMedia}/download`, body: {} }),
  },
  'GET /api/media/:id': { opens: 'session', raw: true, example: ({ media }) => ({ path: `/api/media/${media}` }) },
}
