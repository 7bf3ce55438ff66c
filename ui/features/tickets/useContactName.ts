import type { TicketSummary } from '../../../src/tickets/contract'
import { formatPhone } from '../../shared/i18n/phone'

type Named = { contact: Pick<TicketSummary['contact'], 'name' | 'number'> }

/** A contact nobody named yet is called by their number. */
export function contactName({ contact: { name, number } }: Named): string {
  return number !== null && name === number ? formatPhone(number) : name
}

export const useContactName = (ticket: Named): string => contactName(ticket)
