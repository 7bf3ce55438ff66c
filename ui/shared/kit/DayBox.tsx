import { CalendarDays } from 'lucide-react'
import { type Ref, Suspense, useState } from 'react'
import { useText } from '../i18n/useText'
import { isWhole, readWhen, type When, writtenDay } from '../i18n/when'
import { localTime } from '../i18n/zoned'
import { lazyPart } from '../lazyPart'
import { useUser } from '../session/useUser'
import { classes } from './classes'
import type { FieldControl } from './Field'
import { IconButton } from './IconButton'
import { Popover } from './Popover'

const Month = lazyPart(() => import('./Month').then((file) => file.Month))

type Props = {
  /** `2026-11-27` */
  value: string | null
  onChange(day: string | null): void
  /** A time typed together with the day: "amanhã 9". Without this callback a time is not accepted. */
  onWhen?(when: When): void
  onBlur?(): void
  min?: string | null | undefined
  max?: string | null | undefined
  size?: 'sm' | 'md'
  control?: Partial<FieldControl>
  /** Accessible name, when there is no label. */
  label?: string
  ref?: Ref<HTMLInputElement>
}

/** A day field: typed (27/11, amanhã, segunda) or picked from a calendar. */
export function DayBox({ value, onChange, onWhen, onBlur, min, max, size = 'md', control, label, ref }: Props) {
  const t = useText()
  const { timeZone } = useUser().company
  const now = localTime(new Date().toISOString(), timeZone)
  const [draft, setDraft] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const take = (typed: string): boolean => {
    const when = typed.trim() === '' ? undefined : readWhen(typed, now)
    if (when === undefined) onChange(null)
    else if (!when?.day || (when.time && !onWhen)) return false
    else if (when.time) onWhen?.(when)
    else onChange(when.day)
    return true
  }
  const type = (typed: string) => {
    setDraft(typed)
    if (typed === '' || isWhole(typed)) take(typed)
  }
  const finish = () => {
    if (draft !== null && take(draft)) setDraft(null)
  }
  const isLost = draft !== null && draft.trim() !== '' && readWhen(draft, now) === null && !isOpen
  // A form's empty day is an empty text.
  const outside = value && ((min && value < min) || (max && value > max))
  return (
    <span className={classes('day-box', size === 'sm' && 'day-box-sm')}>
      <input
        {...control}
        ref={ref}
        type="text"
        className={classes('input', size === 'sm' && 'input-sm')}
        inputMode="text"
        autoComplete="off"
        placeholder={t('common.calendar.placeholder')}
        aria-label={label}
        aria-invalid={control?.['aria-invalid'] || (isLost && draft.length > 6) || outside ? true : undefined}
        value={draft ?? (value ? writtenDay(value) : '')}
        onChange={({ target }) => type(target.value)}
        onBlur={() => {
          finish()
          onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
        }}
      />
      <Popover
        label={t('common.calendar.pick')}
        className="p-2"
        align="end"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <IconButton label={t('common.calendar.pick')} size="xs" tabIndex={-1}>
            <CalendarDays />
          </IconButton>
        }
      >
        <Suspense fallback={<span className="block h-64 w-60" />}>
          <Month
            value={value}
            today={now.slice(0, 10)}
            min={min ?? null}
            max={max ?? null}
            onChoose={(day) => {
              setDraft(null)
              onChange(day)
              setOpen(false)
            }}
          />
        </Suspense>
      </Popover>
    </span>
  )
}
