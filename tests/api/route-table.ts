/** Every address of the server with an example of its use, and who may use it. The walks over all routes read it; a route without a line here fails them. */
import type { Profile } from '../../src/actor'
import type { Ids } from './furnish'

export type Example = { readonly path: string; readonly body?: unknown }

export type Line = {
  /** `everybody`: no token asked. `leaving`: a session and nothing more. `cookie`: the refresh cookie. `session`: the access token of somebody who may work. */
  readonly opens: 'everybody' | 'session' | 'leaving' | 'cookie' | 'super'
  /** Who of a company may; the others get ERR_NO_PERMISSION. */
  readonly for?: readonly Profile[]
  /** What the walk over the companies puts in: places for ids, beginning with those in the path. */
  readonly example: (ids: Ids) => Example
  /** Does not answer in our JSON. */
  readonly raw?: true
}

const admins: readonly Profile[] = ['admin']

export const routeTable: Readonly<Record<string, Line>> = {
  'GET /api/version': { opens: 'everybody', example: () => ({ path: '/api/version' }) },
  'POST /api/auth/login': {
    opens: 'everybody',
    example: () => ({ path: '/api/auth/login', body: { email: 'ninguem@loja.example', password: 'x' } }),
  },
  'POST /api/auth/refresh_token': { opens: 'cookie', example: () => ({ path: '/api/auth/refresh_token', body: {} }) },
  'DELETE /api/auth/logout': { opens: 'leaving', example: () => ({ path: '/api/auth/logout' }) },
  'GET /api/auth/me': { opens: 'session', example: () => ({ path: '/api/auth/me' }) },
  'GET /api/users/': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: () => ({ path: '/api/users/?searchParam=a&pageNumber=1&active=true' }),
  },
  'GET /api/users/list': { opens: 'session', example: () => ({ path: '/api/users/list' }) },
  'GET /api/users/:id': { opens: 'session', example: ({ user }) => ({ path: `/api/users/${user}` }) },
  'GET /api/settings/': { opens: 'session', example: () => ({ path: '/api/settings/' }) },
  'GET /api/settings/:key': { opens: 'session', example: () => ({ path: '/api/settings/acceptCallWhatsapp' }) },
  'PUT /api/settings/:key': {
    opens: 'session',
    for: admins,
    example: () => ({ path: '/api/settings/acceptCallWhatsapp', body: { value: 'enabled' } }),
  },
  'GET /api/queue/': { opens: 'session', example: () => ({ path: '/api/queue/?orderQuery=name' }) },
  'GET /api/queue/:id': { opens: 'session', example: ({ queue }) => ({ path: `/api/queue/${queue}` }) },
  'POST /api/queue/': {
    opens: 'session',
    for: admins,
    example: ({ user }) => ({
      path: '/api/queue/',
      body: { name: 'Nova fila', color: '#0ea5e9', orderQueue: 3, userIds: [user] },
    }),
  },
  'PUT /api/queue/:id': {
    opens: 'session',
    for: admins,
    example: ({ queue, user }) => ({
      path: `/api/queue/${queue}`,
      body: { name: 'Outro nome', color: '#0ea5e9', orderQueue: 3, userIds: [user] },
    }),
  },
  'DELETE /api/queue/:id': { opens: 'session', for: admins, example: ({ queue }) => ({ path: `/api/queue/${queue}` }) },
  'GET /api/queue/:id/users': { opens: 'session', example: ({ queue }) => ({ path: `/api/queue/${queue}/users` }) },
  'PUT /api/queue/:id/users': {
    opens: 'session',
    for: admins,
    example: ({ queue, user }) => ({ path: `/api/queue/${queue}/users`, body: { userIds: [user] } }),
  },
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
  'GET /api/contacts/existsOpenTicket': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/contacts/existsOpenTicket?contactIds=[${contact}]` }),
  },
  'GET /api/contacts/existsOpenTicket/:id': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/contacts/existsOpenTicket/${contact}` }),
  },
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
  'GET /api/whatsapp/': { opens: 'session', example: () => ({ path: '/api/whatsapp/?session=0' }) },
  'GET /api/whatsapp/:id': {
    opens: 'session',
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}?session=0` }),
  },
  'POST /api/whatsapp/': {
    opens: 'session',
    for: admins,
    example: ({ queue }) => ({ path: '/api/whatsapp/', body: { name: 'Nova conexão', queueIds: [queue] } }),
  },
  'PUT /api/whatsapp/:id': {
    opens: 'session',
    for: admins,
    example: ({ connection, queue }) => ({
      path: `/api/whatsapp/${connection}`,
      body: { name: 'Outro nome', queueIds: [queue] },
    }),
  },
  'DELETE /api/whatsapp/:id': {
    opens: 'session',
    for: admins,
    example: ({ stopped }) => ({ path: `/api/whatsapp/${stopped}` }),
  },
  'DELETE /api/whatsapp/:id/import': {
    opens: 'session',
    for: admins,
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}/import` }),
  },
  'POST /api/whatsappsession/:id': {
    opens: 'session',
    for: admins,
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}`, body: { number: '5511912345678' } }),
  },
  'PUT /api/whatsappsession/:id': {
    opens: 'session',
    for: admins,
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}` }),
  },
  'DELETE /api/whatsappsession/:id': {
    opens: 'session',
    for: admins,
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}` }),
  },
  'POST /api/whatsapp-restart': { opens: 'session', for: admins, example: () => ({ path: '/api/whatsapp-restart' }) },
  'GET /api/tickets/': {
    opens: 'session',
    example: ({ queue, connection, user, contact }) => ({
      path: `/api/tickets/?status=open&contactId=${contact}&showAll=true&pageNumber=1&queueIds=[${queue}]&connectionIds=[${connection}]&users=[${user}]&tags=[1]&isGroup=false&withUnreadMessages=false&date=2026-03-02&updatedAt=2026-03-02`,
    }),
  },
  'GET /api/tickets/counters': { opens: 'session', example: () => ({ path: '/api/tickets/counters?showAll=true' }) },
  'GET /api/tickets/u/:uuid': { opens: 'session', example: ({ uuid }) => ({ path: `/api/tickets/u/${uuid}` }) },
  'GET /api/tickets/:id': { opens: 'session', example: ({ ticket }) => ({ path: `/api/tickets/${ticket}` }) },
  'POST /api/tickets/': {
    opens: 'session',
    example: ({ freeContact, user, queue, connection }) => ({
      path: '/api/tickets/',
      body: { contactId: freeContact, userId: user, queueId: queue, whatsappId: connection, status: 'open' },
    }),
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
    for: admins,
    example: ({ closed }) => ({ path: `/api/tickets/${closed}` }),
  },
  'GET /api/tickets-log/:id': { opens: 'session', example: ({ ticket }) => ({ path: `/api/tickets-log/${ticket}` }) },
  'GET /api/messages/:id': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/messages/${ticket}?pageNumber=1` }),
  },
  'GET /api/messages/search/:id': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/messages/search/${ticket}?searchQuery=a` }),
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
    for: admins,
    example: ({ deleted }) => ({ path: `/api/messages/deleted/${deleted}` }),
  },
  'POST /api/messages/media/:id/download': {
    opens: 'session',
    example: ({ lostMedia }) => ({ path: `/api/messages/media/${lostMedia}/download`, body: {} }),
  },
  'GET /api/media/:id': { opens: 'session', raw: true, example: ({ media }) => ({ path: `/api/media/${media}` }) },
  'ALL /api/simulator/*': { opens: 'session', example: () => ({ path: '/api/simulator/state' }) },
  'WS /ws/:company': { opens: 'everybody', raw: true, example: () => ({ path: '/ws/none' }) },
  'GET /health': { opens: 'everybody', example: () => ({ path: '/health' }) },
  'GET /metrics': { opens: 'super', raw: true, example: () => ({ path: '/metrics' }) },
  'ALL /*': { opens: 'everybody', example: () => ({ path: '/nothing-here' }) },
}

export const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
export const methodOf = (key: string) => {
  const method = key.split(' ')[0] ?? 'GET'
  return method === 'ALL' || method === 'WS' ? 'GET' : method
}
