/** All ways in which a connection to WhatsApp can close, and our reactions. Pure: no clock, no network. */
import type { ConnectionStatus } from '../../connections/contract'
import type { PasskeyFailure } from '../passkey/ceremony'

/** Keys under `connections.reason`. */
export type Reason =
  | 'network'
  | 'serverUnavailable'
  | 'loggedOut'
  | 'replaced'
  | 'banned'
  | 'temporarilyBanned'
  | 'outdated'
  | 'refused'
  | 'certificate'
  | 'notMultiDevice'
  | 'storage'
  | 'qrUnscanned'
  | 'pairingOver'
  | 'pairingFailed'
  | 'accountTaken'
  | 'passkeyLineLost'
  | PasskeyFailure
  | 'restricted'
  | 'firstContactsRefused'
  | 'locked'

export type Answer =
  | { readonly do: 'restart' }
  | { readonly do: 'retry'; readonly reason: Reason; readonly refreshVersion: boolean }
  | { readonly do: 'stop'; readonly status: ConnectionStatus; readonly reason: Reason; readonly archive: boolean }

/** Our own code: session.db could not be written. */
export const STORAGE_FAILED = 90
/** Our own code: something inside Baileys threw. */
export const BROKEN_INSIDE = 91
/** Baileys' code for a time-out. */
export const TIMED_OUT = 408

/** Baileys' code for a socket that was closed, or was already closed when something was to be sent. */
export const CONNECTION_CLOSED = 428

const retry = (reason: Reason): Answer => ({ do: 'retry', reason, refreshVersion: false })
const stop = (status: ConnectionStatus, reason: Reason, archive = false): Answer => ({
  do: 'stop',
  status,
  reason,
  archive,
})

const ANSWERS: Readonly<Record<number, Answer>> = {
  [STORAGE_FAILED]: retry('storage'),
  [BROKEN_INSIDE]: retry('network'),
  400: retry('certificate'),
  401: stop('DISCONNECTED', 'loggedOut', true),
  402: stop('BANNED', 'temporarilyBanned'),
  403: stop('BANNED', 'banned'),
  405: { do: 'retry', reason: 'outdated', refreshVersion: true },
  406: stop('BANNED', 'banned'),
  [TIMED_OUT]: retry('network'),
  409: stop('DISCONNECTED', 'refused'),
  411: stop('DISCONNECTED', 'notMultiDevice'),
  [CONNECTION_CLOSED]: retry('network'),
  440: stop('REPLACED', 'replaced'),
  500: retry('serverUnavailable'),
  503: retry('serverUnavailable'),
  515: { do: 'restart' },
}

/** Unknown codes are retried slowly, without limit. */
export function answerTo(code: number | null): Answer {
  return (code === null ? undefined : ANSWERS[code]) ?? retry('network')
}

/** Duration of a temporary ban (402), in milliseconds; null when WhatsApp does not say. */
export function banOf(error: unknown): number | null {
  const { expire } = (error as { data?: { expire?: unknown } } | undefined)?.data ?? {}
  const ms = Number(expire) * 1000
  return ms > 0 ? ms : null
}

export type BackOff = { readonly fromMs: number; readonly toMs: number }

/**
 * Back-off of 1 s, 2 s, 4 s … 60 s with jitter between half and whole, so that a thousand sessions do not reconnect at
 * once.
 */
export function retryDelay(attempt: number, random: () => number, { fromMs, toMs }: BackOff): number {
  const whole = Math.min(toMs, fromMs * 2 ** Math.min(attempt, 30))
  return Math.round(whole * (0.5 + random() / 2))
}
