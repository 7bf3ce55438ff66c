import { fail } from '../../src/errors'
import { FILE_LINKS, fileLinkOf } from '../../src/features/integrations/file-links'
import { integrations } from '../../src/features/integrations/tables'
import { findMessage } from '../../src/tickets/messages/queries'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'
import { NOON } from '../support/world'

declare module '../api/furnish' {
  interface Ids {
    readonly integration: number
  }
}

const readers = ['admin', 'supervisor'] as const
const admins = ['admin'] as const
const at = (id: number, rest = '') => ({ path: `/api/queue-integration/${id}${rest}` })

export const routeExamples: RouteExamples = {
  'GET /api/queue-integration/': {
    finds: ['POST /api/queue-integration/', 'name'],
    opens: 'session',
    for: readers,
    example: () => ({ path: '/api/queue-integration/?searchParam=pedidos&pageNumber=1' }),
  },
  'GET /api/queue-integration/:id': { opens: 'session', for: readers, example: ({ integration }) => at(integration) },
  'POST /api/queue-integration/': {
    opens: 'session',
    for: admins,
    example: () => ({
      path: '/api/queue-integration/',
      body: { type: 'n8n', name: 'Nova', urlIntegration: 'https://n8n.example/webhook/nova', urlToken: 'abc' },
    }),
  },
  'PUT /api/queue-integration/:id': {
    opens: 'session',
    for: admins,
    example: ({ integration }) => ({ ...at(integration), body: { name: 'Outra' } }),
  },
  'DELETE /api/queue-integration/:id': {
    opens: 'session',
    for: admins,
    example: ({ integration }) => at(integration),
  },
  'POST /api/queue-integration/:id/secret': {
    opens: 'session',
    for: admins,
    example: ({ integration }) => at(integration, '/secret'),
  },
  'GET /api/queue-integration/:id/calls': {
    opens: 'session',
    for: readers,
    example: ({ integration }) => at(integration, '/calls'),
  },
  'POST /api/queue-integration/:id/test': {
    opens: 'session',
    for: admins,
    example: ({ integration }) => at(integration, '/test'),
  },
  'GET /api/bot-files/:link/:name': {
    opens: 'key',
    raw: true,
    example: () => ({ path: '/api/bot-files/none/foto.png' }),
    measured: (w, { media }) => {
      w.rows('UPDATE messages SET from_me = 0 WHERE id = ? RETURNING id', media) // bots get files of contacts only
      const message = findMessage(w.cx.db, media) ?? fail('ERR_NO_MESSAGE_FOUND')
      return { path: fileLinkOf({ publicUrl: '', encryption: w.encryptionFor(FILE_LINKS) }, w.cx, message) ?? '' }
    },
  },
  'POST /api/queue-integration/testSession': {
    opens: 'session',
    for: admins,
    example: () => ({
      path: '/api/queue-integration/testSession',
      body: { projectName: 'loja', jsonContent: '{}', language: 'pt-BR' },
    }),
  },
}

/** Its token cannot be read, so that the walks reach no other server. */
export async function furnish({ db }: CompanyWorld, _: Ids, { mark }: { readonly mark: string }) {
  const values = {
    type: 'n8n',
    urlToken: 'gcm1.none',
    name: `Pedidos ${mark}`,
    urlIntegration: `http://127.0.0.1/${encodeURIComponent(mark)}`,
  } as const
  const { id: integration } = db
    .insert(integrations)
    .values({ ...values, createdAt: NOON })
    .returning()
    .get()
  return { integration }
}

export const shownAt: ShownAt = {
  'queueIntegration.create': (p) => `/api/queue-integration/${valueAt(p, 'queueIntegration', 'id')}`,
  'queueIntegration.update': (p) => `/api/queue-integration/${valueAt(p, 'queueIntegration', 'id')}`,
  'queueIntegration.delete': () => '/api/queue-integration/',
}
