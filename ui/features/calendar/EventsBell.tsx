import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Calendar } from 'lucide-react'
import { type CalendarEvent, eventDeleted, eventUpdated } from '../../../src/features/calendar/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { localTime } from '../../shared/i18n/zoned'
import { Bell } from '../../shared/kit/Bell'
import { BellList } from '../../shared/kit/BellList'
import { useBellAct } from '../../shared/kit/useBellAct'
import { useEvent } from '../../shared/live/useEvent'
import { useUser } from '../../shared/session/useUser'
import { dueEventsQuery, seeEvents } from './bellApi'

/** Events that have reminded the user and are not seen yet; hidden without any. */
export function EventsBell() {
  const t = useText()
  const { data: due = [], refetch } = useQuery(dueEventsQuery)
  useEvent(eventUpdated, ({ evento }) => {
    if (evento.remindingStart !== null || due.some(({ id }) => id === evento.id)) void refetch()
  })
  useEvent(eventDeleted, ({ eventoId }) => {
    if (due.some(({ id }) => id === eventoId)) void refetch()
  })
  return (
    <Bell words={t('events.bell.count', { count: due.length })} count={due.length} icon={<Calendar />} isFleeting>
      {(close) => <Due due={due} onGo={close} />}
    </Bell>
  )
}

const MINUTE = 60_000

function Due({ due, onGo }: { due: readonly CalendarEvent[]; onGo(): void }) {
  const t = useText()
  const format = useFormat()
  const { timeZone } = useUser().company
  const navigate = useNavigate()
  const act = useBellAct(dueEventsQuery.queryKey)
  const seen = (ids: readonly number[]) => act(seeEvents(ids))
  return (
    <BellList
      icon={<Calendar />}
      title={t('events.bell.title')}
      none={t('events.bell.none')}
      allSeen={t('events.bell.allSeen')}
      onSeen={(ids) => void seen(ids)}
      items={due.map((event) => {
        const start = event.remindingStart ?? event.start
        return {
          id: event.id,
          title: event.title,
          text: [format.dateTime(start), event.contact?.name].filter(Boolean).join(' · '),
          at: new Date(Date.parse(start) - (event.remindLead ?? 0) * MINUTE).toISOString(),
          open: t('events.bell.open', event),
          seen: t('events.bell.seen', event),
          onOpen() {
            onGo()
            void navigate({ to: '/Calendario', search: { day: localTime(start, timeZone).slice(0, 10) } })
            void seen([event.id])
          },
        }
      })}
    />
  )
}
