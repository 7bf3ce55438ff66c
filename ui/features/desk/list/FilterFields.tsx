import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { useId } from 'react'
import { dayBefore } from '../../../shared/i18n/days'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { useNow } from '../../../shared/kit/useNow'
import { peopleQuery } from '../../people/api'
import { attendantFilterAtom, dayFilterAtom } from './state'

type Option = { id: number; name: string }

type Props = {
  legend: string
  options: readonly Option[]
  chosen: readonly number[] | null
  onChange(ids: number[] | null): void
}

/** Any of several; null, the default, means all. */
export function FilterChoices({ legend, options, chosen, onChange }: Props) {
  const t = useText()
  const all = options.map(({ id }) => id)
  const toggle = (id: number) => {
    const now = chosen ?? all
    const next = now.includes(id) ? now.filter((other) => other !== id) : [...now, id]
    onChange(next.length === all.length ? null : next)
  }
  return (
    <fieldset className="min-w-0 border-b border-line p-2 last:border-b-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex items-center justify-between gap-3 px-2 pb-1">
        <span className="text-xs font-medium text-faint">{legend}</span>
        <button
          type="button"
          className="min-h-6 flex-none cursor-pointer text-xs font-medium text-primary-ink"
          onClick={() => onChange(chosen === null ? [] : null)}
        >
          {chosen === null ? t('tickets.filter.none') : t('tickets.filter.all')}
        </button>
      </div>
      {options.map(({ id, name }) => (
        <label key={id} className="menu-row hover:bg-hover" title={name}>
          <input
            type="checkbox"
            className="checkbox checkbox-xs checkbox-primary flex-none"
            checked={chosen === null || chosen.includes(id)}
            onChange={() => toggle(id)}
          />
          <span className="min-w-0 truncate">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Filters by attendant. */
export function FilterAttendant() {
  const t = useText()
  const id = useId()
  const [attendant, setAttendant] = useAtom(attendantFilterAtom)
  const people = useQuery(peopleQuery).data ?? []
  return (
    <div className="grid gap-1.5 border-b border-line px-4 py-2">
      <label htmlFor={id} className="text-xs font-medium text-faint">
        {t('tickets.contact.attendant')}
      </label>
      <select
        id={id}
        className="select select-sm w-full"
        value={attendant ?? ''}
        onChange={(event) => setAttendant(Number(event.target.value) || null)}
      >
        <option value="">{t('common.all')}</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Tickets last moved on one day, in the company's time zone. */
export function FilterDay() {
  const t = useText()
  const id = useId()
  const [day, setDay] = useAtom(dayFilterAtom)
  const today = useDays().key(useNow(60_000))
  const near = [
    { name: t('common.today'), key: today },
    { name: t('common.yesterday'), key: dayBefore(today) },
  ]
  return (
    <div className="grid gap-1.5 border-b border-line px-4 py-2">
      <label htmlFor={id} className="text-xs font-medium text-faint">
        {t('tickets.filter.movedOn')}
      </label>
      <input
        id={id}
        type="date"
        className="input input-sm w-full"
        max={today}
        value={day ?? ''}
        onChange={(event) => setDay(event.target.value || null)}
      />
      <div className="flex gap-1.5">
        {near.map(({ name, key }) => (
          <Button
            key={key}
            size="sm"
            tone={day === key ? 'primary' : 'ghost'}
            className="flex-1 capitalize"
            aria-pressed={day === key}
            onClick={() => setDay(day === key ? null : key)}
          >
            {name}
          </Button>
        ))}
      </div>
    </div>
  )
}
