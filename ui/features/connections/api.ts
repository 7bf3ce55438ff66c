import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import type { ConnectionRoutes, SessionRoutes } from '../../../src/channels/connections/routes'
import type { PasskeyCredential, PasskeyStage } from '../../../src/channels/passkeys/contract'
import type { PasskeyRoutes } from '../../../src/channels/passkeys/routes'
import { call, client, unwrap } from '../../shared/client'

const { whatsapp } = client<ConnectionRoutes>()
const sessions = client<SessionRoutes>()
const passkeys = client<PasskeyRoutes>()

/** The greeting's file; null removes it. */
export function saveGreetingFile(id: number, file: File | null): Promise<ConnectionSummary> {
  if (file === null) return call<ConnectionSummary>('DELETE', `/whatsapp/${id}/media-upload`)
  const form = new FormData()
  form.set('file', file, file.name)
  return call<ConnectionSummary>('POST', `/whatsapp/${id}/media-upload`, form)
}

/** Generates the token for the external API; the previous one becomes invalid. */
export const renewToken = (id: number) => unwrap(whatsapp({ id }).token.post())

export const fetchHealth = (id: number, signal?: AbortSignal) =>
  unwrap(whatsapp({ id }).health.get({ fetch: { signal: signal ?? null } }))

export const healthQuery = (id: number) =>
  queryOptions({
    queryKey: ['connection-health', id],
    queryFn: ({ signal }) => fetchHealth(id, signal),
    refetchOnMount: 'always',
  })

/** Stops an import; what was imported so far stays. */
export const stopImport = (id: number) => unwrap(whatsapp({ id }).import.delete())

/** Opens the pairing window; with `number`, for a code to be typed on that phone. */
export const openPairing = (id: number, number?: string) =>
  unwrap(sessions.whatsappsession({ id }).post(number ? { number } : {}))
/** Retries with the stored credentials, otherwise with a new QR code. */
export const tryAgain = (id: number) => unwrap(sessions.whatsappsession({ id }).put())

const passkeyOf = (id: number) => passkeys.whatsappsession({ id }).passkey
const ASK_PASSKEY_EVERY = 3000
/** WhatsApp's passkey request; refetched at each change of stage, and for the state of a link. */
export const passkeyQuery = (id: number, stage: PasskeyStage | null) =>
  queryOptions({
    queryKey: ['passkey', id, stage],
    queryFn: ({ signal }) => unwrap(passkeyOf(id).get({ fetch: { signal } })),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_PASSKEY_EVERY,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
export const answerPasskey = (id: number, credential: PasskeyCredential) => unwrap(passkeyOf(id).post({ credential }))
export const comparePasskey = (id: number, same: boolean) => unwrap(passkeyOf(id).confirm.post({ same }))
export const sharePasskey = (id: number) => unwrap(passkeyOf(id).link.post())
export const giveUpPasskey = (id: number) => unwrap(passkeyOf(id).delete())

export const disconnect = (id: number) => unwrap(sessions.whatsappsession({ id }).delete())
export const restartAll = () => unwrap(sessions['whatsapp-restart'].post())
