import { useQuery } from '@tanstack/react-query'
import { UsersRound, X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { contactSearchQuery, SEARCH_FROM } from '../queries'
import { canReceive, type Numbered, useNumberText } from '../useNumberText'

export type Person = Readonly<Numbered> & {
  readonly id: number
  readonly name: string
  readonly profilePicUrl: string | null
}

type Props = {
  chosen: readonly Person[]
  onToggle(person: Person): void
  /** Offered before anything is typed. */
  recent: readonly Person[]
  /** Who can be chosen of those found; without it everybody who can be written to. */
  allows?(person: Person): boolean
}

/** Chooses several contacts, from recent ones and by search. */
export function PeoplePicker({ chosen, onToggle, recent, allows = canReceive }: Props) {
  const t = useText()
  const [text, setText] = useState('')
  const found = useQuery(contactSearchQuery(text)).data?.contacts
  const isSearching = text.length >= SEARCH_FROM
  const offered = (isSearching ? (found ?? []) : recent).filter(allows)
  return (
    <div className="grid gap-3">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('tickets.chosenPeople')}>
          {chosen.map((person) => (
            <li key={person.id} className="person-chip">
              <span className="truncate">{person.name}</span>
              <button
                type="button"
                aria-label={t('tickets.dropPerson', { name: person.name })}
                onClick={() => onToggle(person)}
              >
                <X />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchBox
        label={t('tickets.findContact')}
        value={text}
        onSearch={(typed) => setText(typed.trim())}
        delay={300}
        className="w-full!"
      />
      <fieldset className="people-choice">
        <legend className="sr-only">{t('tickets.people')}</legend>
        {!isSearching && offered.length > 0 && <p className="menu-label">{t('tickets.recentPeople')}</p>}
        {offered.map((person) => (
          <label key={person.id} className="menu-row hover:bg-hover">
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              checked={chosen.some(({ id }) => id === person.id)}
              onChange={() => onToggle(person)}
            />
            <PersonLine person={person} />
          </label>
        ))}
        {isSearching && found && offered.length === 0 && (
          <p className="px-2 py-1 text-sm text-muted">{t('tickets.noContact', { text })}</p>
        )}
        {!isSearching && offered.length === 0 && (
          <p className="px-2.5 py-1 text-xs text-faint">{t('tickets.findFrom', { count: SEARCH_FROM })}</p>
        )}
      </fieldset>
    </div>
  )
}

function PersonLine({ person }: { person: Person }) {
  const { name, profilePicUrl, isGroup } = person
  const numberText = useNumberText()
  return (
    <>
      <Face name={name} src={profilePicUrl} size={2} icon={isGroup ? <UsersRound /> : undefined} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-xs text-faint">{numberText(person)}</span>
      </span>
    </>
  )
}
