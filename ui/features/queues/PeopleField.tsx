import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { UserOption } from '../../../src/access/contract'
import type { CreateQueue } from '../../../src/queues/contract'
import { errorText } from '../../shared/errorText'
import { toggled } from '../../shared/form/toggled'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { SearchBox } from '../../shared/kit/SearchBox'
import { Skeleton } from '../../shared/kit/Skeleton'
import { plain } from '../../shared/plain'
import { peopleQuery } from '../people/api'

/** From this many people on there is a search field. */
const SEARCH_FROM = 8

/** Who works in the queue. */
export function PeopleField({ form }: { form: Form<CreateQueue, CreateQueue> }) {
  const t = useText()
  const { data: people, error } = useQuery(peopleQuery)
  const [text, setText] = useState('')
  const found = people?.filter(({ name }) => plain(name).includes(plain(text)))
  return (
    <Controller
      control={form.control}
      name="userIds"
      render={({ field: { value: chosen = [], onChange } }) => (
        <fieldset className="field">
          <legend className="sr-only">{t('queues.form.people')}</legend>
          <div className="flex justify-between gap-3 text-sm" aria-hidden="true">
            <span className="font-medium">{t('queues.form.people')}</span>
            {chosen.length > 0 && (
              <span className="text-faint">{t('queues.form.chosen', { count: chosen.length })}</span>
            )}
          </div>
          {(people?.length ?? 0) >= SEARCH_FROM && (
            <SearchBox
              label={t('queues.form.findPerson')}
              value={text}
              onSearch={setText}
              delay={150}
              size="sm"
              className="w-full!"
              // Enter must not submit the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
          <div className="pick-list">
            {!people && !error && <Skeleton className="m-2 h-4" width="60%" />}
            {error && !people && <p className="px-2 py-1 text-sm text-error-ink">{errorText(t, error)}</p>}
            {found?.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                checked={chosen.includes(person.id)}
                onToggle={() => onChange(toggled(chosen, person.id))}
              />
            ))}
            {found?.length === 0 && (
              <p className="px-2 py-1 text-sm text-muted">{t('queues.form.noPerson', { text })}</p>
            )}
          </div>
          <small>{t('queues.form.peopleHint')}</small>
        </fieldset>
      )}
    />
  )
}

type RowProps = { person: UserOption; checked: boolean; onToggle(): void }

function PersonRow({ person: { name }, checked, onToggle }: RowProps) {
  return (
    <label className="menu-row hover:bg-hover">
      <input type="checkbox" className="checkbox checkbox-primary checkbox-sm" checked={checked} onChange={onToggle} />
      <Face name={name} size={1.5} />
      <span className="truncate">{name}</span>
    </label>
  )
}
