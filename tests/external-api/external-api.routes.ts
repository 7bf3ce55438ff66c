import { CreateApiToken, SendApiMessage, UpdateApiToken } from '../../src/features/external-api/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { type CompanyWorld, LOJA } from '../support/company-world'
import { standInTypebot } from '../support/stand-in-typebot'

declare module '../api/furnish' {
  interface Ids {
    readonly apiToken: number
    readonly apiSend: string
    readonly apiAddress: string
  }
}

const admins = ['admin'] as const
const number = '5521996124087'

export const routeExamples: RouteExamples = {
  'POST /api/messages/send': {
    opens: 'key',
    reads: SendApiMessage,
    example: () => ({ path: '/api/messages/send', body: { number, body: 'Olá' } }),
  },
  'POST /api/messages/send/linkImage': {
    opens: 'key',
    example: () => ({
      path: '/api/messages/send/linkImage',
      body: { number, url: 'https://example.com/a.png', caption: 'Foto' },
    }),
    measured: () => ({
      path: '/api/messages/send/linkImage',
      body: { number, url: `http://127.0.0.1:${standInTypebot().port}/media/leme.png`, caption: 'Foto' },
    }),
  },
  'POST /v1/api/external/:apiId': {
    opens: 'key',
    reads: SendApiMessage,
    example: ({ apiAddress }) => ({
      path: `/v1/api/external/${apiAddress}`,
      body: { number, body: 'Olá', externalKey: 'pedido-7' },
    }),
  },
  'GET /api/messages/:id/status': {
    opens: 'key',
    example: ({ apiSend }) => ({ path: `/api/messages/${apiSend}/status` }),
  },
  'GET /api/messages/checkNumber': {
    opens: 'key',
    example: () => ({ path: `/api/messages/checkNumber?number=${number}` }),
  },
  'POST /api/messages/checkNumber': {
    opens: 'key',
    example: () => ({ path: '/api/messages/checkNumber', body: { number } }),
  },
  'GET /api/api-tokens/': { opens: 'session', for: admins, example: () => ({ path: '/api/api-tokens' }) },
  'POST /api/api-tokens/': {
    opens: 'session',
    for: admins,
    reads: CreateApiToken,
    example: ({ connection }) => ({ path: '/api/api-tokens', body: { name: 'Site', whatsappId: connection } }),
  },
  'PUT /api/api-tokens/:id': {
    opens: 'session',
    for: admins,
    reads: UpdateApiToken,
    example: ({ apiToken }) => ({ path: `/api/api-tokens/${apiToken}`, body: { name: 'Outro nome' } }),
  },
  'DELETE /api/api-tokens/:id': {
    opens: 'session',
    for: admins,
    example: ({ apiToken }) => ({ path: `/api/api-tokens/${apiToken}` }),
  },
  'POST /api/api-tokens/:id/send': {
    opens: 'session',
    for: admins,
    reads: SendApiMessage,
    example: ({ apiToken }) => ({ path: `/api/api-tokens/${apiToken}/send`, body: { number, body: 'Olá' } }),
  },
  'GET /api/api-tokens/sends/:id': {
    opens: 'session',
    for: admins,
    example: ({ apiSend }) => ({ path: `/api/api-tokens/sends/${apiSend}` }),
  },
}

/** A token, and a message sent with it. */
export async function furnish(
  company: CompanyWorld,
  _ids: Ids,
  { mark, lap }: { readonly mark: string; readonly lap: number },
) {
  const admin = company.admin()
  const made = await admin.json('/api/api-tokens', 'POST', { name: `${mark} token${lap || ''}`, whatsappId: LOJA })
  const { id } = (await made.json()) as { id: number } // the answer of its route
  const sent = await admin.json(`/api/api-tokens/${id}/send`, 'POST', {
    number: `55219967${lap}0${company.tenant.id}00`,
    body: `${mark} aviso`,
  })
  const apiAddress = `address-${mark}${lap || ''}`
  company.db.$client
    .prepare("INSERT OR REPLACE INTO moved_ids (kind, theirs, ours) VALUES ('apiAccesses', ?, ?)")
    .run(apiAddress, id)
  return { apiToken: id, apiAddress, apiSend: ((await sent.json()) as { id: string }).id } // likewise
}

export const shownAt: ShownAt = {
  'apiToken.create': () => '/api/api-tokens',
  'apiToken.update': () => '/api/api-tokens',
}
