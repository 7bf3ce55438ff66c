import {
  CreateChat,
  EditChatMessage,
  OpenDirectChat,
  ReactToChatMessage,
  ReadChat,
  SendChatMessage,
  UpdateChat,
} from '../../src/features/chats/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly chat: number
    /** In it, with a file. */
    readonly chatFile: number
  }
}

export const routeExamples: RouteExamples = {
  'GET /api/chats/': {
    finds: ['POST /api/chats/', 'title'],
    opens: 'session',
    example: () => ({ path: '/api/chats/?searchParam=a&pageNumber=1' }),
  },
  'GET /api/chats/list': { opens: 'session', example: () => ({ path: '/api/chats/list' }) },
  'GET /api/chats/search': {
    finds: ['POST /api/chats/:id/messages', 'message'],
    opens: 'session',
    example: () => ({ path: '/api/chats/search?searchParam=recado' }),
  },
  'GET /api/chats/:id': { opens: 'session', example: ({ chat }) => ({ path: `/api/chats/${chat}` }) },
  'POST /api/chats/': {
    opens: 'session',
    for: ['admin'],
    reads: CreateChat,
    example: ({ user }) => ({ path: '/api/chats/', body: { title: 'Novo chat', users: [user] } }),
  },
  'POST /api/chats/direct': {
    opens: 'session',
    reads: OpenDirectChat,
    example: ({ user }) => ({ path: '/api/chats/direct', body: { userId: user } }),
  },
  'PUT /api/chats/:id/messages/:messageId/reaction': {
    opens: 'session',
    reads: ReactToChatMessage,
    example: ({ chat, chatFile }) => ({
      path: `/api/chats/${chat}/messages/${chatFile}/reaction`,
      body: { reaction: '👍' },
    }),
  },
  'PUT /api/chats/:id': {
    opens: 'session',
    reads: UpdateChat,
    example: ({ chat, user }) => ({ path: `/api/chats/${chat}`, body: { title: 'Outro', users: [user] } }),
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
    example: ({ chat, chatFile, ticket }) => ({
      path: `/api/chats/${chat}/messages`,
      body: { message: 'oi', ticketId: ticket, quotedId: chatFile },
    }),
  },
  'PUT /api/chats/:id/messages/:messageId': {
    opens: 'session',
    reads: EditChatMessage,
    example: ({ chat, chatFile }) => ({ path: `/api/chats/${chat}/messages/${chatFile}`, body: { message: 'outro' } }),
  },
  'DELETE /api/chats/:id/messages/:messageId': {
    opens: 'session',
    example: ({ chat, chatFile }) => ({ path: `/api/chats/${chat}/messages/${chatFile}` }),
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

/** A chat of an admin, with a text and a file. */
export async function furnish(
  company: CompanyWorld,
  { user, media }: Ids,
  { mark, lap }: { mark: string; lap: number },
) {
  const idOf = (sql: string, ...params: (string | number)[]) => company.rows<{ id: number }>(sql, ...params)[0]?.id ?? 0
  const chat = idOf(
    `INSERT INTO chats (uuid, title, owner_id, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, 0, 0) RETURNING id`,
    ...[crypto.randomUUID(), `${mark} chat${lap}`, user, user],
  )
  idOf('INSERT INTO chat_members (chat_id, user_id) VALUES (?, ?) RETURNING id', chat, user)
  idOf(
    'INSERT INTO chat_messages (chat_id, sender_id, body, created_at) VALUES (?, ?, ?, 0) RETURNING id',
    ...[chat, user, `${mark} recado`],
  )
  const chatFile = idOf(
    `INSERT INTO chat_messages (chat_id, sender_id, body, kind, media, created_at)
     SELECT ?, ?, ?, 'document', media, 0 FROM messages WHERE id = ? RETURNING id`,
    ...[chat, user, `${mark} planilha`, media],
  )
  idOf('UPDATE chats SET last_message_id = ? WHERE id = ? RETURNING id', chatFile, chat)
  return { chat, chatFile }
}

/** Only its owner can change it, and only the sender a message. */
export function give(company: CompanyWorld, { chat, chatFile }: Ids, userId: number) {
  company.rows('INSERT OR IGNORE INTO chat_members (chat_id, user_id) VALUES (?, ?) RETURNING id', chat, userId)
  company.rows('UPDATE chats SET owner_id = ? WHERE id = ? RETURNING id', userId, chat)
  company.rows('UPDATE chat_messages SET sender_id = ? WHERE id = ? RETURNING id', userId, chatFile)
}
export { give as join }

export const shownAt: ShownAt = {
  'chat.update': (p) => `/api/chats/${valueAt(p, 'chat', 'id')}`,
  'chat.delete': 'sign',
  'chat.new-message': (p) => `/api/chats/${valueAt(p, 'newMessage', 'chatId')}`,
  'chat.message-update': (p) => `/api/chats/${valueAt(p, 'message', 'chatId')}`,
  'chat.read': (p) => `/api/chats/${valueAt(p, 'chatId')}`,
  'chat.typing': (p) => `/api/chats/${valueAt(p, 'chatId')}`,
}
