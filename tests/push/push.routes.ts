import { createActKey, PUSH_ACTS } from '../../src/features/push/acts'
import { PushCompany, PushSettings, RegisterDevice, ReportBrowser } from '../../src/features/push/contract'
import { pushDevices } from '../../src/features/push/tables'
import { HOUR } from '../../src/platform/time'
import { createBrowserKeys } from '../../src/simulator/push/decrypt'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'
import { NOON } from '../support/world'

declare module '../api/furnish' {
  interface Ids {
    /** A device of the admin. */
    readonly pushDevice: number
  }
}

export const routeExamples: RouteExamples = {
  'GET /api/push/': { opens: 'session', example: () => ({ path: '/api/push/' }) },
  'PUT /api/push/devices': {
    opens: 'session',
    reads: RegisterDevice,
    example: () => ({
      path: '/api/push/devices',
      body: {
        endpoint: 'https://push.example/send/1',
        keys: createBrowserKeys().keys,
        isApp: false,
        language: 'pt-BR',
      },
    }),
  },
  'DELETE /api/push/devices/:id': {
    opens: 'session',
    example: ({ pushDevice }) => ({ path: `/api/push/devices/${pushDevice}` }),
  },
  'POST /api/push/devices/:id/test': {
    opens: 'session',
    example: ({ pushDevice }) => ({ path: `/api/push/devices/${pushDevice}/test`, body: {} }),
  },
  'PUT /api/push/settings': {
    opens: 'session',
    reads: PushSettings,
    example: () => ({
      path: '/api/push/settings',
      body: { muted: ['waiting'], showsText: false, quiet: { from: '20:00', to: '08:00' } },
    }),
  },
  'PUT /api/push/browser': {
    opens: 'session',
    reads: ReportBrowser,
    example: () => ({ path: '/api/push/browser', body: { key: 'navegador-de-teste', reason: 'denied' } }),
  },
  'POST /api/push/test': { opens: 'session', example: () => ({ path: '/api/push/test', body: {} }) },
  'GET /api/push/company': { opens: 'session', for: ['admin'], example: () => ({ path: '/api/push/company' }) },
  'PUT /api/push/company': {
    opens: 'session',
    for: ['admin'],
    reads: PushCompany,
    example: ({ queue }) => ({
      path: '/api/push/company',
      body: { usual: 'name', queues: [{ queueId: queue, lockScreen: 'queue' }] },
    }),
  },
  'POST /api/push/acts': {
    opens: 'key',
    example: () => ({ path: '/api/push/acts', body: {} }),
    measured: (w, { pushDevice, ticket }) => {
      const notice = { tag: 'queue.1', expiresAt: w.clock.now() + HOUR }
      const key = createActKey(w.cx, w.encryptionFor(PUSH_ACTS), { id: pushDevice }, notice, ticket)
      return { path: '/api/push/acts', body: {}, headers: { authorization: `Bearer ${key}` } }
    },
  },
}

export const shownAt: ShownAt = { 'push.devices': 'sign' }

export function furnish({ db }: CompanyWorld, { user }: Ids, { mark }: { readonly mark: string }) {
  const { id: pushDevice } = db
    .insert(pushDevices)
    .values({
      userId: user,
      sessionId: 'none',
      endpoint: `https://push.example/${crypto.randomUUID()}`,
      keys: 'gcm1.none',
      origin: 'https://atende.example',
      language: 'pt-BR',
      browser: `Chrome ${mark}`,
      createdAt: NOON,
      seenAt: NOON,
    })
    .returning()
    .get()
  return { pushDevice }
}

/** Devices are personal. */
export function give(company: CompanyWorld, { pushDevice }: Ids, userId: number) {
  company.rows('UPDATE push_devices SET user_id = ? WHERE id = ? RETURNING id', userId, pushDevice)
}
export { give as join }
