import type { ContactSummary } from '../../../src/contacts/contract'
import { formatPhone } from '../../shared/i18n/phone'
import { useText } from '../../shared/i18n/useText'

export type Numbered = Pick<ContactSummary, 'number' | 'isNumberHidden' | 'isGroup'>

/** A number nobody has entered is another thing than one that WhatsApp hides. */
export function useNumberText(): (contact: Numbered) => string {
  const t = useText()
  return ({ number, isNumberHidden, isGroup }) => {
    if (isGroup) return t('tickets.group')
    if (number !== null) return formatPhone(number)
    return t(isNumberHidden ? 'tickets.contact.hidden' : 'tickets.contact.noNumber')
  }
}

export const canReceive = ({ number, isNumberHidden, isGroup }: Numbered): boolean =>
  isGroup || number !== null || isNumberHidden
