import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly aiChat: number
  }
}

export const routeExamples: RouteExamples = {
  'GET /api/openai/': { opens: 'session', example: () => ({ path: '/api/openai/' }) },
  'POST /api/openai/': {
    opens: 'session',
    example: ({ ticket }) => ({ path: '/api/openai/', body: { prompt: 'olá', act: 'suggest', ticketId: ticket } }),
  },
  'GET /api/openai/chats': { opens: 'session', example: () => ({ path: '/api/openai/chats' }) },
  'POST /api/openai/chats': {
    opens: 'session',
    raw: true,
    example: () => ({ path: '/api/openai/chats', body: { prompt: 'olá' } }),
  },
  'DELETE /api/openai/chats': { opens: 'session', example: () => ({ path: '/api/openai/chats' }) },
  'GET /api/openai/chats/:id': {
    opens: 'session',
    example: ({ aiChat }) => ({ path: `/api/openai/chats/${aiChat}?before=1000000` }),
  },
  'POST /api/openai/chats/:id/turns': {
    opens: 'session',
    raw: true,
    example: ({ aiChat }) => ({ path: `/api/openai/chats/${aiChat}/turns`, body: { prompt: 'e depois?' } }),
  },
  'POST /api/openai/chats/:id/again': {
    opens: 'session',
    raw: true,
    example: ({ aiChat }) => ({ path: `/api/openai/chats/${aiChat}/again` }),
  },
  'PUT /api/openai/chats/:id': {
    opens: 'session',
    example: ({ aiChat }) => ({ path: `/api/openai/chats/${aiChat}`, body: { title: 'Prazos' } }),
  },
  'DELETE /api/openai/chats/:id': {
    opens: 'session',
    example: ({ aiChat }) => ({ path: `/api/openai/chats/${aiChat}` }),
  },
}

/** A conversation of an admin, with an answered question. */
export async function furnish(company: CompanyWorld, { user }: Ids, { mark, lap }: { mark: string; lap: number }) {
  const idOf = (sql: string, ...params: (string | number)[]) => company.rows<{ id: number }>(sql, ...params)[0]?.id ?? 0
  const aiChat = idOf(
    'INSERT INTO ai_chats (user_id, title, created_at, updated_at) VALUES (?, ?, 0, 0) RETURNING id',
    ...[user, `${mark} conversa${lap}`],
  )
  idOf(
    "INSERT INTO ai_turns (chat_id, prompt, answer, outcome, created_at) VALUES (?, ?, ?, 'done', 0) RETURNING id",
    ...[aiChat, `${mark} pergunta`, `${mark} resposta`],
  )
  return { aiChat }
}

/** Only its owner sees it. */
export function give(company: CompanyWorld, { aiChat }: Ids, userId: number) {
  company.rows('UPDATE ai_chats SET user_id = ? WHERE id = ? RETURNING id', userId, aiChat)
}
export { give as join }

export const shownAt: ShownAt = {
  'ai.update': 'sign',
  'aiChat.update': (p) => `/api/openai/chats/${valueAt(p, 'chat', 'id')}`,
  'aiChat.delete': 'sign',
  'aiTurn.update': (p) => `/api/openai/chats/${valueAt(p, 'turn', 'chatId')}`,
}
