/** How each status of a connection is shown, and the action it offers. */
import { isMeta } from '../../../src/channels/acts'
import type { ConnectionStatus, ConnectionSummary } from '../../../src/channels/connections/contract'
import type { Days } from '../../shared/i18n/days'
import type { Text } from '../../shared/i18n/translate'
import type { Tone } from '../../shared/theme/tones'
import type { Attention } from './view'

/**
 * `pair` opens the QR dialog, `retry` uses the stored credentials, `explain` shows its meaning, `wait` offers nothing.
 */
export type SessionStep = 'pair' | 'retry' | 'disconnect' | 'explain' | 'wait'

type Look = {
  tone: Tone
  attention: Attention
  step: SessionStep
  action: 'connect' | 'scan' | 'reconnect' | 'connecting' | 'disconnect' | 'retry' | 'tryNow' | 'goOn' | 'understand'
}

const looks: Record<ConnectionStatus, Look> = {
  qrcode: { tone: 'wait', attention: 'waiting', step: 'pair', action: 'scan' },
  OPENING: { tone: 'wait', attention: 'waiting', step: 'wait', action: 'connecting' },
  PAIRING: { tone: 'wait', attention: 'waiting', step: 'disconnect', action: 'disconnect' },
  CONNECTED: { tone: 'ok', attention: 'connected', step: 'disconnect', action: 'disconnect' },
  TIMEOUT: { tone: 'warn', attention: 'stopped', step: 'retry', action: 'tryNow' },
  DISCONNECTED: { tone: 'bad', attention: 'stopped', step: 'pair', action: 'reconnect' },
  PASSKEY: { tone: 'warn', attention: 'waiting', step: 'pair', action: 'goOn' },
  REPLACED: { tone: 'bad', attention: 'stopped', step: 'retry', action: 'retry' },
  BANNED: { tone: 'bad', attention: 'stopped', step: 'retry', action: 'retry' },
  RESTRICTED: { tone: 'warn', attention: 'connected', step: 'explain', action: 'understand' },
}

type LookInput = Pick<ConnectionSummary, 'channel' | 'status' | 'number' | 'account'>

/** A connection that never had a number or an account is new, not broken. */
export function lookOf({ status, number, account }: LookInput): Look {
  const look = looks[status]
  return status === 'DISCONNECTED' && number === null && account === null
    ? { ...look, tone: 'off', action: 'connect' }
    : look
}

/** No code to scan or type comes in this state until one is requested. */
const stopped = new Set<ConnectionStatus>(['DISCONNECTED', 'BANNED', 'REPLACED'])
export const isStopped = ({ status }: Pick<ConnectionSummary, 'status'>): boolean => stopped.has(status)

/** An event may be older than the response to our own request. */
export const newer = (heard: ConnectionSummary, answered: ConnectionSummary | undefined): ConnectionSummary =>
  answered && answered.updatedAt > heard.updatedAt ? answered : heard

/** The status in a few words: its end if known, since when for a failure. */
export function headline(
  t: Text,
  days: Pick<Days, 'dateBefore' | 'time'>,
  connection: LookInput & Pick<ConnectionSummary, 'since' | 'until'>,
  now: number,
): string {
  const { status, since, until } = connection
  const split = (at: string) => ({ date: days.dateBefore(at, now), time: days.time(at) })
  if (until !== null && (status === 'RESTRICTED' || status === 'BANNED')) {
    const { date, time } = split(until)
    const when = date === undefined ? t('connections.end.today', { time }) : t('connections.end.day', { date, time })
    return t(`connections.lasting.${status}`, { when })
  }
  const words =
    (isMeta(connection.channel) && t.find(`connections.meta.status.${status}`)) || t(`connections.status.${status}`)
  const { attention, tone } = lookOf(connection)
  if (attention !== 'stopped' || tone === 'off') return words
  const { date, time } = split(since)
  const at = date === undefined ? t('connections.moment.today', { time }) : t('connections.moment.day', { date, time })
  return `${words} ${at}`
}

/** Explains the status: the server's reason or the status's meaning, and how many messages wait. */
export function explain(
  t: Text,
  { channel, status, reason, outboxCount }: Pick<ConnectionSummary, 'channel' | 'status' | 'reason' | 'outboxCount'>,
): string {
  const ofMeta = (key: string | null) =>
    (isMeta(channel) && key && t.find(`connections.meta.explain.${key}`)) || undefined
  const why =
    ofMeta(reason) ??
    ((reason && t.find(`connections.reason.${reason}`)) || (ofMeta(status) ?? t(`connections.explain.${status}`)))
  const stuck = outboxCount > 0 && status !== 'CONNECTED' ? ` ${t('connections.outbox', { count: outboxCount })}` : ''
  return why + stuck
}
