import './events.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, Calendar, Check, CircleAlert, ExternalLink, Lock, MessageCircle, Plus, Repeat } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CalendarEvent } from '../../../src/features/calendar/contract'
import type { Schedule } from '../../../src/features/schedules/contract'
import { hasFeature } from '../../../src/tenancy/contract'
import { CalendarBar } from '../../shared/calendar/CalendarBar'
import { CalendarCard } from '../../shared/calendar/CalendarCard'
import { type CalendarEntry, CalendarGrid } from '../../shared/calendar/CalendarGrid'
import type { EntryTimes } from '../../shared/calendar/spans'
import { useSpan } from '../../shared/calendar/useSpan'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button, buttonClass } from '../../shared/kit/Button'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Face } from '../../shared/kit/Face'
import { SearchBox } from '../../shared/kit/SearchBox'
import { StaleNote } from '../../shared/kit/StaleNote'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { useHolidayNames } from '../hours/useHolidayNames'
import { schedules } from '../schedules/api'
import { useScheduleEntry } from '../schedules/calendar/useScheduleEntry'
import { ScheduleDetails } from '../schedules/ScheduleDetails'
import { events } from './api'
import { EventCard, type EventCopy, type EventView } from './EventCard'
import { EventForm } from './EventForm'
import { FileMenu } from './FileMenu'
import { instantsOf, isDoneOn, localTimes, marksMoved, nextHour, occurrencesOf, seriesMoved } from './times'
import { useWhen } from './useWhen'
import { CalendarView } from './view'

/** The user's events, with their scheduled messages and reminders, which are edited on the schedules page. */
export function CalendarPage() {
  const t = useText()
  usePageTitle(t('events.title'))
  const { timeZone } = useUser().company
  const view = useView(CalendarView)
  const { search, own } = view.now
  const { span, day, days, period } = useSpan(view.now)
  const rows = useRows(
    events,
    useMemo(() => ({ search, days, period, timeZone }), [search, days, period, timeZone]),
  )
  const planned = useOwnSchedules({ search, days, period, isShown: !own })
  const [asked, setAsked] = useState<EventCopy | null>(null)
  const [opened, setOpened] = useState<{ id: string; anchor: HTMLElement } | null>(null)
  const move = useMove()
  const scheduleEntry = useScheduleEntry()
  const eventEntry = useEventEntry()
  const dayNames = useHolidayNames()
  const shown = useMemo(
    () =>
      (rows.all ?? []).flatMap((event) =>
        occurrencesOf(event, timeZone, period).map(
          (one): EventView => ({ ...one, event, id: shownId(event, one.day) }),
        ),
      ),
    [rows.all, timeZone, period],
  )
  const find = (id: string) => shown.find((one) => one.id === id)
  const found = opened && find(opened.id)
  const schedule = opened && planned.all.find((one) => scheduleId(one) === opened.id)
  const close = () => setOpened(null)

  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('events.title')}</h1>
        <span className="page-count">{rows.all && t('events.count', { count: shown.length })}</span>
        <span className="not-phone flex items-center gap-1.5 text-xs text-faint">
          <Lock className="size-3.5!" />
          {t('events.private')}
        </span>
        <SearchBox
          label={t('events.search')}
          value={search ?? ''}
          onSearch={(words) => view.change({ search: words || undefined })}
        />
        {planned.isOffered && (
          <button
            type="button"
            className="filter-chip"
            aria-pressed={!own}
            onClick={() => view.change({ own: own ? undefined : true })}
          >
            {!own && <Check />}
            {t('events.schedules')}
          </button>
        )}
        <FileMenu />
        <Button
          tone="primary"
          icon={<Plus />}
          className="ml-1"
          onClick={() => setAsked({ times: nextHour(Date.now(), timeZone) })}
        >
          {t('events.new')}
        </Button>
      </div>
      <CalendarBar
        span={span}
        day={day}
        onDay={(day) => view.change({ day })}
        onSpan={(span) => view.change({ span })}
        legend={<Legend hasSchedules={planned.isOffered && !own} />}
      />
      {rows.error && rows.all && <StaleNote onRetry={rows.retry} />}
      {!rows.all && rows.error ? (
        <ErrorState error={rows.error} title={t('events.failed')} onRetry={rows.retry} />
      ) : (
        <CalendarGrid
          entries={[
            ...shown.map(eventEntry),
            ...planned.all.map((one) => ({ ...scheduleEntry(one), id: scheduleId(one), ...fixed(one) })),
          ]}
          span={span}
          day={day}
          dayNames={dayNames}
          empty={t('events.empty')}
          hasPeriods
          onOpen={(id, anchor) => setOpened({ id, anchor })}
          onMove={(id, times, revert) => move(find(id), times, revert)}
          onAdd={(times) => setAsked({ times })}
        />
      )}
      {opened && found && (
        <EventCard
          shown={found}
          anchor={opened.anchor}
          onClose={close}
          ask={(asked) => {
            close()
            setAsked(asked)
          }}
        />
      )}
      {opened && schedule && <PlannedCard schedule={schedule} anchor={opened.anchor} onClose={close} />}
      {asked && <EventForm {...asked} onClose={() => setAsked(null)} />}
    </main>
  )
}

