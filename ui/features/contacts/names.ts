import { type ContactSummary, identityOf } from '../../../src/contacts/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import { formatPhone } from '../../shared/i18n/phone'
import { useText } from '../../shared/i18n/useText'

type NamedContact = { contact: Pick<TicketSummary['contact'], 'name' | 'number'> }

/** The name of a contact, or the number if nobody named them. */
export function contactName({ contact: { name, number } }: NamedContact): string {
  return number !== null && name === number ? formatPhone(number) : name
}

/** The author of an incoming message: the group's member, otherwise the contact. */
export const writerName = (
  ticket: NamedContact & Pick<TicketSummary, 'isGroup'>,
  author: string | null | undefined,
): string => (ticket.isGroup ? author : null) ?? contactName(ticket)

export const useContactName = (ticket: NamedContact): string => contactName(ticket)

export type NumberFields = Pick<ContactSummary, 'number' | 'username' | 'isNumberHidden' | 'idKind' | 'isGroup'>

/** The number or the username. WhatsApp hides numbers; Messenger and Instagram have none, and some are not entered yet. */
export function useNumberText(): (contact: NumberFields) => string {
  const t = useText()
  return ({ idKind, isGroup, ...contact }) =>
    isGroup
      ? t('contact.group')
      : (identityOf(contact, formatPhone) ??
        t(idKind === 'lid' || idKind === 'bsuid' ? 'contact.hidden' : 'contact.noNumber'))
}

export const canReceive = ({ number, isNumberHidden, isGroup }: NumberFields): boolean =>
  isGroup || number !== null || isNumberHidden
