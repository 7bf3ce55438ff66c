import { useQuery } from '@tanstack/react-query'
import { UsersRound, X } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { contactSearchQuery, SEARCH_FROM } from '../queries'

export type Person = {
  readonly id: number
  readonly name: string
  readonly number: string | null
  readonly profilePicUrl: string | null
  readonly isGroup: boolean
}

type Props = {
  chosen: readonly Person[]
  onToggle(person: Person): void
  /** Offered before anything is typed. */
  recent: readonly Person[]
  /** Who can be chosen of those found; without it everybody. */
  allows?(person: Person): boolean
}

/** Several contacts: those at hand, and whoever is searched for. */
export function PeoplePicker({ chosen, onToggle, recent, allows = () => true }: Props) {
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

function PersonLine({ person: { name, number, profilePicUrl, isGroup } }: { person: Person }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      <Face name={name} src={profilePicUrl} size={2} icon={isGroup ? <UsersRound /> : undefined} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-xs text-faint">
          {isGroup ? t('tickets.group') : number === null ? t('tickets.contact.hidden') : format.phone(number)}
        </span>
      </span>
    </>
  )
}
