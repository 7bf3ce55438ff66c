import { useState } from 'react'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import { FieldError } from '../../shared/kit/Field'
import { TimeBox } from '../../shared/kit/TimeBox'
import { toast } from '../../shared/kit/toast'
import { readWeekly, type Weekly, weeklyPattern } from './weekly'

type Props = {
  /** A cron pattern; empty for never. */
  pattern: string
  control: { readonly id: string; readonly 'aria-describedby': string; readonly disabled: boolean }
  fault: string | undefined
  /** `done` runs after it is stored. */
  onChange(pattern: string, done?: () => void): void
}

const USUAL_TIME = '03:00'
const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** Weekdays and a time, each saved when it is chosen; or a cron pattern, for what these cannot say. */
export function TimetableControl({ pattern, control, fault, onChange }: Props) {
  const t = useText()
  const read = readWeekly(pattern)
  const [isOwn, setOwn] = useState(false)
  const asPattern = isOwn || read === undefined
  /** Days and a time cannot say what the pattern says. */
  const replace = () =>
    onChange(weeklyPattern({ days: DAYS, time: USUAL_TIME }), () =>
      toast.undo(t('operatorSettings.timetable.replaced', { time: USUAL_TIME, pattern }), () => onChange(pattern)),
    )
  return (
    <div className="grid gap-1">
      <div className="timetable flex flex-wrap items-center gap-2">
        {asPattern ? (
          <PatternField pattern={pattern} control={control} onChange={onChange} />
        ) : (
          <WeekFields weekly={read} control={control} onChange={onChange} />
        )}
        {!control.disabled && (
          <Button
            size="sm"
            tone="ghost"
            onClick={() => {
              setOwn(!asPattern)
              if (asPattern && read === undefined) replace()
            }}
          >
            {t(asPattern ? 'operatorSettings.timetable.asDays' : 'operatorSettings.timetable.asPattern')}
          </Button>
        )}
      </div>
      {fault && <FieldError>{fault}</FieldError>}
    </div>
  )
}

type WeekProps = Pick<Props, 'control' | 'onChange'> & { weekly: Weekly }

function WeekFields({ weekly: { days, time }, control, onChange }: WeekProps) {
  const t = useText()
  const { weekday } = useFormat()
  const toggle = (day: number) =>
    onChange(
      weeklyPattern({
        days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day],
        time: time || USUAL_TIME,
      }),
    )
  return (
    <>
      <fieldset className="weekdays flex gap-1 max-sm:w-full" disabled={control.disabled}>
        <legend className="sr-only">{t('operatorSettings.timetable.days')}</legend>
        {DAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.includes(day)}
            aria-label={weekday(day)}
            title={weekday(day)}
            onClick={() => toggle(day)}
          >
            {[...weekday(day)].slice(0, 3).join('')}
          </button>
        ))}
      </fieldset>
      {days.length === 0 ? (
        <span className="text-sm text-muted">{t('operatorSettings.timetable.never')}</span>
      ) : (
        <>
          <span className="text-sm text-muted">{t('operatorSettings.timetable.at')}</span>
          <TimeBox
            className={classes('input-sm w-20', control.disabled && 'pointer-events-none')}
            control={control}
            value={time}
            onChange={(typed) => {
              if (/^\d{2}:\d{2}$/.test(typed) && typed !== time) onChange(weeklyPattern({ days, time: typed }))
            }}
          />
        </>
      )}
    </>
  )
}

/** Saved on blur and on Enter. */
function PatternField({ pattern, control, onChange }: Pick<Props, 'pattern' | 'control' | 'onChange'>) {
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    if (typed === null) return
    if (typed.trim() === pattern) setTyped(null)
    else onChange(typed.trim(), () => setTyped(null))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <input
        {...control}
        className="input input-sm w-44 font-mono"
        aria-label={t('operatorSettings.timetable.pattern')}
        maxLength={100}
        spellCheck={false}
        placeholder={t('operatorSettings.backupCron.example')}
        value={typed ?? pattern}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
      />
    </form>
  )
}