const shownId = ({ id, repeat }: CalendarEvent, day: string) => (repeat ? `event-${id}-${day}` : `event-${id}`)
const scheduleId = ({ id }: Schedule) => `schedule-${id}`
/** Read-only here. */
const fixed = ({ status }: Schedule): Partial<CalendarEntry> => ({
  mayMove: false,
  ...((status === 'pending' || status === 'sending') && { tone: 'neutral' }),
})

type ScheduleFilter = {
  readonly search: string | undefined
  readonly days: { readonly from: string; readonly to: string }
  readonly period: { readonly from: string; readonly to: string }
  readonly isShown: boolean
}

/** The user's own schedules, if the plan includes them. */
function useOwnSchedules({ search, days, period, isShown }: ScheduleFilter) {
  const { id, company } = useUser()
  const isOffered = hasFeature(company.features, 'useSchedules')
  const choice = useMemo(() => ({ search, people: [id], days, period }), [search, id, days, period])
  const { data } = useQuery({ ...schedules.list(choice), enabled: isOffered && isShown, refetchOnMount: 'always' })
  return { isOffered, all: (isOffered && isShown && data) || none }
}
const none: readonly Schedule[] = []

function Legend({ hasSchedules }: { hasSchedules: boolean }) {
  const t = useText()
  return (
    <>
      <li>
        <Calendar /> {t('events.event')}
      </li>
      <li>
        <Check /> {t('events.done')}
      </li>
      {hasSchedules && (
        <>
          <li>
            <MessageCircle /> {t('schedules.kinds.mensagem')}
          </li>
          <li>
            <Bell /> {t('schedules.kinds.lembrete')}
          </li>
          <li className="text-error-ink">
            <CircleAlert /> {t('schedules.states.err')}
          </li>
        </>
      )}
    </>
  )
}

function useEventEntry() {
  const t = useText()
  const { timeZone } = useUser().company
  return ({ event, id, day, start, end }: EventView): CalendarEntry => {
    const { title, repeat } = event
    const isDone = isDoneOn(event, day)
    const Icon = repeat ? Repeat : Calendar
    const word = repeat ? t(`events.repeats.${repeat.kind}`) : t('events.event')
    return {
      ...localTimes({ start, end }, timeZone),
      id,
      title,
      tone: isDone ? 'quiet' : 'primary',
      icon: isDone ? <Check aria-label={t('events.done')} /> : <Icon aria-label={word} />,
      isDone,
      mayMove: true,
      ...(repeat && { idOn: (day: string) => shownId(event, day) }),
    }
  }
}

/** Saves moved times and offers an undo. */
function useMove() {
  const t = useText()
  const { timeZone } = useUser().company
  const { update } = useCrud(events)
  const when = useWhen()
  return async (shown: EventView | undefined, times: EntryTimes, revert?: () => void) => {
    if (!shown) return revert?.()
    const { event } = shown
    // One day of a repeated event moves them all.
    const next = event.repeat ? seriesMoved(event, shown, times, timeZone) : instantsOf(times, timeZone)
    const now = instantsOf(times, timeZone)
    if (!next || !now) return revert?.()
    const { title, start, end, skipped, doneDays } = event
    const before = { start, end }
    try {
      const moved = update(event.id, next, { ...next, ...marksMoved(event, next, timeZone) })
      toast.undoOf(moved, t('events.moved', { title, when: when(now) }), () => {
        update(event.id, before, { ...before, skipped, doneDays }).catch(toast.failure)
      })
      await moved
    } catch (failure) {
      revert?.()
      toast.failure(failure)
    }
  }
}

type PlannedProps = { schedule: Schedule; anchor: HTMLElement; onClose(): void }

/** A scheduled message or reminder: it is edited on the schedules page. */
function PlannedCard({ schedule, anchor, onClose }: PlannedProps) {
  const t = useText()
  const { dateTime } = useFormat()
  const { timeZone } = useUser().company
  const { contact, sendAt } = schedule
  const day = localTimes({ start: sendAt, end: sendAt }, timeZone).start.slice(0, 10)
  return (
    <CalendarCard
      anchor={anchor}
      title={contact.name}
      when={dateTime(sendAt)}
      mark={<Face name={contact.name} size={2.25} />}
      onClose={onClose}
      actions={
        <Link to="/schedules" search={{ tab: 'calendar', day }} className={buttonClass('ghost', 'sm')}>
          <ExternalLink />
          {t('events.seeSchedules')}
        </Link>
      }
    >
      <ScheduleDetails schedule={schedule} />
    </CalendarCard>
  )
}
