import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import { dayBefore } from '../../../shared/i18n/days'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { DayBox } from '../../../shared/kit/DayBox'
import { useNow } from '../../../shared/kit/useNow'
import { peopleQuery } from '../../directory/api'
import { attendantFilterAtom, dayFilterAtom } from '../listState'
import type { DayRange } from '../rules/lists'

type Option = { id: number; name: string }

type Props = {
  legend: string
  options: readonly Option[]
  chosen: readonly number[] | null
  onChange(ids: number[] | null): void
}

/** Multi-select; null, the default, means all. */
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

/** By days, in the company's time zone. */
export function FilterDays() {
  const t = useText()
  const days = useAtomValue(dayFilterAtom)
  const choose = useSetAtom(dayFilterAtom)
  const today = useDays().key(useNow(60_000))
  const yesterday = dayBefore(today)
  const { from = null, to = null } = days ?? {}
  const set = (range: DayRange) => choose(range.from === null && range.to === null ? null : range)
  const near = [
    { name: t('common.today'), from: today, to: today },
    { name: t('common.yesterday'), from: yesterday, to: yesterday },
    { name: t('deskSearch.week'), from: weekBefore(today), to: today },
  ]
  return (
    <fieldset className="grid gap-1.5 border-b border-line px-4 py-2">
      <legend className="sr-only">{t('deskSearch.days')}</legend>
      <span className="text-xs font-medium text-faint" aria-hidden="true">
        {t('deskSearch.days')}
      </span>
      <div className="grid grid-cols-2 gap-1.5">
        <DayInput
          label={t('deskSearch.from')}
          value={from}
          max={to ?? today}
          onChange={(day) => set({ from: day, to })}
        />
        <DayInput
          label={t('deskSearch.to')}
          value={to}
          min={from}
          max={today}
          onChange={(day) => set({ from, to: day })}
        />
      </div>
      <div className="flex gap-1.5">
        {near.map(({ name, ...range }) => {
          const isChosen = from === range.from && to === range.to
          return (
            <Button
              key={name}
              size="sm"
              tone={isChosen ? 'primary' : 'ghost'}
              className="flex-1 px-1.5"
              aria-pressed={isChosen}
              onClick={() => choose(isChosen ? null : range)}
            >
              <span className="inline-block first-letter:uppercase">{name}</span>
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}

const weekBefore = (today: string): string => Array.from({ length: 6 }).reduce<string>((day) => dayBefore(day), today)

type DayProps = {
  label: string
  value: string | null
  min?: string | null
  max: string
  onChange(day: string | null): void
}

function DayInput({ label, value, min, max, onChange }: DayProps) {
  return (
    <div className="grid min-w-0 gap-0.5 text-xs text-muted">
      <span aria-hidden="true">{label}</span>
      <DayBox size="sm" label={label} value={value} min={min} max={max} onChange={onChange} />
    </div>
  )
}
