import { PushSettings, RegisterDevice } from '../../src/features/push/contract'
import { pushDevices } from '../../src/features/push/tables'
import { createBrowserKeys } from '../../src/simulator/push/decrypt'
import type { Ids } from '../api/furnish'
import type { RouteExamples } from '../api/module-files'
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
}

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
