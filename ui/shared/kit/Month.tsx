import { useAtomValue } from 'jotai/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { languageAtom } from '../i18n/language'
import { locales } from '../i18n/languages'
import { useText } from '../i18n/useText'
import { monthAfter, weeksOf } from '../i18n/when'
import { addDays } from '../i18n/zoned'
import { IconButton } from './IconButton'

type Props = {
  value: string | null
  today: string
  min: string | null
  max: string | null
  onChoose(day: string): void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month calendar with one selected day. Arrow keys move by day, Page Up and Page Down by month. */
export function Month({ value, today, min, max, onChoose }: Props) {
  const t = useText()
  const locale = locales[useAtomValue(languageAtom)]
  const [reached, setReached] = useState(value ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const month = reached.slice(0, 7)
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${reached}"]`)?.focus()
  }, [reached])
  const named = (options: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`))
  const turn = (by: number) => setReached(`${monthAfter(month, by)}-01`)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) setReached(addDays(reached, step))
    else if (event.key === 'PageUp') turn(-1)
    else if (event.key === 'PageDown') turn(1)
    else return
    event.preventDefault()
  }
  const weeks = weeksOf(month)
  return (
    <div className="month">
      <div className="flex items-center gap-1 pb-1">
        <IconButton size="xs" label={t('common.calendar.before')} onClick={() => turn(-1)}>
          <ChevronLeft />
        </IconButton>
        <b className="flex-1 text-center text-sm first-letter:uppercase" aria-live="polite">
          {named({ month: 'long', year: 'numeric' }, reached)}
        </b>
        <IconButton size="xs" label={t('common.calendar.after')} onClick={() => turn(1)}>
          <ChevronRight />
        </IconButton>
      </div>
      <table ref={grid} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={named({ weekday: 'long' }, day)}>
                {named({ weekday: 'narrow' }, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className="month-day"
                    data-day={day}
                    data-other={day.startsWith(month) ? undefined : ''}
                    aria-label={named({ dateStyle: 'full' }, day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-pressed={day === value}
                    tabIndex={day === reached ? 0 : -1}
                    disabled={(min !== null && day < min) || (max !== null && day > max)}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
