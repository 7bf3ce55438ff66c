/** What this module writes into the log of a ticket. */
import type { LogKinds } from '../../shared/ticketLog'
import { reasonWords } from './reasonWords'

export const kinds: LogKinds = {
  distributed: (t, data) => [
    t('ticketLog.distribution.distributed'),
    data.user,
    reasonWords(t, String(data.reason), data),
  ],
  notDistributed: (t, data) => [
    t('ticketLog.distribution.notDistributed'),
    data.user,
    reasonWords(t, String(data.reason), data),
  ],
}
