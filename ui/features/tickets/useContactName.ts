import type { TicketSummary } from '../../../src/tickets/contract'
import { useFormat } from '../../shared/i18n/useFormat'

/** A contact nobody named yet is called by their number. */
export function useContactName(ticket: Pick<TicketSummary, 'contact'>): string {
  const format = useFormat()
  const { name, number } = ticket.contact
  return number !== null && name === number ? format.phone(number) : name
}
