/** Connections ("whatsapp" on the wire): the calls of this screen. */
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

/** While somebody looks at the pairing dialog this is asked again and again: each question keeps the QR coming. */
export const connectionQuery = (id: number) =>
  queryOptions({
    queryKey: ['connections', 'one', id],
    queryFn: ({ signal }) => unwrap(whatsapp({ id }).get({ query: { session: '0' }, fetch: { signal } })),
  })

export const createConnection = (body: CreateConnection) => unwrap(whatsapp.post(body))
export const updateConnection = (id: number, body: UpdateConnection) => unwrap(whatsapp({ id }).put(body))
/** What is taken over so far stays. */
export const stopImport = (id: number) => unwrap(whatsapp({ id }).import.delete())
export const deleteConnection = (id: number) => unwrap(whatsapp({ id }).delete())

/** Opens the pairing window; with a number, for a code to type on that phone. */
export const openPairing = (id: number, number?: string) =>
  unwrap(sessions.whatsappsession({ id }).post(number ? { number } : {}))
/** Another try with the credentials we hold; where there are none, another QR. */
export const tryAgain = (id: number) => unwrap(sessions.whatsappsession({ id }).put())
export const disconnect = (id: number) => unwrap(sessions.whatsappsession({ id }).delete())
export const restartAll = () => unwrap(sessions['whatsapp-restart'].post())
