import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { errorText } from '../errorText'
import { useText } from '../i18n/useText'
import { Face } from '../kit/Face'
import { SearchBox } from '../kit/SearchBox'
import { Skeleton } from '../kit/Skeleton'
import { fits, needleOf } from '../plain'
import { FieldGroup } from './FieldGroup'
import { toggled } from './toggled'
import { type FieldProps, useField } from './useField'

export type Pickable = { readonly id: number; readonly name: string }

/** From this many options on there is a search field. */
const SEARCH_FROM = 8

type Props<In extends FieldValues, Out, O extends Pickable> = FieldProps<In, Out, number[] | undefined> & {
  /** Query result of all options. */
  options: Pick<UseQueryResult<readonly O[]>, 'data' | 'error'>
  /** Defaults to the name. */
  show?(option: O): ReactNode
  /** Placeholder of the search box. */
  find?: string
}

/** Multi-select from a list short enough to load whole: queues, tags. */
export function PickField<In extends FieldValues, Out, O extends Pickable>(props: Props<In, Out, O>) {
  const { form, name, options, show, find, ...field } = props
  const t = useText()
  const { value: chosen = [], onChange, error } = useField<number[] | undefined, In, Out>(form, name)
  const [text, setText] = useState('')
  const { data: all, error: failure } = options
  const found = all?.filter((option) => fits(needleOf(text), option.name))
  const count = chosen.length > 0 && (
    <span className="text-faint">{t('kit.countOf', { shown: chosen.length, all: all?.length ?? 0 })}</span>
  )
  return (
    <FieldGroup {...field} error={error} aside={count}>
      {(all?.length ?? 0) >= SEARCH_FROM && (
        <SearchBox
          label={find ?? t('kit.find')}
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
        {!all && !failure && <Skeleton className="m-2 h-4" width="60%" />}
        {failure && !all && <p className="px-2 py-1 text-sm text-error-ink">{errorText(t, failure)}</p>}
        {found?.map((option) => (
          <label key={option.id} className="menu-row hover:bg-hover">
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              checked={chosen.includes(option.id)}
              onChange={() => onChange(toggled(chosen, option.id))}
            />
            {show?.(option) ?? <span className="truncate">{option.name}</span>}
          </label>
        ))}
        {found?.length === 0 && <p className="px-2 py-1 text-sm text-muted">{t('kit.noMatch', { text })}</p>}
      </div>
    </FieldGroup>
  )
}

/** Multi-select of the company's users. */
export function PeopleField<In extends FieldValues, Out>(props: Omit<Props<In, Out, Pickable>, 'show'>) {
  return (
    <PickField
      {...props}
      show={({ name }) => (
        <>
          <Face name={name} size={1.5} />
          <span className="truncate">{name}</span>
        </>
      )}
    />
  )
}
