/** Requests of the connections screen, and the list of connections that other screens use too. */
import type { ConnectionSummary, CreateConnection, UpdateConnection } from '../../../src/channels/connections/contract'
import type { ConnectionRoutes, SessionRoutes } from '../../../src/channels/connections/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { connectionsSpec } from './spec'

const { whatsapp } = client<ConnectionRoutes>()
const sessions = client<SessionRoutes>()
const query = { session: '0' } as const

export const connections = liveCrud<ConnectionSummary, CreateConnection, UpdateConnection>({
  ...connectionsSpec,
  routes: {
    list: ({ signal }) => unwrap(whatsapp.get({ query, fetch: { signal } })),
    one: (id, signal) => unwrap(whatsapp({ id }).get({ query, fetch: { signal } })),
    create: (body) => unwrap(whatsapp.post(body)),
    update: (id, body) => unwrap(whatsapp({ id }).put(body)),
    remove: (id) => unwrap(whatsapp({ id }).delete()),
  },
})
/** All of them, for any screen. */
export const connectionsQuery = connections.list()
/** Polled while the pairing dialog is open: each request keeps the QR codes coming. */
export const connectionQuery = connections.one

/** Stops an import; what was imported so far stays. */
export const stopImport = (id: number) => unwrap(whatsapp({ id }).import.delete())

/** Opens the pairing window; with `number`, for a code to be typed on that phone. */
export const openPairing = (id: number, number?: string) =>
  unwrap(sessions.whatsappsession({ id }).post(number ? { number } : {}))
/** Retries with the stored credentials, or else with another QR code. */
export const tryAgain = (id: number) => unwrap(sessions.whatsappsession({ id }).put())
export const disconnect = (id: number) => unwrap(sessions.whatsappsession({ id }).delete())
export const restartAll = () => unwrap(sessions['whatsapp-restart'].post())
