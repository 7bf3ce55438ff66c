/** What this module writes into the log of a ticket. */
import type { LogKinds } from '../../shared/ticketLog'

export const kinds: LogKinds = {
  emailed: (t, { subject }) => [t('ticketLog.email.sent'), subject],
}
