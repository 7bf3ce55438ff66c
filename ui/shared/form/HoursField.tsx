import { Copy } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type DayHours, type Span, spansOf, usualWeek, type WeekHours, weekMinutes } from '../../../src/hours/contract'
import { useFormat } from '../i18n/useFormat'
import { useImpossible } from '../i18n/useImpossible'
import { useText } from '../i18n/useText'
import { classes } from '../kit/classes'
import { FieldError } from '../kit/Field'
import { IconButton } from '../kit/IconButton'
import { Segment } from '../kit/Segment'
import { TimeBox } from '../kit/TimeBox'
import { Toggle } from '../kit/Toggle'
import { FieldGroup } from './FieldGroup'
import { type FieldProps, useField } from './useField'

type Props<In extends FieldValues, Out> = FieldProps<In, Out, WeekHours | undefined> & {
  /** Only per-day hours are possible; the "same every day" option is hidden. */
  isPerDay?: boolean
}

/** Minutes of a week whose days end at 23:59. */
const ALWAYS = 7 * (24 * 60 - 1)

/** Weekly hours: the same every day or per day, including shifts past midnight. */
export function HoursField<In extends FieldValues, Out>({ form, name, isPerDay = false, ...field }: Props<In, Out>) {
  const t = useText()
  const { weekday, hours } = useFormat()
  const { value: week = usualWeek, onChange, error } = useField<WeekHours | undefined, In, Out>(form, name)
  const spans = spansOf(week)
  const setDay = (at: number, day: DayHours | null) =>
    onChange({ ...week, days: week.days.map((before, place) => (place === at ? day : before)) })
  const minutes = weekMinutes(week)
  const total = (
    <span className="text-faint">
      {minutes >= ALWAYS ? t('kit.hours.always') : t('kit.hours.weekly', { time: hours(minutes) })}
    </span>
  )
  return (
    <FieldGroup {...field} error={error && t('kit.hours.invalid')} aside={total}>
      {!isPerDay && (
        <Segment
          className="w-fit"
          label={field.label}
          items={[
            { id: 'same', label: t('kit.hours.every') },
            { id: 'each', label: t('kit.hours.each') },
          ]}
          value={week.same ? 'same' : 'each'}
          onChange={(chosen) => onChange({ ...week, same: chosen === 'same' })}
        />
      )}
      <div className="week">
        {week.same && !isPerDay ? (
          <div className="week-row">
            <span />
            <b>{t('kit.hours.everyDay')}</b>
            <Times
              day={t('kit.hours.everyDay')}
              hours={week.every}
              onChange={(every) => onChange({ ...week, every })}
            />
            <Rail spans={spans[0] ?? []} />
            <Impossible hours={week.every} />
          </div>
        ) : (
          week.days.map((day, at) => (
            <DayRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a weekday is identified by its index
              key={at}
              name={weekday(at)}
              hours={day}
              spans={spans[at] ?? []}
              onChange={(hours) => setDay(at, hours)}
              onCopy={() => onChange({ ...week, days: week.days.map(() => day) })}
            />
          ))
        )}
        <div className="week-scale" aria-hidden="true">
          {['0h', '6h', '12h', '18h', '24h'].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
      </div>
    </FieldGroup>
  )
}

type DayProps = {
  name: string
  hours: DayHours | null
  spans: readonly Span[]
  onChange(hours: DayHours | null): void
  onCopy(): void
}

function DayRow({ name, hours, spans, onChange, onCopy }: DayProps) {
  const t = useText()
  // Closing a day and reopening it restores its hours.
  const [last, setLast] = useState(hours ?? { from: '08:00', to: '18:00' })
  const toggle = (on: boolean) => {
    if (hours) setLast(hours)
    onChange(on ? last : null)
  }
  return (
    <div className="week-row" data-off={hours ? undefined : ''}>
      <Toggle size="sm" checked={hours !== null} onChange={toggle} aria-label={t('kit.hours.open', { day: name })} />
      <b>{name}</b>
      {hours ? (
        <Times day={name} hours={hours} onChange={onChange} />
      ) : (
        <span className="week-times">{t('kit.hours.off')}</span>
      )}
      <Rail spans={spans} />
      <IconButton label={t('kit.hours.copy', { day: name })} onClick={onCopy}>
        <Copy />
      </IconButton>
      {hours && <Impossible hours={hours} />}
    </div>
  )
}

function Times({ day, hours, onChange }: { day: string; hours: DayHours; onChange(hours: DayHours): void }) {
  const t = useText()
  return (
    <span className="week-times">
      <TimeBox
        label={t('kit.hours.from', { day })}
        value={hours.from}
        onChange={(from) => onChange({ ...hours, from })}
      />
      <span aria-hidden="true">{t('kit.hours.until')}</span>
      <TimeBox label={t('kit.hours.to', { day })} value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
    </span>
  )
}

/** Errors are shown at the day itself while typing: below the week they would not name the day. */
function Impossible({ hours: { from, to } }: { hours: DayHours }) {
  const words = useImpossible()(from, to)
  return words && <FieldError>{words}</FieldError>
}

/** The day's 24 hours; a shift past midnight is hatched on the next day. The times beside it say the same in text. */
function Rail({ spans }: { spans: readonly Span[] }) {
  return (
    <span className="week-rail" aria-hidden="true">
      {spans.map(({ from, to, isNext }) => (
        <i
          key={`${from} ${isNext}`}
          className={classes(isNext && 'week-next')}
          style={{ '--from': from, '--to': to } as CSSProperties}
        />
      ))}
    </span>
  )
}
