import { Bell, Check, CircleAlert, MessageCircle, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Schedule } from '../../../../src/features/schedules/contract'
import { CalendarBar } from '../../../shared/calendar/CalendarBar'
import { CalendarGrid } from '../../../shared/calendar/CalendarGrid'
import type { EntryTimes } from '../../../shared/calendar/spans'
import { useSpan } from '../../../shared/calendar/useSpan'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { instantOf } from '../../../shared/i18n/zoned'
import { Button } from '../../../shared/kit/Button'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Note } from '../../../shared/kit/Note'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { toast } from '../../../shared/kit/toast'
import { useCrud, useRows } from '../../../shared/live/useCrud'
import { useUser } from '../../../shared/session/useUser'
import { usePageTitle } from '../../../shared/usePageTitle'
import { useHolidayNames } from '../../hours/useHolidayNames'
import { schedules } from '../api'
import { Filters, type Frame } from '../SchedulesPage'
import { ScheduleCard } from './ScheduleCard'
import { useScheduleEntry } from './useScheduleEntry'

/** A month, week or day of schedules; unsent ones are dragged, or moved with Alt and the arrow keys. */
export function CalendarPage({ view, tabs, ask }: Frame) {
  const t = useText()
  const { timeZone } = useUser().company
  const { update } = useCrud(schedules)
  const { dateTime } = useFormat()
  usePageTitle(t('schedules.title'))
  const { span, day, days, period } = useSpan(view.now)
  const { search, people, kind, pending } = view.now
  const choice = useMemo(
    () => ({ search, people, kind, pending, days, period }),
    [search, people, kind, pending, days, period],
  )
  const rows = useRows(schedules, choice)
  const all = rows.all ?? []
  const [opened, setOpened] = useState<{ id: string; anchor: HTMLElement } | null>(null)
  const entryOf = useScheduleEntry()
  const dayNames = useHolidayNames()
  const find = (wanted: string) => all.find(({ id }) => String(id) === wanted)
  const shown = opened && find(opened.id)

  async function move(id: string, { start }: EntryTimes, revert?: () => void) {
    const [one, sendAt] = [find(id), instantOf(start, timeZone)]
    if (!one || !sendAt) return revert?.()
    const before = one.sendAt
    try {
      const moved = update(one.id, { sendAt }, { sendAt })
      toast.undoOf(moved, t('schedules.moved', { name: one.contact.name, when: dateTime(sendAt) }), () => {
        update(one.id, { sendAt: before }, { sendAt: before }).catch(toast.failure)
      })
      await moved
    } catch (failure) {
      revert?.()
      toast.failure(failure)
    }
  }
  const add = ({ start }: EntryTimes) => {
    const sendAt = instantOf(start, timeZone)
    if (sendAt && Date.parse(sendAt) > Date.now()) ask({ what: 'create', start: { sendAt } })
    else ask({ what: 'create', start: {} })
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
      <CalendarBar
        span={span}
        day={day}
        onDay={(day) => view.change({ day })}
        onSpan={(span) => view.change({ span })}
        legend={
          <>
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
          </>
        }
      />
      {rows.hasMore && (
        <Note tone="warning" icon={<CircleAlert />}>
          {t('schedules.tooMany')}
        </Note>
      )}
      {!rows.all && rows.error ? (
        <ErrorState error={rows.error} onRetry={rows.retry} />
      ) : (
        <CalendarGrid
          entries={all.map(entryOf)}
          span={span}
          day={day}
          dayNames={dayNames}
          empty={t('schedules.empty.span')}
          onOpen={(id, anchor) => setOpened({ id, anchor })}
          onMove={move}
          onAdd={add}
        />
      )}
      {opened && shown && (
        <ScheduleCard schedule={shown} anchor={opened.anchor} onClose={() => setOpened(null)} ask={ask} />
      )}
    </main>
  )
}

const countsOf = (all: readonly Schedule[]) => ({
  count: all.length,
  waiting: all.filter(({ status }) => status === 'pending').length,
})
