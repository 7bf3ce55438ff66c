import Calendar, {
  type CalendarRef,
  type DateClickInfo,
  type EventClickInfo,
  type EventDropInfo,
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
import { Bell, Check, ChevronLeft, ChevronRight, CircleAlert, MessageCircle, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Schedule } from '../../../../src/features/schedules/contract'
import { languageAtom } from '../../../shared/i18n/language'
import { locales } from '../../../shared/i18n/languages'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { addDays, instantOf, localDay, localTime } from '../../../shared/i18n/zoned'
import { Button } from '../../../shared/kit/Button'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { IconButton } from '../../../shared/kit/IconButton'
import { Note } from '../../../shared/kit/Note'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { Segment } from '../../../shared/kit/Segment'
import { toast } from '../../../shared/kit/toast'
import { useCrud, useRows } from '../../../shared/live/useCrud'
import { useUser } from '../../../shared/session/useUser'
import { useMedia } from '../../../shared/useMedia'
import { usePageTitle } from '../../../shared/usePageTitle'
import { schedules } from '../api'
import { Filters, type Frame } from '../SchedulesPage'
import { mayMove, movedBy, shownDays, stepped } from '../spec'
import type { CalendarSpan } from '../view'
import { ScheduleCard } from './ScheduleCard'

const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const
/** A phone has no room for a grid: it lists the days that have entries. */
const narrowViews = { ...views, month: 'listMonth', week: 'listWeek' } as const

/** A month, week or day of schedules; unsent ones are dragged, or moved with Alt and the arrow keys. */
export function CalendarPage({ view, tabs, ask }: Frame) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { timeZone } = useUser().company
  const { update } = useCrud(schedules)
  const { dateTime } = useFormat()
  usePageTitle(t('schedules.title'))
  const isNarrow = useMedia('(max-width: 639px)')
  const span: CalendarSpan = view.now.span ?? 'month'
  const look = (isNarrow ? narrowViews : views)[span]
  const today = localDay(Date.now(), timeZone)
  const day = view.now.day ?? today
  const { search, people, kind, pending } = view.now
  const choice = useMemo(() => {
    const days = shownDays(span, day)
    const begin = (of: string) => instantOf(`${of}T00:00`, timeZone) ?? ''
    return { search, people, kind, pending, days, period: { from: begin(days.from), to: begin(addDays(days.to, 1)) } }
  }, [search, people, kind, pending, span, day, timeZone])
  const rows = useRows(schedules, choice)
  const all = rows.all ?? []
  const [opened, setOpened] = useState<{ id: number; anchor: HTMLElement } | null>(null)
  const shown = opened && all.find(({ id }) => id === opened.id)
  const calendar = useRef<CalendarRef>(null)
  useEffect(() => {
    calendar.current?.getApi().changeView(look, day)
  }, [look, day])
  const grid = useRef<HTMLDivElement>(null)
  const followed = useRef<number>(null)
  // An entry moved by key renders in another day: the focus follows.
  useEffect(() => {
    if (followed.current === null || document.activeElement !== document.body) return
    grid.current?.querySelector(`[data-schedule="${followed.current}"]`)?.closest<HTMLElement>('[tabindex]')?.focus()
  })

  const go = (day: string | undefined) => view.change({ day })
  async function move(one: Schedule, local: string, revert?: () => void) {
    const sendAt = instantOf(local, timeZone)
    if (!sendAt) return revert?.()
    const before = one.sendAt
    try {
      await update(one.id, { sendAt }, { sendAt })
      toast.undo(t('schedules.moved', { name: one.contact.name, when: dateTime(sendAt) }), () => {
        update(one.id, { sendAt: before }, { sendAt: before }).catch(toast.failure)
      })
    } catch (failure) {
      revert?.()
      toast.failure(failure)
    }
  }
  const drop = ({ event, revert }: EventDropInfo) => {
    const one = all.find(({ id }) => String(id) === event.id)
    if (one) void move(one, event.startStr.slice(0, 16), revert)
  }
  const open = ({ event, el, jsEvent }: EventClickInfo) => {
    jsEvent.preventDefault()
    setOpened({ id: Number(event.id), anchor: el })
  }
  const add = ({ dateStr, allDay }: DateClickInfo) => {
    const local = allDay ? `${dateStr.slice(0, 10)}T09:00` : dateStr.slice(0, 16)
    const sendAt = instantOf(local, timeZone)
    if (sendAt && Date.parse(sendAt) > Date.now()) ask({ what: 'create', start: { sendAt } })
    else ask({ what: 'create', start: {} })
  }
  const moveByKey = (event: KeyboardEvent) => {
    const one = event.altKey && all.find(({ id }) => id === idOf(event.target as Element)) // key events have elements as targets
    const local = one && movedBy(event.key, span, localTime(one.sendAt, timeZone))
    if (!local || !mayMove(one, Date.now())) return
    event.preventDefault()
    followed.current = one.id
    void move(one, local).finally(() => {
      followed.current = null
    })
  }

  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('schedules.title')}</h1>
        <span className="page-count">{rows.all && t('schedules.inSpan', countsOf(all))}</span>
        <SearchBox
          label={t('schedules.search')}
          value={search ?? ''}
          onSearch={(words) => view.change({ search: words || undefined })}
        />
        {tabs}
        <Filters view={view} />
        <Button tone="primary" icon={<Plus />} className="ml-1" onClick={() => ask({ what: 'create', start: {} })}>
          {t('schedules.new')}
        </Button>
      </div>
      <div className="calendar-bar">
        <Button size="sm" onClick={() => go(undefined)}>
          {t('schedules.today')}
        </Button>
        <IconButton label={t('schedules.previous')} onClick={() => go(stepped(span, day, -1))}>
          <ChevronLeft />
        </IconButton>
        <IconButton label={t('schedules.next')} onClick={() => go(stepped(span, day, 1))}>
          <ChevronRight />
        </IconButton>
        <h2 aria-live="polite">{spanTitle(span, day, locales[language])}</h2>
        <ul className="calendar-legend">
          <li>
            <MessageCircle /> {t('schedules.kinds.mensagem')}
          </li>
          <li>
            <Bell /> {t('schedules.kinds.lembrete')}
          </li>
          <li>
            <Check /> {t('schedules.states.sucess')}
          </li>
          <li className="text-error-ink">
            <CircleAlert /> {t('schedules.states.err')}
          </li>
        </ul>
        <Segment
          label={t('schedules.span')}
          items={[
            { id: 'month', label: t('schedules.spans.month') },
            { id: 'week', label: t('schedules.spans.week') },
            { id: 'day', label: t('schedules.spans.day') },
          ]}
          value={span}
          onChange={(span) => view.change({ span })}
        />
      </div>
      {rows.hasMore && (
        <Note tone="warning" icon={<CircleAlert />}>
          {t('schedules.tooMany')}
        </Note>
      )}
      {!rows.all && rows.error ? (
        <ErrorState error={rows.error} onRetry={rows.retry} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the calendar makes each event a button; its keys come up here.
        <div className="calendar" ref={grid} onKeyDown={moveByKey}>
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
            allDaySlot={false}
            nowIndicator
            scrollTime="07:00"
            dayMaxEvents
            noEventsContent={() => t('schedules.empty.span')}
            fixedWeekCount={false}
            listItemEventBeforeClass="hidden"
            dayHeaderAlign="start"
            dayCellTopClass="calendar-day"
            dayCellTopInnerClass={({ isToday }) => (isToday ? 'calendar-today' : '')}
            dayHeaderInnerClass="calendar-weekday"
            moreLinkText={(count) => t('schedules.more', { count })}
            moreLinkHint={(count) => t('schedules.more', { count })}
            eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
            slotHeaderFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
            dayHeaderFormat={span === 'month' ? { weekday: 'long' } : { weekday: 'short', day: 'numeric' }}
            events={all.map((one) => eventOf(one, timeZone))}
            defaultTimedEventDuration="00:30"
            eventDurationEditable={false}
            eventInteractive
            eventContent={({ event }) => {
              const one = all.find(({ id }) => String(id) === event.id)
              return one && <EventLine schedule={one} />
            }}
            eventClass={({ event }) => `calendar-event is-${event.extendedProps.look}`}
            eventClick={open}
            eventDrop={drop}
            dateClick={add}
          />
        </div>
      )}
      {opened && shown && (
        <ScheduleCard schedule={shown} anchor={opened.anchor} onClose={() => setOpened(null)} ask={ask} />
      )}
    </main>
  )
}

