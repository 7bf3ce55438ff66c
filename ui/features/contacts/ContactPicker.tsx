import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { IconButton } from '../../shared/kit/IconButton'
import { SearchBox } from '../../shared/kit/SearchBox'
import { contactSearchQuery, SEARCH_FROM } from './api'
import { canReceive, useContactName, useNumberText } from './names'
import type { PickableContact } from './PeoplePicker'

type Props = {
  contact: PickableContact | null
  onChoose(contact: PickableContact | null): void
  /** Offers to enter somebody else. Without it, contacts are only looked up: also those who cannot be written to. */
  onUnknown?(text: string): void
  /** Options before anything is typed. */
  recent?: readonly PickableContact[]
}

/**
 * Finds a contact by name or number, from three characters on. Arrow keys move through the results, Enter takes the
 * first.
 */
export function ContactPicker({ contact, onChoose, onUnknown, recent = [] }: Props) {
  const t = useText()
  const [text, setText] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const found = useQuery(contactSearchQuery(text))
  const isOffered = onUnknown ? canReceive : () => true
  if (contact) {
    return (
      <div className="flex items-center gap-3">
        <ContactLine contact={contact} />
        <IconButton className="ml-auto" label={t('contact.another')} onClick={() => onChoose(null)}>
          <X />
        </IconButton>
      </div>
    )
  }
  const isSearching = text.length >= SEARCH_FROM
  const offered: readonly PickableContact[] = isSearching ? (found.data?.contacts ?? []) : recent
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined || !box.current) return
    const stops = [...box.current.querySelectorAll<HTMLElement>('input, button:not(:disabled)[data-stop]')]
    const at = stops.indexOf(event.target as HTMLElement) // a key is pressed in an element
    const next = stops[at + step]
    if (at < 0 || !next) return
    event.preventDefault()
    next.focus()
  }
  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const first = offered.find(isOffered)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (first && event.currentTarget.value.trim() === text && text !== '') onChoose(first)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields and buttons are what is interacted with
    <div className="grid grid-cols-1 gap-2" ref={box} onKeyDown={walk}>
      <SearchBox
        label={t('contact.find')}
        value={text}
        onSearch={(typed) => setText(typed.trim())}
        onKeyDown={takeFirst}
        autoFocus
      />
      <div className="grid max-h-56 grid-cols-1 content-start gap-0.5 overflow-y-auto" aria-live="polite">
        {!isSearching && offered.length > 0 && <p className="menu-label">{t('contact.recent')}</p>}
        {offered.map((one) => (
          <button
            key={one.id}
            type="button"
            data-stop
            className="menu-row hover:bg-hover disabled:pointer-events-none"
            disabled={!isOffered(one)}
            onClick={() => onChoose(one)}
          >
            <ContactLine contact={one} />
          </button>
        ))}
        {isSearching && found.data?.contacts.length === 0 && (
          <p className="px-2 py-1 text-sm text-muted">{t('contact.nobody', { text })}</p>
        )}
        {!isSearching && offered.length === 0 && (
          <p className="px-2 py-1 text-sm text-faint">{t('contact.findFrom', { count: SEARCH_FROM })}</p>
        )}
      </div>
      {onUnknown && (
        <button
          type="button"
          data-stop
          className="menu-row text-primary-ink hover:bg-hover"
          onClick={() => onUnknown(text)}
        >
          <UserRoundPlus />
          {t('contact.new')}
        </button>
      )}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function ContactLine({ contact }: { contact: PickableContact }) {
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
