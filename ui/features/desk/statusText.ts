import type { TicketStatus } from '../../../src/tickets/contract'
import type { Text } from '../../shared/i18n/translate'

export const statusText = (t: Text, status: TicketStatus): string =>
  status === 'closed' ? t('tickets.closed') : t(`tickets.segment.${status}`)
