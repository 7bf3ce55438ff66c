import type { TicketSummary } from '../../../src/tickets/contract'
import { formatPhone } from '../../shared/i18n/phone'

type Named = { contact: Pick<TicketSummary['contact'], 'name' | 'number'> }

/** A contact nobody named yet is called by their number. */
export function contactName({ contact: { name, number } }: Named): string {
  return number !== null && name === number ? formatPhone(number) : name
}

/** Who wrote what is not ours: the member of a group, else the contact as everywhere. */
export const writerName = (ticket: Named & Pick<TicketSummary, 'isGroup'>, author: string | null | undefined): string =>
  (ticket.isGroup ? author : null) ?? contactName(ticket)

export const useContactName = (ticket: Named): string => contactName(ticket)
