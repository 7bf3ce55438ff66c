import Calendar, {
  type CalendarRef,
  type DateClickInfo,
  type DateSelectInfo,
  type EventClickInfo,
  type EventInput,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import theme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import './calendar.css'
import { useAtomValue } from 'jotai/react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { languageAtom } from '../i18n/language'
import { useText } from '../i18n/useText'
import { localTime } from '../i18n/zoned'
import { useUser } from '../session/useUser'
import type { Span } from '../table/view'
import { useMedia } from '../useMedia'
import { type EntryTimes, laterBy, steppedTimes } from './spans'
import { useFollowedFocus } from './useFollowedFocus'

const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const
/** A phone has no room for a grid: it lists the days that have entries. */
const narrowViews = { ...views, month: 'listMonth', week: 'listWeek' } as const

/** `primary` is the person's own business, `neutral` what only informs; `quiet` is over, `error` has failed. */
export type CalendarTone = 'primary' | 'neutral' | 'quiet' | 'error'

export type CalendarEntry = {
  /** Unique in the calendar. */
  readonly id: string
  readonly title: string
  /** Wall clock times of the company; without an end it is a moment. */
  readonly start: string
  readonly end?: string
  readonly isAllDay?: boolean
  readonly tone: CalendarTone
  readonly icon: ReactNode
  readonly isDone?: boolean
  readonly mayMove: boolean
  /** Of one of a series, whose ids name their days: the id of the one on this day. */
  idOn?(day: string): string
}

type Props = {
  entries: readonly CalendarEntry[]
  span: Span
  day: string
  /** Names of days. */
  dayNames: ReadonlyMap<string, string>
  /** Shown on a phone when nothing is in the span. */
  empty: string
  /** Whether the calendar has whole-day entries, and periods can be drawn with the mouse. */
  hasPeriods?: boolean
  onOpen(id: string, anchor: HTMLElement): void
  /** Moved or stretched, by mouse or keyboard; `revert` puts it back. */
  onMove(id: string, times: EntryTimes, revert?: () => void): unknown
  /** A new one here. */
  onAdd(times: EntryTimes): void
}

/** How long an entry without an end is drawn, and a new one takes. */
const [MOMENT, USUAL] = [30, 60]
const WHOLE_DAY = 1440

/** Entries in a month, week or day. They are moved by dragging, or with Alt and the arrow keys (the end: with Shift too). */
export function CalendarGrid({
  entries,
  span,
  day,
  dayNames,
  empty,
  hasPeriods = false,
  onOpen,
  onMove,
  onAdd,
}: Props) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { timeZone } = useUser().company
  const isNarrow = useMedia('(max-width: 639px)')
  const look = (isNarrow ? narrowViews : views)[span]
  const calendar = useRef<CalendarRef>(null)
  useEffect(() => {
    calendar.current?.getApi().changeView(look, day)
  }, [look, day])
  // With new options the calendar takes the drop of a running drag for one from another calendar, and saves nothing.
  const [held, setHeld] = useState<ReactNode>(null)
  const hold = () => setHeld(drawnNow)
  const release = () => setHeld(null)
  const grid = useRef<HTMLDivElement>(null)
  const follow = useFollowedFocus(grid)

  const open = ({ event, el, jsEvent }: EventClickInfo) => {
    jsEvent.preventDefault()
    onOpen(event.id, el)
  }
  const move = ({ event, revert }: { event: DrawnSpan & { readonly id: string }; revert(): void }) =>
    void onMove(event.id, timesOf(event), revert)
  const add = ({ dateStr, allDay }: DateClickInfo) => {
    const isDay = allDay && hasPeriods && span !== 'month'
    const start = isDay ? `${dateStr.slice(0, 10)}T00:00` : allDay ? `${dateStr.slice(0, 10)}T09:00` : localOf(dateStr)
    onAdd({ start, end: laterBy(start, isDay ? WHOLE_DAY : USUAL), isAllDay: isDay })
  }
  const select = ({ allDay, startStr, endStr }: DateSelectInfo) => {
    onAdd(timesOf({ allDay, startStr, endStr }))
    calendar.current?.getApi().unselect()
  }
  const moveByKey = (event: KeyboardEvent) => {
    const entry = entries.find(({ id }) => event.altKey && id === idOf(event.target as Element)) // key events have elements as targets
    if (!entry?.mayMove || (event.shiftKey && entry.end === undefined)) return
    const { start, end = laterBy(start, MOMENT), isAllDay = false } = entry
    const times = steppedTimes(event.key, span, { start, end, isAllDay }, event.shiftKey)
    if (!times) return
    event.preventDefault()
    follow(entry.idOn?.(times.start.slice(0, 10)) ?? entry.id)
    void onMove(entry.id, times)
  }

  const drawnNow = (
    <Calendar
      ref={calendar}
      plugins={[theme, dayGrid, timeGrid, list, interaction]}
      initialView={look}
      initialDate={day}
      // Wall clock times of the company, whatever the browser's zone.
      timeZone="UTC"
      now={() => localTime(new Date().toISOString(), timeZone)}
      locale={language === 'pt-BR' ? 'pt-br' : language}
      headerToolbar={false}
      height="100%"
      firstDay={0}
      allDaySlot={hasPeriods}
      allDayText={t('calendar.allDay')}
      nowIndicator
      nowIndicatorLineClass="calendar-now"
      scrollTime="07:00"
      dayMaxEvents
      noEventsContent={() => empty}
      fixedWeekCount={false}
      listItemEventBeforeClass="hidden"
      dayHeaderAlign="start"
      dayCellTopClass="calendar-day"
      dayCellTopContent={({ text, date, isToday }) => (
        <>
          <span className={isToday ? 'calendar-today' : undefined}>{text}</span>
          <small>{dayNames.get(date.toISOString().slice(0, 10))}</small>
        </>
      )}
      dayCellTopInnerClass="calendar-day-name"
      dayHeaderInnerClass="calendar-weekday"
      dayHeaderContent={({ text, isToday }) =>
        isToday && span !== 'month' ? <span className="calendar-today">{text}</span> : text
      }
      slotHeaderInnerClass="calendar-hour"
      allDayHeaderInnerClass="calendar-hour"
      listDayHeaderClass="calendar-list-head"
      listDayHeaderInnerClass="calendar-list-day"
      moreLinkText={(count) => t('calendar.more', { count })}
      moreLinkHint={(count) => t('calendar.more', { count })}
      eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
      slotHeaderFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
      dayHeaderFormat={span === 'month' ? { weekday: 'long' } : { weekday: 'short', day: 'numeric' }}
      events={entries.map(drawn)}
      defaultTimedEventDuration="00:30"
      eventInteractive
      selectable={hasPeriods}
      selectMirror
      selectMinDistance={5}
      eventContent={({ event }) => {
        const entry = entries.find(({ id }) => id === event.id)
        return entry && <EntryLine entry={entry} isTall={span !== 'month' && !isNarrow && isLong(entry)} />
      }}
      eventClass={({ event }) => `calendar-event is-${event.extendedProps.tone}`}
      eventClick={open}
      eventDragStart={hold}
      eventDragStop={release}
      eventDrop={move}
      eventResizeStart={hold}
      eventResizeStop={release}
      eventResize={move}
      dateClick={add}
      select={select}
    />
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the calendar makes each event a button; its keys come up here.
    <div className="calendar" ref={grid} onKeyDown={moveByKey}>
      {held ?? drawnNow}
    </div>
  )
}

