/** Whether a connection works, and what messages wait for while it does not. Pure. */
import type { ConnectionStatus, ConnectionSummary } from '../../../src/channels/connections/contract'

/** Whether it delivers no messages, linked before or not. A restricted one works. The monitor counts the same (`facts.ts`). */
export const isDown = ({ status }: Pick<ConnectionSummary, 'status'>): boolean =>
  status !== 'CONNECTED' && status !== 'RESTRICTED'

/**
 * What messages written now wait for; null if they are sent. While RESTRICTED, messages in existing conversations are
 * sent.
 */
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

/** After a temporary ban has ended, the connection is retried automatically. */
export const holdOf = ({ status, until }: Pick<ConnectionSummary, 'status' | 'until'>): Hold | null =>
  status === 'BANNED' && until !== null ? 'suspended' : holds[status]
