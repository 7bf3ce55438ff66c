/** How each status of a connection is shown, and what can be done about it. */
import type { ConnectionStatus, ConnectionSummary } from '../../../src/channels/connections/contract'
import type { Format } from '../../shared/i18n/format'
import type { Text } from '../../shared/i18n/translate'
import type { Tone } from '../../shared/theme/tones'
import type { Attention } from './view'

/** `pair` opens the QR dialog, `retry` uses the stored credentials, `wait` offers nothing. */
export type SessionStep = 'pair' | 'retry' | 'disconnect' | 'wait'

type Look = {
  tone: Tone
  attention: Attention
  step: SessionStep
  action: 'connect' | 'scan' | 'reconnect' | 'connecting' | 'disconnect' | 'retry' | 'tryNow' | 'how'
}

const looks: Record<ConnectionStatus, Look> = {
  qrcode: { tone: 'wait', attention: 'waiting', step: 'pair', action: 'scan' },
  OPENING: { tone: 'wait', attention: 'waiting', step: 'wait', action: 'connecting' },
  PAIRING: { tone: 'wait', attention: 'waiting', step: 'disconnect', action: 'disconnect' },
  CONNECTED: { tone: 'ok', attention: 'connected', step: 'disconnect', action: 'disconnect' },
  TIMEOUT: { tone: 'warn', attention: 'stopped', step: 'retry', action: 'tryNow' },
  DISCONNECTED: { tone: 'bad', attention: 'stopped', step: 'pair', action: 'reconnect' },
  PASSKEY: { tone: 'warn', attention: 'stopped', step: 'pair', action: 'how' },
  REPLACED: { tone: 'bad', attention: 'stopped', step: 'retry', action: 'retry' },
  BANNED: { tone: 'bad', attention: 'stopped', step: 'retry', action: 'retry' },
  RESTRICTED: { tone: 'warn', attention: 'connected', step: 'disconnect', action: 'disconnect' },
}

/** A connection that never had a number is new, not broken. */
export function lookOf({ status, number }: Pick<ConnectionSummary, 'status' | 'number'>): Look {
  const look = looks[status]
  return status === 'DISCONNECTED' && number === null ? { ...look, tone: 'off', action: 'connect' } : look
}

/** In which no code to scan or type comes until one is requested. */
const stopped = new Set<ConnectionStatus>(['DISCONNECTED', 'PASSKEY', 'BANNED', 'REPLACED'])
export const isStopped = ({ status }: Pick<ConnectionSummary, 'status'>): boolean => stopped.has(status)

/** What was heard of a connection may be older than the answer to our own request. */
export const newer = (heard: ConnectionSummary, answered: ConnectionSummary | undefined): ConnectionSummary =>
  answered && answered.updatedAt > heard.updatedAt ? answered : heard

/** Whether it should work and does not. A restricted one works; one that was never linked is not expected to. */
export const isDown = ({ status, number }: Pick<ConnectionSummary, 'status' | 'number'>): boolean =>
  number !== null && status !== 'CONNECTED' && status !== 'RESTRICTED'

/** What messages written now wait for; null: they are sent. While RESTRICTED that is so in conversations that exist. */
export type Hold = 'returns' | 'unlinked' | 'elsewhere' | 'suspended' | 'banned'

const holds: Record<ConnectionStatus, Hold | null> = {
  qrcode: 'unlinked',
  OPENING: 'returns',
  PAIRING: 'returns',
  CONNECTED: null,
  TIMEOUT: 'returns',
  DISCONNECTED: 'unlinked',
  PASSKEY: 'unlinked',
  REPLACED: 'elsewhere',
  BANNED: 'banned',
  RESTRICTED: null,
}

/** When a ban with an end is over, the connection is tried again by itself. */
export const holdOf = ({ status, until }: Pick<ConnectionSummary, 'status' | 'until'>): Hold | null =>
  status === 'BANNED' && until !== null ? 'suspended' : holds[status]

/** Explains the status: the server's reason or the status's meaning, since when, and how many messages wait. */
export function explain(
  t: Text,
  format: Pick<Format, 'dateTime'>,
  { status, reason, until, outboxCount }: Pick<ConnectionSummary, 'status' | 'reason' | 'until' | 'outboxCount'>,
): string {
  const why = (reason && t.find(`connections.reason.${reason}`)) || t(`connections.explain.${status}`)
  const long = until === null ? '' : ` ${t('connections.until', { when: format.dateTime(until) })}`
  const stuck = outboxCount > 0 && status !== 'CONNECTED' ? ` ${t('connections.outbox', { count: outboxCount })}` : ''
  return why + long + stuck
}
