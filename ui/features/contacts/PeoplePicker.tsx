import { useQuery } from '@tanstack/react-query'
import { UsersRound, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { OpenTickets } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { Face } from '../../shared/kit/Face'
import { SearchBox } from '../../shared/kit/SearchBox'
import { contactSearchQuery, openTicketsQuery, SEARCH_FROM } from './api'
import { canReceive, type NumberFields, useNumberText } from './names'

export type PickableContact = Readonly<NumberFields> & {
  readonly id: number
  readonly name: string
  readonly profilePicUrl: string | null
}

type Props = {
  chosen: readonly PickableContact[]
  onToggle(person: PickableContact): void
  /** Options before anything is typed. */
  recent: readonly PickableContact[]
  /** Filters the results; by default everybody who can be written to. */
  allows?(person: PickableContact): boolean
  /** Single choice with radio buttons: arrow keys move, from the search field too. */
  isSingle?: boolean
  /** Contacts whose ticket a colleague attends cannot be chosen; the colleague is named. */
  toWrite?: boolean
}

/** Chooses contacts, from recent ones and by search. */
export function PeoplePicker(props: Props) {
  const { chosen, onToggle, recent, allows = canReceive, isSingle = false, toWrite = false } = props
  const t = useText()
  const group = useId()
  const [text, setText] = useState('')
  const found = useQuery(contactSearchQuery(text)).data?.contacts
  const isSearching = text.length >= SEARCH_FROM
  const offered = (isSearching ? (found ?? []) : recent).filter(allows)
  const { data: open, isFetching } = useQuery({
    ...openTicketsQuery(offered.map(({ id }) => id)),
    enabled: toWrite && offered.length > 0,
  })
  const [first] = offered
  const takeFirst = (event: KeyboardEvent) => {
    const isWanted = event.key === 'ArrowDown' || (event.key === 'Enter' && chosen.length === 0)
    if (!isSingle || !isWanted || !first) return
    event.preventDefault()
    onToggle(first)
    document.getElementById(idOf(group, first))?.focus()
  }
  return (
    <div className="grid gap-3">
      {!isSingle && chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('contact.chosen')}>
          {chosen.map((person) => (
            <li key={person.id} className="person-chip">
              <span className="truncate">{person.name}</span>
              <button
                type="button"
                aria-label={t('contact.drop', { name: person.name })}
                onClick={() => onToggle(person)}
              >
                <X />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchBox
        label={t('contact.find')}
        value={text}
        onSearch={(typed) => setText(typed.trim())}
        delay={300}
        className="w-full!"
        onKeyDown={takeFirst}
      />
      <fieldset className="people-choice">
        <legend className="sr-only">{t('contact.people')}</legend>
        {!isSearching && offered.length > 0 && <p className="menu-label">{t('contact.recent')}</p>}
        {offered.map((person) => (
          <Choice
            key={person.id}
            id={idOf(group, person)}
            group={isSingle ? group : undefined}
            person={person}
            isChosen={chosen.some(({ id }) => id === person.id)}
            open={open?.find(({ contactId }) => contactId === person.id)}
            isAsked={isFetching}
            onToggle={() => onToggle(person)}
          />
        ))}
        {isSearching && found && offered.length === 0 && (
          <p className="px-2 py-1 text-sm text-muted">{t('contact.nobody', { text })}</p>
        )}
        {!isSearching && offered.length === 0 && (
          <p className="px-2.5 py-1 text-xs text-faint">{t('contact.findFrom', { count: SEARCH_FROM })}</p>
        )}
      </fieldset>
    </div>
  )
}

const idOf = (group: string, { id }: PickableContact) => `${group}-${id}`

type ChoiceProps = {
  id: string
  /** Radio buttons if set; undefined allows any number. */
  group: string | undefined
  person: PickableContact
  isChosen: boolean
  open: OpenTickets[number] | undefined
  /** The check for an open ticket is in flight. */
  isAsked: boolean
  onToggle(): void
}

function Choice({ id, group, person, isChosen, open, isAsked, onToggle }: ChoiceProps) {
  const t = useText()
  // If the check failed, the server reports it on sending.
  const isHeld = open?.mayWrite === false
  const user = open?.ticket?.user?.name
  const why = user ? t('messages.forwardHeld', { user }) : t('errors.ERR_OTHER_OPEN_TICKET')
  return (
    <label className={classes('menu-row', !isHeld && 'hover:bg-hover')} data-disabled={isHeld || undefined}>
      <input
        id={id}
        type={group ? 'radio' : 'checkbox'}
        name={group}
        className={group ? 'radio radio-primary radio-sm' : 'checkbox checkbox-primary checkbox-sm'}
        checked={isChosen}
        disabled={isHeld || (isAsked && !open)}
        onChange={onToggle}
      />
      <PersonLine person={person} why={isHeld ? why : null} />
    </label>
  )
}

function PersonLine({ person, why }: { person: PickableContact; why: string | null }) {
  const { name, profilePicUrl, isGroup } = person
  const numberText = useNumberText()
  return (
    <>
      <Face name={name} src={profilePicUrl} size={2} icon={isGroup ? <UsersRound /> : undefined} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-faint">{why ?? numberText(person)}</span>
      </span>
    </>
  )
}
