import { CreateQuickMessage, UpdateQuickMessage } from '../../src/features/quick-messages/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly quickMessage: number
  }
}

export const routeExamples: RouteExamples = {
  'GET /api/quick-messages/': {
    finds: ['POST /api/quick-messages/', 'message'],
    opens: 'session',
    example: () => ({
      path: '/api/quick-messages/?searchParam=a&pageNumber=1&tagId=1&geral=true&status=true&desc=true',
    }),
  },
  'GET /api/quick-messages/list': {
    finds: ['POST /api/quick-messages/', 'message'],
    opens: 'session',
    example: () => ({ path: '/api/quick-messages/list?searchParam=a' }),
  },
  'GET /api/quick-messages/export': {
    opens: 'session',
    raw: true,
    example: () => ({ path: '/api/quick-messages/export?format=csv' }),
  },
  'POST /api/quick-messages/import': {
    opens: 'session',
    reads: null,
    example: () => ({
      path: '/api/quick-messages/import?store=false',
      form() {
        const form = new FormData()
        form.set('file', new File(['shortcode,message\nnovo,olá\n'], 'mensagens.csv'))
        return form
      },
    }),
  },
  'GET /api/quick-messages/:id': {
    opens: 'session',
    example: ({ quickMessage }) => ({ path: `/api/quick-messages/${quickMessage}` }),
  },
  'GET /api/quick-messages/:id/file': {
    opens: 'session',
    raw: true,
    example: ({ quickMessage }) => ({ path: `/api/quick-messages/${quickMessage}/file` }),
  },
  'POST /api/quick-messages/': {
    opens: 'session',
    reads: CreateQuickMessage,
    example: () => ({ path: '/api/quick-messages/', body: { shortcode: 'novo', message: 'olá' } }),
  },
  'PUT /api/quick-messages/:id': {
    opens: 'session',
    reads: UpdateQuickMessage,
    example: ({ quickMessage }) => ({ path: `/api/quick-messages/${quickMessage}`, body: { message: 'outra' } }),
  },
  'DELETE /api/quick-messages/:id': {
    opens: 'session',
    example: ({ quickMessage }) => ({ path: `/api/quick-messages/${quickMessage}` }),
  },
  'POST /api/messages/sendQuickMessage/:id': {
    opens: 'session',
    example: ({ quickMessage, ticket }) => ({
      path: `/api/messages/sendQuickMessage/${quickMessage}?ticketId=${ticket}`,
      body: {},
    }),
  },
}

/** A general message with a file. */
export async function furnish(company: CompanyWorld, _: Ids, { mark, lap }: { mark: string; lap: number }) {
  const form = new FormData()
  form.set('shortcode', `${mark} atalho${lap}`)
  form.set('message', `${mark} mensagem rápida`)
  form.set('geral', 'true')
  form.set('file', new File([`${mark} tabela`], `${mark}.txt`))
  const answer = await company.admin().request('/api/quick-messages', { method: 'POST', body: form })
  return { quickMessage: ((await answer.json()) as { id: number }).id } // the answer of its route
}

/** Users may change their own messages. */
export function give(company: CompanyWorld, { quickMessage }: Ids, userId: number) {
  company.rows('UPDATE quick_messages SET general = 0, user_id = ? WHERE id = ? RETURNING id', userId, quickMessage)
}

export const shownAt: ShownAt = {
  'quickMessage.create': (p) => `/api/quick-messages/${valueAt(p, 'record', 'id')}`,
  'quickMessage.update': (p) => `/api/quick-messages/${valueAt(p, 'record', 'id')}`,
  'quickMessage.delete': 'sign',
  'quickMessage.reload': 'sign',
}
