import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { toggled } from '../../shared/form/toggled'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { Popover } from '../../shared/kit/Popover'
import { peopleQuery } from '../directory/api'

type Props = {
  chosen: readonly number[]
  /** Undefined: everybody's. */
  onChange(people: number[] | undefined): void
}

/** Whose schedules are shown. */
export function PeopleFilter({ chosen, onChange }: Props) {
  const t = useText()
  const people = useQuery(peopleQuery).data ?? []
  const shown = people.filter(({ id }) => chosen.includes(id))
  return (
    <Popover
      label={t('common.field.people')}
      align="end"
      className="float-list max-h-80 w-64 overflow-y-auto p-1"
      trigger={
        <button type="button" className="filter-chip" data-unset={shown.length === 0 || undefined}>
          {t('common.field.people')}{' '}
          <b>{shown.length === 0 ? t('common.allFeminine') : shown.length === 1 ? shown[0]?.name : shown.length}</b>
          <ChevronDown />
        </button>
      }
    >
      {people.map(({ id, name }) => (
        <label key={id} className="menu-row hover:bg-hover">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            checked={chosen.includes(id)}
            onChange={() => {
              const next = toggled([...chosen], id)
              onChange(next.length > 0 ? next : undefined)
            }}
          />
          <Face name={name} size={1.5} />
          <span className="truncate">{name}</span>
        </label>
      ))}
    </Popover>
  )
}
