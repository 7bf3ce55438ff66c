/** What this module writes into the log of a ticket. */
import { faultWords } from '../../shared/integrations/faultWords'
import type { LogKinds } from '../../shared/ticketLog'

export const kinds: LogKinds = {
  integrationStarted: (t, { integration }) => [t('ticketLog.integrations.started'), integration],
  integrationAnswered: (t, { messages }) => [t('ticketLog.integrations.answered', { count: Number(messages ?? 0) })],
  integrationFailed: (t, { integration, fault }) => [
    t('ticketLog.integrations.failed'),
    integration,
    fault == null ? null : faultWords(t, String(fault)),
  ],
  integrationIgnored: (t, { answer }) => [t('ticketLog.integrations.ignored'), answer],
}
