import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Popover } from '../../shared/kit/Popover'
import { ContactPicker } from '../contacts/ContactPicker'
import { contactName } from '../contacts/names'
import { useContact } from '../contacts/useContact'

type Props = { contactId: number | undefined; onChange(contactId: number | undefined): void }

/** Narrows to one contact, found by name or number. */
export function ContactFilter({ contactId, onChange }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { data: known = null } = useContact(contactId ?? 0, { enabled: contactId !== undefined })
  const contact = contactId === undefined ? null : known
  return (
    <Popover
      label={t('reports.contact')}
      align="start"
      className="w-80 p-3"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="filter-chip" data-unset={contactId === undefined || undefined}>
          {t('reports.contact')}{' '}
          <b className="max-w-40 truncate">
            {contactId === undefined ? t('common.all') : contact ? contactName({ contact }) : t('reports.onlyContact')}
          </b>
          <ChevronDown />
        </button>
      }
    >
      <ContactPicker
        contact={contact}
        onChoose={(chosen) => {
          onChange(chosen?.id)
          if (chosen) setOpen(false)
        }}
      />
    </Popover>
  )
}
