import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { AlarmClock, Check } from 'lucide-react'
import { useState } from 'react'
import { type Schedule, scheduleDeleted, scheduleUpdated } from '../../../src/features/schedules/contract'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { IconButton } from '../../shared/kit/IconButton'
import { Popover } from '../../shared/kit/Popover'
import { toast } from '../../shared/kit/toast'
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
  const [open, setOpen] = useState(false)
  useEvent(scheduleUpdated, ({ record: { type, user } }) => {
    if (type === 'lembrete' && user.id === me) void refetch()
  })
  useEvent(scheduleDeleted, ({ id }) => {
    if (reminders.some((one) => one.id === id)) void refetch()
  })
  if (reminders.length === 0 && !open) return null
  const words = t('schedules.bell.count', { count: reminders.length })
  return (
    <Popover
      label={words}
      open={open}
      onOpenChange={setOpen}
      className="float-list w-80 p-1"
      trigger={
        <IconButton label={words} badge={reminders.length}>
          <AlarmClock />
        </IconButton>
      }
    >
      <Reminders reminders={reminders} onGo={() => setOpen(false)} />
    </Popover>
  )
}

function Reminders({ reminders, onGo }: { reminders: readonly Schedule[]; onGo(): void }) {
  const t = useText()
  const client = useQueryClient()
  const chatWith = useSetAtom(chatWithAtom)
  const seen = async (ids: readonly number[]) => {
    try {
      await seeReminders(ids)
      await client.invalidateQueries({ queryKey: remindersQuery.queryKey })
    } catch (failure) {
      toast.failure(failure)
    }
  }
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
  if (reminders.length === 0) return <EmptyState heading="h2" icon={<AlarmClock />} title={t('schedules.bell.none')} />
  return (
    <>
      <div className="bell-head">
        <h2>{t('schedules.bell.title')}</h2>
        <Button
          size="xs"
          tone="ghost"
          className="text-primary-ink"
          onClick={() => void seen(reminders.map(({ id }) => id))}
        >
          {t('schedules.bell.allSeen')}
        </Button>
      </div>
      <ul>
        {reminders.map((one) => (
          <li key={one.id} className="flex items-center gap-1">
            <button
              type="button"
              className="unread-row min-w-0 flex-1 text-left"
              aria-label={`${t('schedules.bell.open', one.contact)}: ${one.body}`}
              onClick={() => void chat(one)}
            >
              <span className="two min-w-0 flex-1">
                <b className="truncate">{one.contact.name}</b>
                <small className="line-clamp-3 whitespace-normal wrap-anywhere">{one.body}</small>
              </span>
              <Ago at={one.sendAt} className="text-2xs text-faint" />
            </button>
            <IconButton label={t('schedules.bell.seen', one.contact)} onClick={() => void seen([one.id])}>
              <Check />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}
