import './calendar.css'
import { useAtomValue } from 'jotai/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { languageAtom } from '../i18n/language'
import { locales } from '../i18n/languages'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'
import { IconButton } from '../kit/IconButton'
import { Segment } from '../kit/Segment'
import type { Span } from '../table/view'
import { shownDays, stepped } from './spans'

type Props = {
  span: Span
  /** A day in the span. */
  day: string
  /** Undefined: today. */
  onDay(day: string | undefined): void
  onSpan(span: Span): void
  /** What the icons mean; list items. */
  legend: ReactNode
}

/** What a calendar shows, and the way to other days. */
export function CalendarBar({ span, day, onDay, onSpan, legend }: Props) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return (
    <div className="calendar-bar">
      <Button size="sm" onClick={() => onDay(undefined)}>
        {t('calendar.today')}
      </Button>
      <IconButton label={t('calendar.previous')} onClick={() => onDay(stepped(span, day, -1))}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={t('calendar.next')} onClick={() => onDay(stepped(span, day, 1))}>
        <ChevronRight />
      </IconButton>
      <h2 aria-live="polite">{spanTitle(span, day, locales[language])}</h2>
      <ul className="calendar-legend">{legend}</ul>
      <Segment
        label={t('calendar.span')}
        items={[
          { id: 'month', label: t('calendar.spans.month') },
          { id: 'week', label: t('calendar.spans.week') },
          { id: 'day', label: t('calendar.spans.day') },
        ]}
        value={span}
        onChange={onSpan}
      />
    </div>
  )
}

function spanTitle(span: Span, day: string, locale: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const at = (of: string) => new Date(`${of}T00:00:00Z`)
  if (span === 'month') return format({ month: 'long', year: 'numeric' }).format(at(day))
  if (span === 'day') return format({ dateStyle: 'full' }).format(at(day))
  const { from, to } = shownDays('week', day)
  return format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(at(from), at(to))
}
