import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus, X } from 'lucide-react'
import { useState } from 'react'
import type { ContactSummary } from '../../../src/contacts/contract'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { IconButton } from '../../shared/kit/IconButton'
import { SearchBox } from '../../shared/kit/SearchBox'
import { contactSearchQuery, SEARCH_FROM } from './api'
import { canReceive, useContactName, useNumberText } from './names'

type Props = {
  contact: ContactSummary | null
  onChoose(contact: ContactSummary | null): void
  onUnknown(text: string): void
}

/** Finds a contact by name or number, from three letters on. */
export function ContactPicker({ contact, onChoose, onUnknown }: Props) {
  const t = useText()
  const [text, setText] = useState('')
  const found = useQuery(contactSearchQuery(text))
  if (contact) {
    return (
      <div className="flex items-center gap-3">
        <ContactLine contact={contact} />
        <IconButton className="ml-auto" label={t('tickets.otherContact')} onClick={() => onChoose(null)}>
          <X />
        </IconButton>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <SearchBox label={t('tickets.findContact')} value={text} onSearch={(typed) => setText(typed.trim())} autoFocus />
      <div className="grid max-h-56 grid-cols-1 content-start gap-0.5 overflow-y-auto" aria-live="polite">
        {found.data?.contacts.map((one) => (
          <button
            key={one.id}
            type="button"
            className="menu-row hover:bg-hover disabled:pointer-events-none"
            disabled={!canReceive(one)}
            onClick={() => onChoose(one)}
          >
            <ContactLine contact={one} />
          </button>
        ))}
        {found.data?.contacts.length === 0 && (
          <p className="px-2 py-1 text-sm text-muted">{t('tickets.noContact', { text })}</p>
        )}
        {text.length < SEARCH_FROM && (
          <p className="px-2 py-1 text-sm text-faint">{t('tickets.findFrom', { count: SEARCH_FROM })}</p>
        )}
      </div>
      <button type="button" className="menu-row text-primary-ink hover:bg-hover" onClick={() => onUnknown(text)}>
        <UserRoundPlus />
        {t('tickets.newContact')}
      </button>
    </div>
  )
}

function ContactLine({ contact }: { contact: ContactSummary }) {
  const name = useContactName({ contact })
  const numberText = useNumberText()
  return (
    <>
      <Face name={name} src={contact.profilePicUrl} size={2} />
      <span className="min-w-0 text-left">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-xs text-faint">{numberText(contact)}</span>
      </span>
    </>
  )
}
