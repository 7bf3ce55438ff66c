import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { AlarmClock } from 'lucide-react'
import { type Schedule, scheduleDeleted, scheduleUpdated } from '../../../src/features/schedules/contract'
import { useText } from '../../shared/i18n/useText'
import { Bell } from '../../shared/kit/Bell'
import { BellList } from '../../shared/kit/BellList'
import { toast } from '../../shared/kit/toast'
import { useBellAct } from '../../shared/kit/useBellAct'
import { useEvent } from '../../shared/live/useEvent'
import { useUser } from '../../shared/session/useUser'
import { contactQuery } from '../contacts/api'
import { chatWithAtom } from '../contacts/startChat'
import { remindersQuery, seeReminders } from './remindersApi'

/** The user's due and unseen reminders; hidden without any. */
export function RemindersBell() {
  const t = useText()
  const { id: me } = useUser()
  const { data: reminders = [], refetch } = useQuery(remindersQuery)
  useEvent(scheduleUpdated, ({ record: { type, user } }) => {
    if (type === 'lembrete' && user.id === me) void refetch()
  })
  useEvent(scheduleDeleted, ({ id }) => {
    if (reminders.some((one) => one.id === id)) void refetch()
  })
  const words = t('schedules.bell.count', { count: reminders.length })
  return (
    <Bell words={words} count={reminders.length} icon={<AlarmClock />} isFleeting>
      {(close) => <Reminders reminders={reminders} onGo={close} />}
    </Bell>
  )
}

function Reminders({ reminders, onGo }: { reminders: readonly Schedule[]; onGo(): void }) {
  const t = useText()
  const client = useQueryClient()
  const chatWith = useSetAtom(chatWithAtom)
  const act = useBellAct(remindersQuery.queryKey)
  const seen = (ids: readonly number[]) => act(seeReminders(ids))
  const chat = async ({ id, contactId }: Schedule) => {
    try {
      const contact = await client.fetchQuery(contactQuery(contactId))
      chatWith(contact)
      onGo()
      await seen([id])
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <BellList
      icon={<AlarmClock />}
      title={t('schedules.bell.title')}
      none={t('schedules.bell.none')}
      allSeen={t('schedules.bell.allSeen')}
      onSeen={(ids) => void seen(ids)}
      items={reminders.map((one) => ({
        id: one.id,
        title: one.contact.name,
        text: one.body,
        at: one.sendAt,
        open: t('schedules.bell.open', one.contact),
        seen: t('schedules.bell.seen', one.contact),
        onOpen: () => void chat(one),
      }))}
    />
  )
}