/** The entry of this calendar element. */
const idOf = (button: Element) => button.querySelector<HTMLElement>('[data-entry]')?.dataset.entry

const localOf = (iso: string) => iso.slice(0, 16)

type DrawnSpan = { readonly allDay: boolean; readonly startStr: string; readonly endStr: string }

/** Dropped among the hours it had no end there, and the reverse. */
function timesOf({ allDay: isAllDay, startStr, endStr }: DrawnSpan): EntryTimes {
  const local = (iso: string) => (isAllDay ? `${iso.slice(0, 10)}T00:00` : localOf(iso))
  const start = local(startStr)
  return { start, end: endStr === '' ? laterBy(start, isAllDay ? WHOLE_DAY : USUAL) : local(endStr), isAllDay }
}

const drawn = ({ id, title, start, end, isAllDay = false, tone, mayMove }: CalendarEntry): EventInput => {
  const shown = (local: string) => (isAllDay ? local.slice(0, 10) : local)
  return {
    id,
    title,
    start: shown(start),
    ...(end !== undefined && { end: shown(end) }),
    allDay: isAllDay,
    startEditable: mayMove,
    durationEditable: mayMove && end !== undefined,
    extendedProps: { tone },
  }
}

/** As high as two lines among the hours. */
const isLong = ({ start, end = start, isAllDay }: CalendarEntry) => !isAllDay && end >= laterBy(start, USUAL)

type LineProps = { entry: CalendarEntry; isTall: boolean }

function EntryLine({ entry: { id, title, start, isAllDay, icon, isDone }, isTall }: LineProps) {
  const time = isAllDay ? null : start.slice(11)
  return (
    <span
      className={isTall ? 'calendar-line is-tall' : 'calendar-line'}
      data-entry={id}
      title={time ? `${time} ${title}` : title}
    >
      {icon}
      {time && <span>{time}</span>} {isDone ? <s className="truncate">{title}</s> : <b className="truncate">{title}</b>}
    </span>
  )
}
