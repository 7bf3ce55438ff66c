import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { Attendant, CompanyWorld } from '../support/company-world'
import { BASE, type World } from '../support/world'
import { credential, demanded, opened, PATH, shared } from './passkeys'

const OFFICIAL = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'EAAJB1qKZBnE0BO9pyZAZC',
  appSecret: '0123456789abcdef',
}

/** A browser sends these from the page of the link. */
const headers = { origin: BASE, host: 'localhost' }
async function visited(w: World, linkedBy: Attendant) {
  const { become } = await demanded(w, { linkedBy })
  const { token } = await shared(w, linkedBy)
  return { become, key: await opened(w, token) }
}

export const routeExamples: RouteExamples = {
  'GET /api/meta/webhook': {
    opens: 'everybody',
    raw: true,
    example: () => ({ path: '/api/meta/webhook?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1' }),
  },
  'POST /api/meta/webhook': {
    opens: 'key',
    reads: null,
    example: () => ({ path: '/api/meta/webhook', body: { object: 'page', entry: [] } }),
  },
  'POST /api/whatsapp/official/check': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/whatsapp/official/check', body: OFFICIAL }),
  },
  'GET /api/whatsapp/official/sign-in': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/whatsapp/official/sign-in' }),
  },
  'POST /api/whatsapp/official/sign-in': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/whatsapp/official/sign-in', body: { kind: 'own' } }),
  },
  'POST /api/whatsapp/official/sign-in/finish': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/whatsapp/official/sign-in/finish', body: { state: 'none' } }),
  },
  'POST /api/whatsapp/official/numbers': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/whatsapp/official/numbers', body: { key: 'none', numbers: [{ id: '1' }] } }),
  },
  'GET /api/whatsapp/:id/webhook': {
    opens: 'session',
    for: ['admin'],
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}/webhook` }),
  },
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
  'GET /api/whatsapp/:id/health': {
    opens: 'session',
    for: ['admin'],
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}/health` }),
  },
  'POST /api/whatsapp/:id/token': {
    opens: 'session',
    for: ['admin'],
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}/token` }),
  },
  'POST /api/whatsapp/:id/media-upload': {
    opens: 'session',
    for: ['admin'],
    reads: null,
    example: ({ connection }) => ({
      path: `/api/whatsapp/${connection}/media-upload`,
      form() {
        const form = new FormData()
        form.set('file', new File(['bem-vindo'], 'bem-vindo.txt'))
        return form
      },
    }),
  },
  'GET /api/whatsapp/:id/media-upload': {
    opens: 'session',
    raw: true,
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}/media-upload` }),
  },
  'DELETE /api/whatsapp/:id/media-upload': {
    opens: 'session',
    for: ['admin'],
    example: ({ connection }) => ({ path: `/api/whatsapp/${connection}/media-upload` }),
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
  'GET /api/whatsappsession/:id/passkey/': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}/passkey` }),
    measured: async (w, _, linkedBy) => {
      await demanded(w, { linkedBy })
      return { path: PATH }
    },
  },
  'POST /api/whatsappsession/:id/passkey/': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}/passkey`, body: { credential } }),
    measured: async (w, _, linkedBy) => {
      await demanded(w, { linkedBy })
      return { path: PATH, body: { credential } }
    },
  },
  'DELETE /api/whatsappsession/:id/passkey/': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}/passkey` }),
    measured: async (w, _, linkedBy) => {
      await demanded(w, { linkedBy })
      return { path: PATH }
    },
  },
  'POST /api/whatsappsession/:id/passkey/confirm': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}/passkey/confirm`, body: {} }),
    measured: async (w, _, linkedBy) => {
      const { become } = await demanded(w, { linkedBy })
      become({ stage: 'code', code: 'ABCD-1234' })
      return { path: `${PATH}/confirm`, body: {} }
    },
  },
  'POST /api/whatsappsession/:id/passkey/link': {
    opens: 'session',
    for: ['admin'],
    example: ({ stopped }) => ({ path: `/api/whatsappsession/${stopped}/passkey/link` }),
    measured: async (w, _, linkedBy) => {
      await demanded(w, { linkedBy })
      return { path: `${PATH}/link` }
    },
  },
  'POST /api/facebook': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/facebook', body: { facebookUserId: '1', facebookUserToken: 'none' } }),
  },
  'POST /api/facebook/sign-in': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/facebook/sign-in' }),
  },
  'POST /api/facebook/sign-in/finish': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/facebook/sign-in/finish', body: { state: 'none' } }),
  },
  'POST /api/facebook/pages': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/facebook/pages', body: { key: 'none', ids: ['1'] } }),
  },
  'GET /api/meta/files/:link/:name': {
    opens: 'key',
    raw: true,
    example: () => ({ path: '/api/meta/files/none/foto.png' }),
  },
  'POST /api/meta/deauthorize': { opens: 'key', reads: null, example: () => ({ path: '/api/meta/deauthorize' }) },
  'POST /api/meta/deletion': { opens: 'key', reads: null, example: () => ({ path: '/api/meta/deletion' }) },
  'GET /api/meta/deletion/:code': {
    opens: 'everybody',
    raw: true,
    example: () => ({ path: '/api/meta/deletion/none' }),
  },
  'POST /api/passkey/open': {
    opens: 'everybody',
    example: () => ({ path: '/api/passkey/open', body: { token: 'AAAA-AAAA-AAAA' } }),
    measured: async (w, _, admin) => {
      await demanded(w, { linkedBy: admin })
      const { token } = await shared(w, admin)
      return { path: '/api/passkey/open', body: { token }, headers }
    },
  },
  'POST /api/passkey/state': {
    opens: 'everybody',
    example: () => ({ path: '/api/passkey/state', body: { key: 'none' } }),
    measured: async (w, _, admin) => ({
      path: '/api/passkey/state',
      body: { key: (await visited(w, admin)).key },
      headers,
    }),
  },
  'POST /api/passkey/answer': {
    opens: 'everybody',
    example: () => ({ path: '/api/passkey/answer', body: { key: 'none', credential } }),
    measured: async (w, _, admin) => ({
      path: '/api/passkey/answer',
      body: { key: (await visited(w, admin)).key, credential },
      headers,
    }),
  },
  'POST /api/passkey/confirm': {
    opens: 'everybody',
    example: () => ({ path: '/api/passkey/confirm', body: { key: 'none' } }),
    measured: async (w, _, admin) => {
      const { become, key } = await visited(w, admin)
      become({ stage: 'code', code: 'ABCD-1234' })
      return { path: '/api/passkey/confirm', body: { key }, headers }
    },
  },
  'POST /api/whatsapp-restart': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/whatsapp-restart' }),
  },
}

/** Its greeting has a file. */
export async function furnish(company: CompanyWorld, { connection }: Ids, { mark }: { mark: string }) {
  const form = new FormData()
  form.set('file', new File([`${mark} bem-vindo`], `${mark}.txt`))
  await company.admin().request(`/api/whatsapp/${connection}/media-upload`, { method: 'POST', body: form })
  return {}
}

export const shownAt: ShownAt = {
  'whatsapp.update': (p) => `/api/whatsapp/${valueAt(p, 'whatsapp', 'id')}`,
  'whatsapp.delete': 'sign',
  'whatsappSession.update': (p) => `/api/whatsapp/${valueAt(p, 'session', 'id')}`,
}
