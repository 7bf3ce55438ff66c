/** What this module writes into the log of a ticket. */
import type { LogKinds } from '../../shared/ticketLog'

export const kinds: LogKinds = {
  campaign: (t, { campaign }) => [t('ticketLog.campaigns.answered'), campaign],
}
