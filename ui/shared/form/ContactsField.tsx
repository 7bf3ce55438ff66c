import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { errorText } from '../errorText'
import { useText } from '../i18n/useText'
import { Face } from '../kit/Face'
import { SearchBox } from '../kit/SearchBox'
import { FieldGroup } from './FieldGroup'
import type { Pickable } from './PickField'
import { type FieldProps, useField } from './useField'

export type FoundContact = Pickable & { readonly profilePicUrl?: string | null; readonly second?: string }

type Props<In extends FieldValues, Out> = FieldProps<In, Out, number[] | undefined> & {
  /** Searches contacts on the server. */
  search(text: string, signal: AbortSignal): Promise<readonly FoundContact[]>
  /** Previously selected contacts, for their names. */
  known?: readonly FoundContact[]
  /** 1 selects a single contact: the next one replaces it. */
  most?: number
}

/** Fewer letters would match half the company's customers. */
const SEARCH_FROM = 3

/** Selects contacts, which are too many to list: searched by name or number, shown as chips. */
export function ContactsField<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { form, name, search, known = [], most = Number.POSITIVE_INFINITY, ...field } = props
  const t = useText()
  const { value: chosen = [], onChange, error } = useField<number[] | undefined, In, Out>(form, name)
  const [seen, setSeen] = useState<readonly FoundContact[]>(known)
  const [text, setText] = useState('')
  const isSearching = text.length >= SEARCH_FROM
  const found = useQuery({
    queryKey: ['found-contacts', useId(), text],
    queryFn: ({ signal }) => search(text, signal),
    enabled: isSearching,
  })
  const offered = found.data?.filter(({ id }) => !chosen.includes(id))
  const choose = (contact: FoundContact) => {
    setSeen([...seen, contact])
    setText('')
    onChange([...chosen, contact.id].slice(-most))
  }
  return (
    <FieldGroup {...field} error={error}>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((id) => {
            const contact = seen.find((one) => one.id === id)
            const named = contact?.name ?? `#${id}`
            return (
              <li key={id} className="pick-chip">
                <span className="truncate">{named}</span>
                <button
                  type="button"
                  aria-label={t('kit.drop', { name: named })}
                  onClick={() => onChange(chosen.filter((other) => other !== id))}
                >
                  <X />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <SearchBox
        label={t('kit.find')}
        value={text}
        onSearch={(typed) => setText(typed.trim())}
        delay={300}
        className="w-full!"
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {isSearching && (
        <div className="pick-list" aria-live="polite">
          {offered?.map((contact) => (
            <button key={contact.id} type="button" className="menu-row hover:bg-hover" onClick={() => choose(contact)}>
              <Face name={contact.name} src={contact.profilePicUrl ?? null} size={2} />
              <span className="min-w-0 text-left">
                <span className="block truncate font-medium">{contact.name}</span>
                {contact.second && <span className="block text-xs text-faint">{contact.second}</span>}
              </span>
            </button>
          ))}
          {offered?.length === 0 && <p className="px-2 py-1 text-sm text-muted">{t('kit.noMatch', { text })}</p>}
          {found.error && <p className="px-2 py-1 text-sm text-error-ink">{errorText(t, found.error)}</p>}
        </div>
      )}
      {!isSearching && text !== '' && <small>{t('kit.findFrom', { count: SEARCH_FROM })}</small>}
    </FieldGroup>
  )
}
