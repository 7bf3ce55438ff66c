/** Requests of the connections screen ("whatsapp" on the wire). */
import { queryOptions } from '@tanstack/react-query'
import type { CreateConnection, UpdateConnection } from '../../../src/channels/connections/contract'
import type { ConnectionRoutes, SessionRoutes } from '../../../src/channels/connections/routes'
import { client, unwrap } from '../../shared/client'

const { whatsapp } = client<ConnectionRoutes>()
const sessions = client<SessionRoutes>()

export const connectionsQuery = queryOptions({
  queryKey: ['connections', 'list'],
  queryFn: ({ signal }) => unwrap(whatsapp.get({ query: { session: '0' }, fetch: { signal } })),
})

/** Polled while the pairing dialog is open: each request keeps the QR codes coming. */
export const connectionQuery = (id: number) =>
  queryOptions({
    queryKey: ['connections', 'one', id],
    queryFn: ({ signal }) => unwrap(whatsapp({ id }).get({ query: { session: '0' }, fetch: { signal } })),
  })

export const createConnection = (body: CreateConnection) => unwrap(whatsapp.post(body))
export const updateConnection = (id: number, body: UpdateConnection) => unwrap(whatsapp({ id }).put(body))
/** Stops an import; what was imported so far stays. */
export const stopImport = (id: number) => unwrap(whatsapp({ id }).import.delete())
export const deleteConnection = (id: number) => unwrap(whatsapp({ id }).delete())

/** Opens the pairing window; with `number`, for a code to be typed on that phone. */
export const openPairing = (id: number, number?: string) =>
  unwrap(sessions.whatsappsession({ id }).post(number ? { number } : {}))
/** Retries with the stored credentials, or else with another QR code. */
export const tryAgain = (id: number) => unwrap(sessions.whatsappsession({ id }).put())
export const disconnect = (id: number) => unwrap(sessions.whatsappsession({ id }).delete())
export const restartAll = () => unwrap(sessions['whatsapp-restart'].post())
