import { CreateChat, ReadChat, SendChatMessage, UpdateChat } from '../../src/features/chats/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly chat: number
    /** In it, with a file. */
    readonly chatFile: number
    /** Whom it can be begun with. */
    readonly chatColleague: number
  }
}

export const routeExamples: RouteExamples = {
  'GET /api/chats/': { opens: 'session', example: () => ({ path: '/api/chats/?searchParam=a&pageNumber=1' }) },
  'GET /api/chats/list': { opens: 'session', example: () => ({ path: '/api/chats/list' }) },
  'GET /api/chats/search': { opens: 'session', example: () => ({ path: '/api/chats/search?searchParam=recado' }) },
  'GET /api/chats/:id': { opens: 'session', example: ({ chat }) => ({ path: `/api/chats/${chat}` }) },
  'POST /api/chats/': {
    opens: 'session',
    for: ['admin'],
    reads: CreateChat,
    example: ({ chatColleague }) => ({ path: '/api/chats/', body: { title: 'Novo chat', users: [chatColleague] } }),
  },
  'PUT /api/chats/:id': {
    opens: 'session',
    reads: UpdateChat,
    example: ({ chat, chatColleague }) => ({ path: `/api/chats/${chat}`, body: { title: 'Outro', users: [chatColleague] } }),
  },
  'DELETE /api/chats/:id': { opens: 'session', example: ({ chat }) => ({ path: `/api/chats/${chat}` }) },
  'POST /api/chats/:id/leave': { opens: 'session', example: ({ chat }) => ({ path: `/api/chats/${chat}/leave` }) },
  'GET /api/chats/:id/messages': {
    opens: 'session',
    example: ({ chat, chatFile }) => ({ path: `/api/chats/${chat}/messages?before=${chatFile + 1}&files=true` }),
  },
  'POST /api/chats/:id/messages': {
    opens: 'session',
    reads: SendChatMessage,
    example: ({ chat, ticket }) => ({ path: `/api/chats/${chat}/messages`, body: { message: 'oi', ticketId: ticket } }),
  },
  'GET /api/chats/:id/files/:messageId': {
    opens: 'session',
    raw: true,
    example: ({ chat, chatFile }) => ({ path: `/api/chats/${chat}/files/${chatFile}` }),
  },
  'POST /api/chats/:id/read': {
    opens: 'session',
    reads: ReadChat,
    example: ({ chat, chatFile }) => ({ path: `/api/chats/${chat}/read`, body: { messageId: chatFile } }),
  },
  'POST /api/chats/:id/typing': { opens: 'session', example: ({ chat }) => ({ path: `/api/chats/${chat}/typing` }) },
}

/** Between an admin and a colleague, with a text and a file. */
export async function furnish(company: CompanyWorld, _: Ids, { mark, lap }: { mark: string; lap: number }) {
  const colleague = company.attendant([], { name: `${mark} Colega${lap}` })
  const admin = company.admin()
  const made = await admin.json('/api/chats', 'POST', { title: `${mark} chat${lap}`, users: [colleague.userId] })
  const { id: chat } = (await made.json()) as { id: number } // a chat
  await admin.json(`/api/chats/${chat}/messages`, 'POST', { message: `${mark} recado` })
  const form = new FormData()
  form.set('message', `${mark} planilha`)
  form.set('file', new File([`${mark} rota`], `${mark}-rota.txt`))
  const sent = await admin.request(`/api/chats/${chat}/messages`, { method: 'POST', body: form })
  const { id: chatFile } = (await sent.json()) as { id: number } // a message
  return { chat, chatFile, chatColleague: colleague.userId }
}

/** Its owner alone changes it. */
export function give(company: CompanyWorld, { chat }: Ids, userId: number) {
  company.rows('INSERT OR IGNORE INTO chat_members (chat_id, user_id) VALUES (?, ?) RETURNING id', chat, userId)
  company.rows('UPDATE chats SET owner_id = ? WHERE id = ? RETURNING id', userId, chat)
}
export { give as join }
