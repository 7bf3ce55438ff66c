import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'

export const routeExamples: RouteExamples = {
  'GET /api/contacts/existsOpenTicket': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/contacts/existsOpenTicket?contactIds=[${contact}]` }),
  },
  'GET /api/contacts/existsOpenTicket/:id': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/contacts/existsOpenTicket/${contact}` }),
  },
  'GET /api/tickets/': {
    opens: 'session',
    example: ({ queue, connection, user, contact }) => ({
      path: `/api/tickets/?status=open&contactId=${contact}&showAll=true&pageNumber=1&queueIds=[${queue}]&connectionIds=[${connection}]&users=[${user}]&tags=[1]&isGroup=false&withUnreadMessages=false&late=false&order=waiting&date=2026-03-02&updatedAt=2026-03-02&searchParam=oi&messageSearch=true`,
    }),
  },
  'GET /api/tickets/counters': { opens: 'session', example: () => ({ path: '/api/tickets/counters?showAll=true' }) },
  'GET /api/tickets/transfer-targets': { opens: 'session', example: () => ({ path: '/api/tickets/transfer-targets' }) },
  'GET /api/tickets/u/:uuid': { opens: 'session', example: ({ uuid }) => ({ path: `/api/tickets/u/${uuid}` }) },
  'GET /api/tickets/:id': { opens: 'session', example: ({ ticket }) => ({ path: `/api/tickets/${ticket}` }) },
  'POST /api/tickets/': {
    opens: 'session',
    example: ({ freeContact, user, queue, connection }) => ({
      path: '/api/tickets/',
      body: { contactId: freeContact, userId: user, queueId: queue, whatsappId: connection, status: 'open' },
    }),
  },
  'GET /api/tickets/:id/doors': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/tickets/${ticket}/doors` }),
  },
  'POST /api/tickets/:id/doors': {
    opens: 'session',
    example: ({ ticket, stopped }) => ({ path: `/api/tickets/${ticket}/doors`, body: { whatsappId: stopped } }),
  },
  'POST /api/tickets/read': {
    opens: 'session',
    example: ({ ticket }) => ({ path: '/api/tickets/read', body: { ticketIds: [ticket] } }),
  },
  'PUT /api/tickets/:id': {
    opens: 'session',
    example: ({ ticket, user, queue }) => ({
      path: `/api/tickets/${ticket}`,
      body: { userId: user, queueId: queue, comment: 'veja' },
    }),
  },
  'DELETE /api/tickets/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ closed }) => ({ path: `/api/tickets/${closed}` }),
  },
  'GET /api/tickets-log/:id': { opens: 'session', example: ({ ticket }) => ({ path: `/api/tickets-log/${ticket}` }) },
}

export const shownAt: ShownAt = {
  'ticket.update': (p) => `/api/tickets/${valueAt(p, 'ticket', 'id')}`,
  'ticket.delete': 'sign',
  'ticket.log': (p) => `/api/tickets-log/${valueAt(p, 'ticketId')}`,
  'ticket.step': (p) => `/api/tickets/${valueAt(p, 'ticketId')}`,
  'ticket.given': (p) => `/api/tickets/${valueAt(p, 'ticket', 'id')}`,
  'ticket.updateUnread': (p) => `/api/tickets/${valueAt(p, 'ticketId')}`,
  'appMessage.create': (p) => `/api/tickets/${valueAt(p, 'ticket', 'id')}`,
  'appMessage.update': (p) => `/api/tickets/${valueAt(p, 'message', 'ticketId')}`,
  'appMessage.update.ack': 'sign',
  'appMessage.receipts': (p) => `/api/messages/${valueAt(p, 'messageId')}/receipts`,
  'presence.update': (p) => `/api/tickets/${valueAt(p, 'ticketId')}`,
}