/** The schedule of this calendar element. */
const idOf = (button: Element) => Number(button.querySelector<HTMLElement>('[data-schedule]')?.dataset.schedule)

const countsOf = (all: readonly Schedule[]) => ({
  count: all.length,
  waiting: all.filter(({ status }) => status === 'pending').length,
})

function spanTitle(span: CalendarSpan, day: string, locale: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const at = (of: string) => new Date(`${of}T00:00:00Z`)
  if (span === 'month') return format({ month: 'long', year: 'numeric' }).format(at(day))
  if (span === 'day') return format({ dateStyle: 'full' }).format(at(day))
  const { from, to } = shownDays('week', day)
  return format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(at(from), at(to))
}

const eventOf = (one: Schedule, timeZone: string): EventInput => ({
  id: String(one.id),
  title: one.contact.name,
  start: localTime(one.sendAt, timeZone),
  startEditable: mayMove(one, Date.now()),
  extendedProps: { look: one.status === 'pending' || one.status === 'sending' ? one.type : one.status },
})

const icons = { mensagem: MessageCircle, lembrete: Bell }

function EventLine({ schedule }: { schedule: Schedule }) {
  const t = useText()
  const { time } = useFormat()
  const { status, type, contact, sendAt } = schedule
  const Icon = status === 'sucess' ? Check : status === 'err' ? CircleAlert : icons[type]
  return (
    <span className="calendar-line" data-schedule={schedule.id} title={`${time(sendAt)} ${contact.name}`}>
      <Icon aria-label={t(status === 'pending' ? `schedules.kinds.${type}` : `schedules.states.${status}`)} />
      <span>{time(sendAt)}</span> <b className="truncate">{contact.name}</b>
    </span>
  )
}
