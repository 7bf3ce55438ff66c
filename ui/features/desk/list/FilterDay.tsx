import { useAtom } from 'jotai/react'
import { useId } from 'react'
import { dayBefore } from '../../../shared/i18n/days'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { useNow } from '../../../shared/kit/useNow'
import { dayFilterAtom } from './state'

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
