import { Bot } from 'lucide-react'
import { type TicketSummary, ticketTab } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'

/** In place of the waiting time: who is with the bot waits for nobody. */
export function WithBot({ ticket }: { ticket: Pick<TicketSummary, 'status' | 'isBot'> }) {
  const t = useText()
  if (ticketTab(ticket) !== 'bot') return null
  return (
    <span className="wait">
      <Bot /> {t('tickets.segment.bot')}
    </span>
  )
}
