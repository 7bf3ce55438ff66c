import type { TicketSummary } from '../../../src/tickets/contract'
import { formatPhone } from '../../shared/i18n/phone'

type Named = { contact: Pick<TicketSummary['contact'], 'name' | 'number'> }

/** The name of a contact, or the number if nobody named them. */
export function contactName({ contact: { name, number } }: Named): string {
  return number !== null && name === number ? formatPhone(number) : name
}

/** The author of an incoming message: the group's member, else the contact. */
export const writerName = (ticket: Named & Pick<TicketSummary, 'isGroup'>, author: string | null | undefined): string =>
  (ticket.isGroup ? author : null) ?? contactName(ticket)

export const useContactName = (ticket: Named): string => contactName(ticket)
